def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def hanoi(n, source, target, spare, moves):
    if n == 0:
        return
    hanoi(n - 1, source, spare, target, moves)
    moves.append((source, target))
    hanoi(n - 1, spare, target, source, moves)


print(factorial(4))
print(fibonacci(4))
moves = []
hanoi(2, "a", "b", "c", moves)
print(len(moves))
