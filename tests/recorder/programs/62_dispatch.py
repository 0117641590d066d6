import functools
import operator
from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class Speaker(Protocol):
    def speak(self) -> str: ...


class Animal(ABC):
    registry = []

    def __init_subclass__(cls):
        Animal.registry.append(cls)

    @abstractmethod
    def speak(self):
        """Say something."""


class Dog(Animal):
    def speak(self):
        return "woof"


class Box(Generic[T]):
    def __init__(self, content: T):
        self.content = content


@functools.singledispatch
def show(value):
    return "any"


@show.register
def _(value: int):
    return "int"


@show.register(list)
def _(value):
    return [show(item) for item in value]


print(Animal.__abstractmethods__)
add3 = functools.partial(operator.add, 3)
box = Box[int](5)
print(Dog().speak(), show([1, "a", [2]]), add3(4), box.content, [c.__name__ for c in Animal.registry])
print(functools.reduce(lambda a, b: a * b, range(1, 5)))
