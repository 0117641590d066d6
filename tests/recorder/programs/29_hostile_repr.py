class Hostile:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        raise RuntimeError("no repr")

    __str__ = __repr__

    def __eq__(self, other):
        raise RuntimeError("no eq")

    def __hash__(self):
        raise RuntimeError("no hash")

    def __bool__(self):
        raise RuntimeError("no bool")

    def __len__(self):
        return -1

    def __iter__(self):
        raise RuntimeError("no iter")


thing = Hostile("a")
things = [thing, Hostile("b"), thing]
box = {"thing": thing, 1: (thing,)}
thing.self = thing
things[1] = thing
for method in (repr, str, hash, bool, len, iter):
    try:
        method(thing)
    except Exception as error:
        print(type(error).__name__)
print(things[0] is things[1], thing.self is box["thing"])
