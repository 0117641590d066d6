from collections import namedtuple
from typing import NamedTuple

Point = namedtuple("Point", "x y", defaults=(0,))


class Move(NamedTuple):
    start: Point
    stop: Point = Point(9, 9)

    def length(self):
        return abs(self.stop.x - self.start.x) + abs(self.stop.y - self.start.y)


class Weighted(Point):
    def weight(self):
        return self.x * 10


here = Point(1)
move = Move(here)
there = here._replace(y=5)
heavy = Weighted(3, [4])
heavy.y.append(here)
x, y = there
print(move.length(), x + y, heavy.weight(), Point._fields)
