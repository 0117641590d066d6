def deepest(n):
    return 10 // n


def middle(n):
    if n:
        middle(n - 1)
    return deepest(n)


def cleaned(n):
    try:
        return middle(n)
    finally:
        print("cleaned")


print(deepest(5))
cleaned(2)
print("never")
