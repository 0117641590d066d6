def area(width, height):
    result = width * height
    return result


def describe(width, height):
    size = area(
        width,
        height,
    )
    kind = "big" if size > 20 else "small"
    if kind == "big":
        text = f"{kind}: {size}"
    else:
        text = (
            kind
            + ": "
            + str(size)
        )
    return text


print(describe(2, 3))
print(describe(5, 6)); print(area(1, 1)); done = True
