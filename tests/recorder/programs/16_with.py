from contextlib import ExitStack, contextmanager, nullcontext, suppress


class Door:
    def __init__(self, name, swallow=False):
        self.name = name
        self.swallow = swallow

    def __enter__(self):
        print("open", self.name)
        return self

    def __exit__(self, kind, error, trace):
        print("close", self.name, kind.__name__ if kind else None)
        return self.swallow


@contextmanager
def room(name):
    print("enter", name)
    try:
        yield name.upper()
    finally:
        print("leave", name)


with Door("a") as a, Door("b", True), room("kitchen") as name:
    print(a.name, name)
    raise KeyError("thrown away")
with suppress(ZeroDivisionError), nullcontext(5) as five:
    print(five / 0)
with ExitStack() as stack:
    doors = [stack.enter_context(Door(n)) for n in "xy"]
    stack.callback(print, "called back")
print(len(doors))
