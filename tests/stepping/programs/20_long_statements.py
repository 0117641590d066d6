class Query:
    def __init__(self):
        self.parts = []

    def where(self, **conditions):
        self.parts.append(
            sorted(conditions)
        )
        return self

    def order(self, *names):
        self.parts.append(
            list(
                names
            )
        )
        return self


def pick(
    first,
    second=None,
    *rest,
    flag=False,
):
    return (
        first
        if flag
        else second
        or rest
    )


query = (
    Query()
    .where(
        status=pick(1, 2),
        kind=pick(
            3,
            4,
            flag=True,
        ),
    )
    .order(
        "status",
        pick("a", "b"),
    )
)
value = {
    "first": pick(1),
    "second": [
        pick(2, 3),
        pick(
            4,
            None,
            5,
        ),
    ],
}
if (
    pick(1, 0)
    and pick(0, 1)
):
    print(value)
text = """
%s
%s
""" % (
    pick(1, 2),
    len(query.parts),
)
