from collections import ChainMap, Counter, OrderedDict, defaultdict, deque

recent = deque(maxlen=3)
for n in range(5):
    recent.append(n)
recent.rotate(1)
recent.appendleft("new")
groups = defaultdict(list)
for word in "apple avocado banana".split():
    groups[word[0]].append(word)
missing = groups["z"]
tally = Counter("abracadabra")
tally.update("aa")
tally["q"] -= 1
lru = OrderedDict(a=1, b=2, c=3)
lru.move_to_end("a")
lru.popitem(last=False)
lru["d"] = 4
chain = ChainMap({"x": 1}, {"x": 2, "y": 3})
chain["x"] = 9
print(list(recent), dict(groups), tally.most_common(2), list(lru), chain["y"], missing)
