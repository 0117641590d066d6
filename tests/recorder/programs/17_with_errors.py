class Brittle:
    def __init__(self, enter=False, leave=False):
        self.enter, self.leave = enter, leave

    def __enter__(self):
        if self.enter:
            raise ValueError("cannot enter")

    def __exit__(self, *details):
        if self.leave:
            raise TypeError("cannot leave")


def use(**how):
    try:
        with Brittle(**how):
            if not how:
                return "returned from within"
            raise KeyError("body")
    except Exception as error:
        chain = []
        while error:
            chain.append(type(error).__name__)
            error = error.__context__
        return chain


print(use())
print(use(enter=True))
print(use(leave=True))
for i in range(3):
    with Brittle():
        if i == 1:
            continue
        if i == 2:
            break
print(i)
