class Secretive:
    def __getattribute__(self, name):
        raise RuntimeError("no " + name)


class Generous:
    def __getattr__(self, name):
        return self


class Liar:
    @property
    def __class__(self):
        return int

    @property
    def __dict__(self):
        raise RuntimeError("no dict")

    @property
    def value(self):
        raise RuntimeError("no value")


class Slotted:
    __slots__ = ("a", "__weakref__")

    def __getattribute__(self, name):
        raise RuntimeError("no slot")


secret, generous, liar = Secretive(), Generous(), Liar()
object.__setattr__(secret, "hidden", 1)
slotted = Slotted()
slotted.a = [secret]
generous.x = generous.y.z
print(isinstance(liar, int), type(liar).__name__, generous.x is generous)
try:
    secret.hidden
except RuntimeError as error:
    print(error)
try:
    slotted.a
except RuntimeError as error:
    print(error)
