import asyncio


async def fetch(name, delay):
    print("start", name)
    await asyncio.sleep(delay)
    print("done", name)
    return name.upper()


async def failing():
    await asyncio.sleep(0.1)
    raise ValueError("failed")


async def main():
    both = await asyncio.gather(fetch("slow", 0.3), fetch("fast", 0.1))
    task = asyncio.create_task(fetch("task", 0.2))
    await asyncio.sleep(0)
    results = await asyncio.gather(failing(), task, return_exceptions=True)
    never = asyncio.ensure_future(fetch("never", 100))
    asyncio.get_running_loop().call_later(1, never.cancel)
    try:
        await never
    except asyncio.CancelledError:
        print("timed out", never.cancelled(), task.get_name())
    return both, type(results[0]).__name__, results[1]


print(asyncio.run(main()))
