def is_small(n):
    return n < 10


def describe(value):
    match value:
        case 0:
            return "zero"
        case int(n) if is_small(n):
            text = "small"
        case [first, *rest]:
            text = f"{describe(first)} and {len(rest)}"
        case {"kind": kind, **others}:
            text = kind + describe(others)
        case str() | None:
            text = "nothing"
        case _:
            text = "other"
    return text


for value in (0, 5, 50, [0, 1], {"kind": "a", "more": 0}, "x"):
    print(describe(value))
