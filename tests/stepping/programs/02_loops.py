def first_even(numbers):
    for n in numbers:
        if n % 2:
            continue
        break
    else:
        n = None
    return n


def countdown(n):
    while n > 0:
        n -= 1
        if n == 7:
            break
    else:
        n = -1
    return n


def grid(rows, columns):
    cells = []
    for row in range(rows):
        for column in range(columns):
            if row == column:
                continue
            cells.append((row, column))
    return cells


first_even([1, 3, 4, 5])
first_even([1])
countdown(2)
countdown(9)
for size in (0, 2):
    print(grid(size, size + 1))
    while size:
        size -= 1
