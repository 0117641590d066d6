from enum import Enum, Flag, IntEnum, auto


class Color(Enum):
    RED = 1
    GREEN = (0, 255, 0)
    CRIMSON = 1


class Level(IntEnum):
    LOW = 1
    HIGH = 10


class Right(Flag):
    READ = auto()
    WRITE = auto()
    BOTH = READ | WRITE


def describe(member):
    return f"{member.name}={member.value}"


shown = [describe(color) for color in Color]
same = Color.RED is Color.CRIMSON
mine = Right.READ
mine |= Right.WRITE
level = Level.LOW + Level.HIGH
print(shown, same, mine is Right.BOTH, level, Level(10) > 9)
print(Color["RED"].name, Right.READ in mine)
