import sys


def helper(n):
    m = n + 1
    return m


seen = []


def spy(frame, event, arg):
    seen.append((event, frame.f_code.co_name))
    return spy


before = helper(1)
print(sys.gettrace() is None)
sys.settrace(spy)
helper(2)
sys.settrace(None)
after = helper(3)
print(seen[:2], before, after)
print(sys.gettrace() is None)
