def upward(start):
    while True:
        yield start
        start += 1


def few(names):
    for name in names:
        yield name


def merged(left, right):
    while True:
        yield next(left)
        yield next(right)


def take(generator, count):
    found = []
    for _ in range(count):
        found.append(next(generator))
    return found


for number, name in zip(upward(1), few("ab")):
    print(number, name)
both = merged(upward(0), upward(100))
print(take(both, 3))
print(next(both), next(both))
a, b = upward(5), upward(7)
print(next(a) + next(b) + next(a))
kept = few("xyz")
first = next(kept)
for name in kept:
    break
