def run(action):
    steps = []
    try:
        steps.append("try")
        result = action()
    except ZeroDivisionError:
        steps.append("zero")
        result = None
    except (TypeError, ValueError) as error:
        steps.append(str(error))
        return steps
    else:
        steps.append("else")
    finally:
        steps.append("finally")
    steps.append(result)
    return steps


def bad():
    raise ValueError("bad")


def loop():
    out = []
    for n in (2, 0, "x", 4):
        try:
            try:
                out.append(8 / n)
            except TypeError:
                out.append("type")
                continue
            finally:
                out.append("f")
        except ZeroDivisionError:
            break
    return out


print(run(lambda: 1), run(lambda: 1 / 0), run(bad), loop())
try: value = int("x")
except ValueError: value = -1
print(value)
