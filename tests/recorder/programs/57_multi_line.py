def add(a, b):
    return a + b


def three(
    a,
    b=add(
        1,
        2,
    ),
    *,
    c=3,
):
    return (
        a
        + b
        + c
    )


value = add(
    add(1, 2),
    add(
        3,
        4,
    ),
)
result = three(
    value,
    c=add(value,
          -1),
)
flag = (
    value > 3
    and result > 3
    or add(0, 0)
)
text = ("yes"
        if flag
        else "no")
chain = [
    1,
    add(2, 3),
][
    0
]
assert add(
    1, 1
) == 2, (
    "never"
)
print(value, result, flag, text,
      chain)
