import sys


def where():
    frame = sys._getframe(1)
    return frame.f_code.co_name, frame.f_lineno


def caller():
    local = "seen"
    here = where()
    names = sorted(locals())
    return here, names


def outer():
    x = 1

    def inner():
        return x, sorted(locals())

    x = 2
    return inner()


print(caller(), outer())
print(caller.__code__.co_varnames, outer.__closure__ is None)
try:
    1 / 0
except ZeroDivisionError as error:
    trace = error.__traceback__
    print(trace.tb_lineno, trace.tb_next is None, trace.tb_frame.f_code.co_name)
