def spread(first, /, second, *rest, key="k", **others):
    return first, second, rest, key, others


def keyword_only(*, a, b=2):
    return a + b


data = [3, 1, 2]
if (n := len(data)) > 2:
    print("long", n)
while (item := data.pop()) != 3:
    print("popped", item)
print(spread(1, *[2, 3], *"ab", key=0, **{"x": 1, "y": [2]}))
print(
    keyword_only(
        a=1,
        b=sum(
            [2, 3],
        ),
    )
)
try:
    keyword_only(1)
except TypeError:
    print("needs a name")
(a, (b, *c)), d = (1, (2, 3, 4)), {**{"z": 1}, "z": 2}
[e, f] = [*"gh"]
print(a, b, c, d, e, f)
