class Namespace(dict):
    def get(self, *args):
        print("user code ran: get")

    def items(self):
        print("user code ran: items")
        return []

    def __len__(self):
        print("user code ran: len")
        return 0

    def __setitem__(self, name, value):
        dict.__setitem__(self, name, value)


class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases):
        return Namespace()

    def __new__(mcls, name, bases, namespace):
        plain = {key: dict.__getitem__(namespace, key) for key in dict.keys(namespace)}
        return super().__new__(mcls, name, bases, plain)


class Odd(metaclass=Meta):
    a = 1
    b = a + 1
    c = b + 1
    d = c + a


print(Odd.d)
