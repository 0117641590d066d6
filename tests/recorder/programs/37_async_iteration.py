import asyncio
from contextlib import asynccontextmanager


class Ticker:
    def __init__(self, stop):
        self.now, self.stop = 0, stop

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.now >= self.stop:
            raise StopAsyncIteration
        self.now += 1
        await asyncio.sleep(0.01)
        return self.now


async def squares(source):
    async for n in source:
        yield n * n


@asynccontextmanager
async def session(log):
    log.append("open")
    try:
        yield len(log)
    finally:
        await asyncio.sleep(0)
        log.append("closed")


async def main():
    log = []
    async with session(log) as size:
        async for n in squares(Ticker(3)):
            log.append(n + size)
    log += [n async for n in Ticker(2) if n > 1]
    return log


print(asyncio.run(main()))
