"""Two loops: one over numbers only, one that writes a list and a dict."""


def simple(count: int) -> int:
    """Five simple lines a round."""
    a = 0
    b = 1
    c = 2
    i = 0
    while i < count:
        a = a + 1
        b = a * 2
        c = b - a
        i = i + 1
    return a + b + c


def objects(count: int) -> int:
    """Five lines a round, two of which change an object."""
    row = [5, 3, 8, 1, 9, 2]
    seen = {"row": row, "last": 0}
    total = 0
    for i in range(count):
        k = i % 6
        row[k] = i
        seen["last"] = row[k]
        total = total + k
    return total
