class Rude(Exception):
    def __str__(self):
        raise RuntimeError("no message")

    __repr__ = __str__

    @property
    def args(self):
        raise RuntimeError("no args")


class Number:
    def __hash__(self):
        raise RuntimeError("no hash")

    def __str__(self):
        raise RuntimeError("no text")


def fail(n):
    if n == 0:
        raise Rude("hidden", [n])
    if n == 1:
        raise OSError(Number(), "text", Number())
    if n == 2:
        raise OSError([], {}, b"name")
    raise KeyError(Number())


for n in range(4):
    try:
        fail(n)
    except Exception as error:
        kept = error
        print(type(error).__name__)
raise OSError(Number(), 1, Number())
