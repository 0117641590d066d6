def add_to(items, item):
    items.append(item)
    items = items + ["private"]
    return items


first = [1]
second = first
third = first[:]
result = add_to(second, 2)
first += [3]
first, third = third, first
box = {"a": second, "b": second}
box["a"].clear()
del second
again = box["b"]
again += "xy"
print(first, third, result, box)


def default(item, bag=[]):
    bag.append(item)
    return bag


one = default(1)
two = default(2)
print(one is two, one)
