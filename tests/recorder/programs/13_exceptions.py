class Rejected(Exception):
    def __init__(self, code, reason):
        super().__init__(code, reason)
        self.code = code


class Late(Rejected):
    pass


def check(n):
    if n > 2:
        raise Late(n, "too late")
    if n == 2:
        raise KeyError("two")
    return 10 / n


def attempt(n):
    try:
        result = check(n)
    except (KeyError, ZeroDivisionError) as error:
        return f"{type(error).__name__} {error}"
    except Rejected as error:
        raise RuntimeError("gave up") from error
    else:
        return result
    finally:
        print("tried", n)


for n in range(4):
    try:
        print(attempt(n))
    except RuntimeError as error:
        print(error, "because", error.__cause__.code)
