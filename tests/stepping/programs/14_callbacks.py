import functools
import re


def weight(word):
    return len(word)


def by_weight(a, b):
    difference = weight(a) - weight(b)
    return difference


def louder(match):
    word = match.group()
    return word.upper()


def apply(function, *values):
    return function(*values)


words = ["ccc", "a", "bb"]
print(sorted(words, key=weight))
print(sorted(words, key=functools.cmp_to_key(by_weight)))
print(sorted(words, key=lambda word: -weight(word)))
print(max(words, key=lambda word: apply(weight, word) + weight("z")))
print(list(map(weight, words)), list(filter(lambda word: weight(word) > 1, words)))
print(functools.reduce(lambda total, word: total + weight(word), words, 0))
print(re.sub("[ab]+", louder, "xaxbbx"))
print(apply(lambda a, b: apply(by_weight, a, b), "x", "yy"))


@functools.lru_cache(maxsize=None)
def slow(n):
    return n if n < 2 else slow(n - 1) + slow(n - 2)


print(slow(4), slow(3))
