class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases, **options):
        return {"from_prepare": options}

    def __new__(mcls, name, bases, namespace, **options):
        namespace["order"] = [key for key in namespace if not key.startswith("_")]
        return super().__new__(mcls, name, bases, namespace)


class Base(metaclass=Meta, level=1):
    x = 1
    y = x + 1
    for i in range(2):
        x += i

    class Inner:
        deep = [1, 2]

    if y > 1:
        def method(self):
            return self.x, __class__.__name__
    del i


class Child(Base):
    z = Base.x

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__()
        cls.tag = "child of " + cls.__name__


class Grandchild(Child):
    pass


print(Base.order, Base.from_prepare, Child().method(), Grandchild.tag, Base.Inner.deep)
