import functools


def logged(prefix):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            result = function(*args, **kwargs)
            calls.append((prefix, function.__name__, result))
            return result

        return wrapper

    return decorate


def register(cls):
    known[cls.__name__] = cls
    return cls


calls = []
known = {}


@logged("a")
@logged(
    prefix="b",
)
def add(x, y):
    return x + y


@register
class Plugin:
    @functools.lru_cache(maxsize=None)
    def slow(self, n):
        return n * 2

    @functools.cached_property
    def once(self):
        return [len(calls)]


plugin = known["Plugin"]()
print(add(1, y=2), calls, plugin.slow(4) + plugin.slow(4), plugin.once is plugin.once)
