def numbers(limit):
    n = 0
    while n < limit:
        yield n
        n += 1
    print("over")


def double(n):
    return 2 * n


total = 0
for n in numbers(3):
    total += double(n)
print(total)
for n in numbers(0):
    total = -1
print(sum(numbers(3)), list(numbers(2)), double(sum(double(n) for n in numbers(2))))
