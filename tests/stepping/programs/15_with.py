class Door:
    def __init__(self, name, log, quiet=False):
        self.name = name
        self.log = log
        self.quiet = quiet

    def __enter__(self):
        self.log.append(f"open {self.name}")
        return self

    def __exit__(self, kind, error, trace):
        self.log.append(f"close {self.name}")
        return self.quiet


def through(log):
    with Door("a", log) as a:
        log.append(a.name)
        with Door("b", log):
            return len(log)


def stumble(log):
    with Door("c", log, quiet=True):
        with Door("d", log):
            log.append("before")
            raise OSError("stumbled")
        log.append("never")
    return "swallowed"


def leave(log):
    for n in range(3):
        with Door(n, log), Door(-n, log):
            if n == 1:
                break
            continue
    return n


log = []
print(through(log))
print(stumble(log))
print(leave(log))
try:
    with Door("e", log):
        log.remove("never")
except ValueError:
    log.append("passed on")
print(log)
