class Tick:
    def __await__(self):
        yield "tick"
        return 1


class Session:
    async def __aenter__(self):
        await Tick()
        return self

    async def __aexit__(self, kind, error, trace):
        await Tick()
        return kind is ValueError


async def ticks(count):
    for n in range(count):
        await Tick()
        yield n


async def main(log):
    async with Session():
        async for n in ticks(2):
            log.append(n)
    async with Session():
        raise ValueError("swallowed")
    log.append([n async for n in ticks(1)])
    return len(log)


def drive(coroutine):
    waits = 0
    try:
        while True:
            coroutine.send(None)
            waits += 1
    except StopIteration as stop:
        return waits, stop.value


log = []
print(drive(main(log)))
print(log)
