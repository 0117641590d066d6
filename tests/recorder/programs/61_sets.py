class Tag:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return len(self.name)

    def __eq__(self, other):
        return self.name == other.name


primes = {2, 3, 5, 7}
odd = {n for n in range(10) if n % 2}
words = {"pear", "apple", "fig"}
mixed = {1, 2.5, "a", None, (1, "b"), frozenset({1, 2}), True, b"x", -1, 10 ** 20}
mixed.discard("a")
primes |= {11}
primes -= {2}
words.add("kiwi")
tags = {Tag("b"), Tag("a")}
tags.add(Tag("a"))
frozen = frozenset(words)
table = {frozen: 1, (1, (2, 3)): "nested"}
print(sorted(primes & odd), len(mixed), sorted(words ^ {"fig"}), len(tags), table[frozen])
print(primes.issuperset({3}), primes.isdisjoint({4}))
