def inner(log):
    try:
        try:
            raise ValueError("first")
        except ValueError:
            log.append("caught first")
            raise TypeError("second")
        finally:
            log.append("inner finally")
    except TypeError as error:
        log.append(type(error.__context__).__name__)
        raise


def swallow():
    for i in range(3):
        try:
            if i == 1:
                continue
            return i
        finally:
            if i == 0:
                break
    return "broke out"


def last_word():
    try:
        raise OSError("lost")
    finally:
        return "finally wins"


log = []
try:
    inner(log)
except TypeError as error:
    log.append(str(error))
try:
    raise KeyError("a") from None
except KeyError as error:
    log.append(error.__suppress_context__)
print(log, swallow(), last_word())
