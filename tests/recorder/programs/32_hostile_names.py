class Text(str):
    def __eq__(self, other):
        print("user code ran: eq")
        return False

    def __hash__(self):
        return 7

    def encode(self, *args):
        print("user code ran: encode")

    def isascii(self):
        print("user code ran: isascii")

    def startswith(self, *args):
        print("user code ran: startswith")

    def __len__(self):
        print("user code ran: len")
        return 1000

    def __format__(self, spec):
        return "formatted"


class Plain:
    pass


def function():
    pass


Plain.__qualname__ = Text("Renamed")
Plain.__module__ = Text("__main__")
function.__qualname__ = Text("renamed")
plain = Plain()
plain.__dict__[Text("key")] = Text("value")
plain.__dict__[5] = "five"
globals()[6] = "six"
Strange = type("Strange", (), {Text("attribute"): 1})
things = [plain, function, Strange(), Text("x"), Text("é")]
name = Text("abc")
print(f"{name}", type(name).__name__)
