def leaf(name, count):
    for n in range(count):
        yield f"{name}{n}"
    return count


def branch(name):
    first = yield from leaf(name, 2)
    yield f"{name} had {first}"
    second = yield from leaf(name.upper(), 1)
    return first + second


def tree():
    total = yield from branch("a")
    yield total
    yield from branch("b")


for item in tree():
    print(item)
print(list(leaf("z", 1)))


def flat(items):
    for item in items:
        if isinstance(item, list):
            yield from flat(item)
        else:
            yield item


for item in flat([1, [2, [3]], []]):
    print(item)


def shout(text):
    return str(text) + "!"


source = tree()
pair = shout(next(source)), shout(next(source)) + shout(next(source))
print(pair)
