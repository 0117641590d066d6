class Typed:
    def __set_name__(self, owner, name):
        self.name = name

    def __init__(self, kind):
        self.kind = kind

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        return obj.__dict__.get(self.name)

    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} must be {self.kind.__name__}")
        obj.__dict__[self.name] = value


class Person:
    age = Typed(int)
    name = Typed(str)

    def __init__(self, name, age):
        self.name, self.age = name, age


class Proxy:
    def __init__(self, target):
        object.__setattr__(self, "_target", target)

    def __getattr__(self, name):
        return getattr(self._target, name)

    def __setattr__(self, name, value):
        setattr(self._target, name, value)


ann = Person("Ann", 30)
proxy = Proxy(ann)
proxy.age += 1
try:
    proxy.age = "old"
except TypeError as error:
    print(error)
print(ann.age, proxy.name, Person.age.name)
