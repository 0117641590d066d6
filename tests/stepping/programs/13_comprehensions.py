def square(n):
    return n * n


def is_odd(n):
    return n % 2 == 1


squares = [square(n) for n in range(3)]
odd = {n for n in range(4) if is_odd(n)}
table = {n: square(n) for n in odd}
print(any(is_odd(n) for n in squares))
print(sum(square(n) for n in range(3) if is_odd(n)))


def nested(rows):
    return [[square(cell) for cell in row] for row in rows]


def pairs(size):
    return [
        (a, square(b))
        for a in range(size)
        if not is_odd(a)
        for b in range(size)
    ]


def stream(numbers):
    return (square(n) for n in numbers)


print(nested([[1, 2], [], [3]]))
print(pairs(2))
lazy = stream([1, 2])
print(next(lazy))
for value in lazy:
    print(value)
