class Silent(dict):
    def items(self):
        print("user code ran: items")
        return []

    __iter__ = keys = values = get = __len__ = __bool__ = items


class Short(list):
    def __len__(self):
        return 0

    def __iter__(self):
        raise RuntimeError("no iteration")

    def __getitem__(self, index):
        raise RuntimeError("no items")


class Own(set):
    def __iter__(self):
        raise RuntimeError("no members")


class Number(int):
    def __repr__(self):
        raise RuntimeError("no digits")

    __str__ = __format__ = __index__ = __repr__


class Bag:
    pass


d = Silent(a=1)
d["b"] = [2]
s = Short([1, d])
s.note = "kept"
o = Own({1, 2})
n = Number(5)
bag = Bag()
bag.__dict__ = Silent(x=d)
m = n + 1
frozen = (n, Number(2 ** 70))
s.append(o)
print(m, len(s), type(bag).__name__)
