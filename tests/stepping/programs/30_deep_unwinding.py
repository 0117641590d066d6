def descend(n, log):
    log.append(n)
    try:
        if n == 3:
            raise KeyError(n)
        descend(n + 1, log)
    except KeyError:
        if n > 1:
            raise
        log.append("caught")
        return n
    finally:
        log.append(-n)
    return 0


def both(log):
    return descend(2, log) or descend(3, log)


def rescue(log):
    try:
        both(log)
    except KeyError as error:
        return descend(1, log) + len(error.args)


log = []
print(descend(0, log))
print(rescue(log))
del log[:]
assert not log
