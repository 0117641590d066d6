class Vector:
    def __init__(self, *parts):
        self.parts = parts

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self.parts, other.parts)))

    def __eq__(self, other):
        return self.parts == other.parts

    def __getitem__(self, place):
        return self.parts[place]

    def __len__(self):
        return len(self.parts)

    def __bool__(self):
        return any(self)


class Countdown:
    def __init__(self, start):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


class Missing(dict):
    def __missing__(self, key):
        self[key] = key * 2
        return self[key]


a, b = Vector(1, 2), Vector(3, 4)
total = a + b + Vector(0, 0)
if total == Vector(4, 6) and len(total) and total:
    first, second = total
for n in Countdown(2):
    print(n)
print(list(Countdown(1)), Missing()[4] + Missing({1: 1})[1])
while a and a[0] < 2:
    a += b
