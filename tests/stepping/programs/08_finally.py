def overruled():
    try:
        return "first"
    finally:
        return "second"


def swallowed():
    for n in range(3):
        try:
            if n == 1:
                continue
            1 / (n - 2)
        finally:
            if n == 2:
                break
    return n


def layered(log, fail):
    try:
        try:
            log.append("in")
            if fail:
                raise LookupError(fail)
        except KeyError:
            log.append("never")
        else:
            log.append("else")
        finally:
            log.append("finally")
    except LookupError as error:
        log.append(str(error))
        raise
    finally:
        log.append("out")
    return log


overruled()
swallowed()
log = []
layered(log, "")
try:
    layered(log, "failed")
except LookupError:
    log.append("end")
print(log)
