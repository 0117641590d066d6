def countdown(n):
    while n:
        yield n
        n -= 1
    return "lift-off"


def twice(source):
    for value in source:
        yield value
        yield value * 10


def chained():
    first = yield from countdown(2)
    yield first
    yield from [7, 8]
    yield from countdown(1)


print(list(chained()))
pairs = twice(countdown(2))
print(next(pairs), next(pairs))
print(sum(pairs))
for left, right in zip(countdown(3), twice([1])):
    print(left, right)
print(max(x * x for x in countdown(3)))
