import contextlib
import threading


@contextlib.contextmanager
def section(name, log):
    log.append(f"enter {name}")
    try:
        yield name.upper()
    except KeyError:
        log.append("swallowed")
    finally:
        log.append(f"leave {name}")


def work(log, fail):
    with section("a", log) as name:
        log.append(name)
        if fail:
            raise fail(name)
    return len(log)


class Box:
    def __init__(self):
        self.lock = threading.RLock()
        self.items = []

    def put(self, item):
        with self.lock:
            self.items.append(item)
            return self.count()

    def count(self):
        with self.lock:
            return len(self.items)


log = []
print(work(log, None))
print(work(log, KeyError))
try:
    work(log, TypeError)
except TypeError:
    log.append("passed on")
box = Box()
print(box.put(1) + box.put(2))
with contextlib.suppress(ZeroDivisionError):
    1 / 0
with contextlib.ExitStack() as stack:
    stack.enter_context(section("b", log))
    stack.callback(log.append, "called back")
print(len(log))
