import asyncio


async def worker(name, queue, log):
    while True:
        job = await queue.get()
        if job is None:
            return name
        log.append((name, job))
        await asyncio.sleep(0)


async def fail():
    await asyncio.sleep(0)
    raise ValueError("failed")


async def main():
    queue, log = asyncio.Queue(), []
    for job in (1, 2, None):
        queue.put_nowait(job)
    names = await asyncio.gather(worker("a", queue, log), fail(), return_exceptions=True)
    log.append(len(names))
    return log


print(asyncio.run(main()))
