source = """
def made(n):
    return n * 2
result = made(21)
"""
namespace = {}
exec(source, namespace)
made = namespace["made"]
doubled = made(4)
value = eval("doubled + len(source)")


def scoped():
    x = 1
    exec("y = x + 1")
    return eval("x + 10"), sorted(name for name in dir() if name == "x")


code = compile("a = [n for n in range(3)]", "<made>", "exec")
exec(code)
print(doubled, value > 10, scoped(), a, namespace["result"])
try:
    eval("1 +")
except SyntaxError:
    print("syntax")
try:
    exec("raise KeyError('inside')")
except KeyError as error:
    print(error)
