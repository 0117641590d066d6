def forever(n):
    return forever(n + 1) + 1


def descend(tree):
    return [descend(branch) for branch in tree]


for function, argument in ((forever, 0), (descend, None)):
    if argument is None:
        argument = []
        argument.append(argument)
    try:
        function(argument)
    except RecursionError:
        print("too deep")
print("still alive")
