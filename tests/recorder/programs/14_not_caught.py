class Broken(LookupError):
    pass


def deep(n):
    if n == 0:
        raise Broken("at the bottom", n, [1, 2])
    try:
        deep(n - 1)
    finally:
        print("leaving", n)


print("start")
deep(3)
print("never")
