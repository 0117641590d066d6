def forever():
    count = 0
    while True:
        count += 1


def shout():
    while True:
        print("again")


def deep(level):
    return str(Deep())


class Deep:
    def __repr__(self):
        return f"{self!r}"


def leave():
    import js

    js.close()


def storage():
    import js

    names = ("indexedDB", "caches", "BroadcastChannel", "Worker")
    found = [name for name in names if getattr(js, name, None) is not None]
    found += ["storage"] if getattr(js.navigator, "storage", None) is not None else []
    found += [name for name in names if js.Object.getOwnPropertyDescriptor(js.WorkerGlobalScope.prototype, name)]
    print(found)


def network(address):
    import js

    try:
        request = js.XMLHttpRequest.new()
        request.open("GET", address, False)
        request.send()
        print("reached", request.status)
    except Exception as error:
        print("blocked", type(error).__name__)


def evaluate():
    import js

    try:
        print(js.eval("6 * 7"))
    except Exception as error:
        print("refused", type(error).__name__)


def plain():
    print("fine")


def murmur():
    print("one")
    print("two")
    forever()
