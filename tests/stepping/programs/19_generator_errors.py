def fragile(items):
    for item in items:
        yield 10 // item


def tidy(items):
    source = fragile(items)
    try:
        for value in source:
            yield value
    except ZeroDivisionError:
        yield "zero"
    finally:
        print("tidied")


def stops():
    yield 1
    raise RuntimeError("stopped")


def collect(source):
    found = []
    try:
        for value in source:
            found.append(value)
    except (RuntimeError, ZeroDivisionError) as error:
        found.append(type(error).__name__)
    return found


print(collect(tidy([5, 0, 2])))
print(collect(fragile([1, 0])))
print(collect(stops()))


def ends_early():
    yield next(iter([1]))
    yield next(iter([]))


print(collect(ends_early()))
