class Refused(ValueError):
    def __init__(self, who):
        super().__init__(who)
        self.who = who


def check(name):
    if not name.islower():
        raise Refused(name)
    return name


def register(names):
    known = []
    for name in names:
        known.append(check(name))
    return known


def careful(names):
    try:
        return register(names)
    except KeyError:
        return "never"
    except Refused as error:
        text = error.who
    else:
        text = "never"
    return text


def convert(text):
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError as error:
            raise Refused(text) from error


print(careful(["a", "b"]))
print(careful(["a", "B", "c"]))
for text in ("1", "1.5", "x"):
    try:
        print(convert(text))
    except Refused as error:
        print(error.who, type(error.__cause__).__name__)
    else:
        print("fine")
