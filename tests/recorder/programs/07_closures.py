total = 0


def counter(start):
    count = start
    history = []

    def up(step=1):
        nonlocal count
        global total
        count += step
        total += step
        history.append(count)
        return count

    def reset():
        nonlocal count
        count = start

    return up, reset, history


up, reset, seen = counter(10)
up()
up(5)
reset()
up()
makers = [lambda n=n: n * n for n in range(3)]
late = [lambda: n for n in range(3)]
print(seen, total, [make() for make in makers], [make() for make in late])
