import asyncio


def leaf():
    while True:
        try:
            yield 1
        except ValueError:
            yield 2
        except KeyError:
            return 3


def middle():
    got = yield from leaf()
    yield got


def top():
    yield from middle()
    yield "end"


async def inner(log):
    try:
        await asyncio.sleep(5)
    except asyncio.CancelledError:
        log.append("cancelled")
        await asyncio.sleep(0)
        return 7


async def outer(log):
    got = await inner(log)
    await asyncio.sleep(0)
    return got


async def main():
    log = []
    task = asyncio.create_task(outer(log))
    await asyncio.sleep(0)
    task.cancel()
    log.append(await task)
    return log


source = top()
print(next(source), source.throw(ValueError), next(source))
print(source.throw(KeyError))
for last in source:
    print(last)
print(asyncio.run(main()))
