def average():
    total, count, mean = 0, 0, None
    while True:
        try:
            value = yield mean
        except ValueError as error:
            print("reset by", error)
            total, count, mean = 0, 0, None
            continue
        total += value
        count += 1
        mean = total / count


def stubborn():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print("closing")
        raise
    finally:
        print("cleaned")


g = average()
next(g)
print(g.send(10), g.send(20))
print(g.throw(ValueError("noise")))
print(g.send(3))
g.close()
s = stubborn()
print(next(s))
s.close()
try:
    stubborn().throw(KeyError("early"))
except KeyError as error:
    print("never began:", error)
