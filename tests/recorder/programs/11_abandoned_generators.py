def naturals(name):
    n = 0
    while True:
        yield n
        n += 1


def first_over(limit):
    for n in naturals("inner"):
        if n * n > limit:
            return n


evens = naturals("evens")
kept = [next(evens) for _ in range(3)]
never = naturals("never")
print(first_over(10), first_over(20), kept)
pool = {name: naturals(name) for name in "ab"}
for name, source in pool.items():
    print(name, next(source), next(source))
evens = None
print(next(pool["a"]))
