def traced(function):
    def wrapper(*arguments):
        result = function(*arguments)
        return result

    return wrapper


class Shape:
    sides = 0

    def __init__(self, name):
        self.name = name
        self.check()

    def check(self):
        assert self.sides, "a shape has sides"

    @property
    def title(self):
        return f"{self.name} of {self.sides}"

    def __lt__(self, other):
        return self.sides < other.sides

    def __repr__(self):
        return self.title


class Square(Shape):
    sides = 4

    class Corner:
        angle = 90

    @classmethod
    def unit(cls):
        return cls("unit")

    @staticmethod
    @traced
    def corner():
        return Square.Corner().angle


class Triangle(Shape):
    sides = 3

    def check(self):
        super().check()
        self.name = self.name.title()


shapes = [Square.unit(), Triangle("small")]
print(sorted(shapes), Square.corner())
print(min(shapes) < shapes[0], [shape.title for shape in shapes])
try:
    Shape("none")
except AssertionError as error:
    print(error)
