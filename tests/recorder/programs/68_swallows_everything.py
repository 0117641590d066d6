def work(n):
    try:
        return 100 / n
    except BaseException as error:
        return type(error).__name__


results = []
for n in (5, 0, "x"):
    try:
        results.append(work(n))
    except BaseException:
        results.append("never")
try:
    raise KeyboardInterrupt("pressed")
except BaseException as error:
    results.append(error.args)
try:
    raise GeneratorExit
except BaseException as error:
    results.append(type(error).__name__)
print(results)
