def collatz(n):
    length = 1
    while n != 1:
        if n % 2:
            n = 3 * n + 1
        else:
            n = n // 2
        length += 1
    return length


best = []
table = {}
for start in range(1, 45):
    steps = collatz(start)
    table[start] = steps
    if not best or steps > best[-1][1]:
        best.append([start, steps])
text = ""
i = 0
while i < 300:
    pair = [i]
    text = text + "."
    i = i + 1
print(best[-1], len(table), len(text))
