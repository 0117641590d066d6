def averager():
    total = count = 0
    average = None
    while True:
        try:
            value = yield average
        except ValueError:
            total = count = 0
            average = "reset"
            continue
        total += value
        count += 1
        average = total / count


def guarded(log):
    try:
        yield 1
        yield 2
    finally:
        log.append("closed")


def ask(generator, value):
    return generator.send(value)


mean = averager()
next(mean)
print(ask(mean, 4), ask(mean, 8))
print(mean.throw(ValueError))
print(mean.send(3))
mean.close()

log = []
numbers = guarded(log)
print(next(numbers), next(numbers))
try:
    next(numbers)
except StopIteration:
    log.append("stopped")
early = guarded(log)
next(early)
early.close()
failing = guarded(log)
next(failing)
try:
    failing.throw(KeyError("thrown"))
except KeyError:
    log.append("caught")
print(log)
