def fragile(n):
    for i in range(n):
        yield 10 / (2 - i)


def leaky():
    yield 1
    raise StopIteration


def outer():
    try:
        yield from fragile(4)
    except ZeroDivisionError as error:
        yield str(error)


def deaf():
    while True:
        try:
            yield "still here"
        except GeneratorExit:
            yield "no"


print(list(outer()))
try:
    print(list(leaky()))
except RuntimeError as error:
    print(type(error.__cause__).__name__)
d = deaf()
next(d)
try:
    d.close()
except RuntimeError as error:
    print(error)
