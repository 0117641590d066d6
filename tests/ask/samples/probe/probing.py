def work(count):
    total = 0
    names = []
    for number in range(count):
        total += number
        names.append(helper(number))
    return names


def helper(number):
    double = number * 2
    return double
