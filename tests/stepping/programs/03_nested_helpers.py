def one(x):
    return x + 1


def two(x, y):
    return x * y


def three(x, y, z=0):
    total = two(one(x), one(y)) + two(x, y)
    return total + z


def outer(x):
    def inner(y):
        return one(x) + one(y)

    return inner(inner(x))


a = three(one(1), two(one(2), 3), z=one(one(0)))
b = outer(2); c = outer(one(a)) if a else one(0)
print(
    one(a),
    two(b, c),
    three(
        one(1),
        one(2),
    ),
)
one(one(one(0))) and two(one(1), 0) or one(5)
