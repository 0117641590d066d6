from collections import OrderedDict


class Key:
    armed = False

    def __init__(self, name):
        self.name = name

    def __hash__(self):
        if Key.armed:
            raise RuntimeError("user code ran: hash")
        return len(self.name)

    def __eq__(self, other):
        if Key.armed:
            raise RuntimeError("user code ran: eq")
        return self is other


a, b, c = Key("a"), Key("b"), Key("ccc")
plain = {a: 1, b: 2}
ordered = OrderedDict(plain)
ordered.move_to_end(a)
members = {a, c}
frozen = frozenset([b])
Key.armed = True
copy = [plain, ordered, members, frozen]
copy.append(1)
Key.armed = False
print(len(copy), [key.name for key in ordered], plain[b])
