class Tidy:
    def __init__(self):
        self._x = 1

    @property
    def x(self):
        return self._x

    @x.deleter
    def x(self):
        print("deleting x")
        del self._x

    def __delitem__(self, key):
        print("deleting", key)


def local():
    a, b = 1, [2]
    del a
    try:
        a
    except UnboundLocalError:
        print("a is gone")
    a = b
    del b[0], b
    return a


items = [1, 2, 3, 4]
del items[0], items[-1:]
table = {"a": 1, "b": 2}
del table["a"]
tidy = Tidy()
del tidy.x
del tidy["key"]
print(local(), items, table)
del items, table
print("items" in globals())
