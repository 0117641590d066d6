"""A program of a little over 10,000 steps, to be asked at any of them."""

from __future__ import annotations


def added(totals: dict[str, int], word: str) -> int:
    """Count a word once more; return how often it has been seen."""
    totals[word] = totals.get(word, 0) + 1
    return totals[word]


def rounds(words: list[str], turns: int) -> dict[str, int]:
    """Count all words in each turn; return the totals."""
    totals: dict[str, int] = {}
    most = 0
    for _turn in range(turns):
        for word in words:
            most = max(most, added(totals, word))
    return totals
