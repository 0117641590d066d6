def hanoi(n, a="A", b="B", c="C"):
    if n == 0:
        return 0
    moves = hanoi(n - 1, a, c, b)
    if n == 3:
        print(a, "->", c)
    return moves + 1 + hanoi(n - 1, b, a, c)


def is_even(n):
    return n == 0 or is_odd(n - 1)


def is_odd(n):
    return n != 0 and is_even(n - 1)


def fib(n, memo={}):
    if n < 2:
        return n
    if n not in memo:
        memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]


def flatten(tree):
    if not isinstance(tree, list):
        return [tree]
    return [leaf for branch in tree for leaf in flatten(branch)]


print(hanoi(3), is_even(6), is_odd(4), fib(15))
print(flatten([1, [2, [3, [4]], []], 5]))
