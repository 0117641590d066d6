from functools import reduce

fresh = 0
while fresh < 1100:
    pair = [fresh, []]
    fresh = fresh + 1
chain = reduce(lambda rest, n: [n, rest], range(1050), None)
deep = chain
while deep[1] is not None and deep[0] > 20:
    deep = reduce(lambda node, _: node[1], range(500), deep)
deep[0] = "changed"
top = [chain, pair]
top[0][0] = "changed too"
del chain, top
deep[0] = "seen again"
print(deep[0], pair)
