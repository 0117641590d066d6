import builtins
import os
import pathlib
import time

real_replace, real_print = os.replace, builtins.print
calls = []


def broken_replace(source, target):
    calls.append("replace")
    raise OSError("disk full")


def loud_print(*args, **kwargs):
    real_print(*[str(arg).upper() for arg in args], **kwargs)


os.replace = broken_replace
builtins.print = loud_print
builtins.extra = "added"
time.sleep = lambda seconds: calls.append(seconds)
pathlib.Path.read_text = lambda self, *a, **k: "patched"
pathlib.PurePath.__str__ = lambda self: "patched too"
dict_like = pathlib.Path("x").read_text()
time.sleep(3)
try:
    os.replace("a", "b")
except OSError as error:
    print(error)
len = lambda value: 99
print("loud", len([]), extra, calls, dict_like)
