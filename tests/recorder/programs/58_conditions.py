def truthy(value):
    return bool(value)


def grade(n):
    if n >= 90:
        return "A"
    elif n >= 80:
        return "B"
    elif not n:
        pass
    else:
        return "C" if n > 50 else "D"


seen = [grade(n) for n in (95, 85, 60, 10, 0)]
a = truthy([]) or truthy([1]) and truthy({})
b = 1 < 2 < 3 != 4
c = not a or b and seen
d = "x" if truthy(a) else "y" if truthy(b) else "z"
e = [1, 2] is [1, 2], None is None, 2 not in (1, 3)
if a: print("a")
elif b: print("b")
print(seen, a, b, c is seen, d, e)
