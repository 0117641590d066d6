from dataclasses import dataclass, field, replace


@dataclass
class Item:
    name: str
    price: float = 1.5
    tags: list = field(default_factory=list)

    def total(self, count):
        return self.price * count


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0


a = Item("nail")
b = replace(a, name="screw", tags=a.tags)
b.tags.append("metal")
print(a.tags is b.tags, a.total(4), a == b)
versions = sorted([Version(3, 12), Version(2, 7), Version(3)])
try:
    versions[0].major = 4
except Exception as error:
    print(type(error).__name__)
print(versions[0] < versions[1], versions[-1].minor)
