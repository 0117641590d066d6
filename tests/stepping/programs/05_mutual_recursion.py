def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


def walk(tree, depth=0):
    best = depth
    for child in tree:
        best = max(best, walk(child, depth + 1))
    return best


def ackermann(m, n):
    if not m:
        return n + 1
    if not n:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


print(is_even(3), is_odd(2))
print(walk([[[]], [], [[], [[]]]]))
print(ackermann(1, 2))
