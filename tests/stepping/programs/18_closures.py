def counter(start):
    count = start

    def up(by=1):
        nonlocal count
        count += by
        return count

    def down():
        return up(-1)

    return up, down


def twice(function):
    def inner(*values):
        return function(function(*values))

    return inner


def repeat(times):
    def decorate(function):
        def inner(value):
            for _ in range(times):
                value = function(value)
            return value

        return inner

    return decorate


@repeat(2)
@twice
def add_one(x):
    return x + 1


up, down = counter(5)
print(up() + down() + up(3))
print(add_one(0))
print(twice(twice(lambda x: x + up()))(1))


def outer():
    values = []
    for n in range(2):
        def late():
            values.append(n)
            return len(values)
        late()
    return late() + late()


print(outer())
