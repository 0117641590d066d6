def square(n):
    return n * n


def table(rows, columns):
    grid = [
        [
            square(row) + column
            for column in range(columns)
            if column != row
        ]
        for row in range(rows)
    ]
    lengths = {
        len(row): sum(row)
        for row in grid
        if row
    }
    letters = {
        letter
        for word in ("ab", "bc")
        for letter in word
    }
    pairs = list(
        (a, b)
        for a in range(2)
        for b in range(2)
        if a != b
    )
    return grid, lengths, sorted(letters), pairs


row = "outer"
names = [
    str(square(n))
    for n in range(3)
]
print(table(2, 3))
print(row, names)
