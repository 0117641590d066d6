import itertools


class Countdown:
    def __init__(self, start):
        self.now = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.now == 0:
            raise StopIteration
        self.now -= 1
        return self.now + 1


class Sequence:
    def __getitem__(self, index):
        if index > 2:
            raise IndexError
        return index * 10


for n in Countdown(3):
    print(n, end=" ")
else:
    print("end")
first, *others = Countdown(3)
print(first, others, list(Sequence()), 20 in Sequence())
pairs = list(itertools.chain(zip(Countdown(2), "ab"), [("x", next(Countdown(1), None))]))
groups = {key: list(group) for key, group in itertools.groupby("aabbb")}
print(pairs, groups, next(iter([]), "empty"))
it = iter([1, 2, 3])
print(sum(a * b for a, b in zip(it, it)), list(it), list(iter(Countdown(2).__next__, 1)))
