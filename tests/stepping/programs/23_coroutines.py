class Pause:
    def __init__(self, name):
        self.name = name

    def __await__(self):
        got = yield self.name
        return got


async def child(name):
    first = await Pause(name)
    second = await Pause(name + "!")
    return first + second


async def parent():
    total = await child("a")
    try:
        total += await child("b")
    except TimeoutError:
        total += 100
    return total


async def broken():
    await Pause("c")
    raise LookupError("broken")


def drive(coroutine, values):
    seen = [coroutine.send(None)]
    try:
        for value in values:
            if isinstance(value, Exception):
                seen.append(coroutine.throw(value))
            else:
                seen.append(coroutine.send(value))
    except StopIteration as stop:
        seen.append(stop.value)
    except LookupError:
        seen.append("lookup")
    return seen


print(drive(parent(), [1, 2, 3, 4]))
print(drive(parent(), [1, 2, TimeoutError()]))
print(drive(broken(), [1]))
unfinished = child("d")
print(unfinished.send(None))
unfinished.close()
