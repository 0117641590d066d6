def search(rows, wanted):
    steps = 0
    for row in rows:
        for cell in row:
            steps += 1
            if cell == wanted:
                return steps
        else:
            steps += 10
    return -steps


def collatz(n):
    length = 1
    while n != 1:
        if n % 2:
            n = 3 * n + 1
        else:
            n //= 2
        length += 1
    return length


def drain(queue):
    while queue:
        job = queue.pop()
        if job > 1:
            queue += [job // 2, 1]
            continue
        try:
            10 // job
        except ZeroDivisionError:
            break
    return len(queue)


print(search([[1, 2], [3]], 3))
print(search([[1], []], 9))
print(collatz(3))
print(drain([0, 2]))
for n in range(2): print(n); collatz(2)
