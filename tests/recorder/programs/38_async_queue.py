import asyncio


async def producer(queue, names):
    for name in names:
        await queue.put(name)
        print("put", name)
    await queue.put(None)


async def consumer(queue, lock, seen):
    while True:
        item = await queue.get()
        if item is None:
            return len(seen)
        async with lock:
            seen.append(item)


async def cancelled():
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print("cancelled")
        raise


async def main():
    queue, lock, seen = asyncio.Queue(1), asyncio.Lock(), []
    task = asyncio.create_task(cancelled())
    await asyncio.gather(producer(queue, "abc"), consumer(queue, lock, seen))
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print("gone", task.cancelled())
    return seen


print(asyncio.run(main()))
