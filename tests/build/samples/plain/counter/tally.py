from collections import Counter

import words


class Tally:
    """Counts words."""

    def __init__(self):
        self.counts = Counter()

    def add(self, text):
        for word in words.split(text):
            self.counts[word] += 1
        return dict(self.counts)
