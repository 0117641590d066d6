class Meta(type):
    armed = False

    def __hash__(cls):
        if Meta.armed:
            print("user code ran: hash")
        return 1

    def __eq__(cls, other):
        if Meta.armed:
            print("user code ran: eq")
        return True

    def __getattribute__(cls, name):
        if Meta.armed:
            print("user code ran: getattribute", name)
        return super().__getattribute__(name)

    def __instancecheck__(cls, value):
        print("user code ran: instancecheck")
        return True

    @property
    def __module__(cls):
        print("user code ran: module")


class Odd(metaclass=Meta):
    def __init__(self):
        self.value = 1


class OddList(list, metaclass=Meta):
    pass


Meta.armed = True
odd = Odd()
many = OddList((odd, 1))
adder = many.append
chosen = [odd, many, Odd, {"k": odd}, {odd}, (Odd, odd)]
odd.value += 1
Meta.armed = False
print(odd.value, len(many), len(chosen))
