class Vector:
    def __init__(self, *parts):
        self.parts = list(parts)

    def __add__(self, other):
        return Vector(*[a + b for a, b in zip(self.parts, other.parts)])

    def __iadd__(self, other):
        for i, part in enumerate(other.parts):
            self.parts[i] += part
        return self

    def __mul__(self, by):
        if not isinstance(by, int):
            return NotImplemented
        return Vector(*(part * by for part in self.parts))

    __rmul__ = __mul__

    def __getitem__(self, index):
        return self.parts[index]

    def __setitem__(self, index, value):
        self.parts[index] = value

    def __eq__(self, other):
        return self.parts == other.parts

    def __contains__(self, part):
        return part in self.parts

    def __call__(self, scale):
        return self * scale

    def __bool__(self):
        return any(self.parts)


a = Vector(1, 2)
b = a
a += Vector(1, 1)
c = 2 * a + b
c[0] = -c[1]
try:
    a * "x"
except TypeError:
    print("not by text")
print(c[0], a is b, a == b, 3 in a, a(3)[1], not Vector(0, 0))
