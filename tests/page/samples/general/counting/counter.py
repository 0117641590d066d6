"""A general program: loops, an object of its own, long values, output."""


class Tally:
    def __init__(self):
        self.seen = {}
        self.long = list(range(300))

    def add(self, word):
        self.seen[word] = self.seen.get(word, 0) + 1
        return self.seen[word]


def count(words, rounds=1):
    tally = Tally()
    text = "x" * 5000
    total = 0
    for turn in range(rounds):
        for word in words:
            total += tally.add(word)
    print("counted", total)
    return tally.seen
