class Shape:
    sides = 0

    def __init__(self, name):
        self.name = name

    def area(self):
        raise NotImplementedError(self.name)

    def describe(self):
        return f"{self.name}: {self.sides} sides, area {self.area()}"


class Square(Shape):
    sides = 4

    def __init__(self, size):
        super().__init__("square")
        self.size = size

    def area(self):
        return self.size * self.size


class Loud:
    def describe(self):
        text = super().describe()
        return text.upper()


class LoudSquare(Loud, Square):
    pass


for shape in [Square(2), LoudSquare(3), Shape("blob")]:
    try:
        print(shape.describe())
    except NotImplementedError as missing:
        print("no area for", missing)
print([cls.__name__ for cls in LoudSquare.__mro__])
