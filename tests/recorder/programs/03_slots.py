class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Named(Point):
    __slots__ = ("name",)


class Loose(Named):
    pass


p = Named(1, 2)
p.name = "corner"
p.x += 10
del p.y
q = Loose(3, 4)
q.extra = [p]
q.extra.append(q)
try:
    p.z = 5
except AttributeError:
    print("no z")
print(p.x, p.name, hasattr(p, "y"), len(q.extra))
