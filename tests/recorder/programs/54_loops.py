total = 0
for i in range(5):
    if i == 3:
        break
    total += i
else:
    print("not reached")
n = 10
while n > 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    if n == 100:
        break
else:
    print("reached one")
for a in range(2):
    for b in range(3):
        if b == 1: continue
        total += a * b
x = 3
while x: x -= 1
for c in "ab": total += ord(c); total -= 1
for _ in range(3): pass
i = j = 0
while True:
    i, j = i + 1, j + i
    if (i > 3 and
            j > 2):
        break
print(total, n, x, i, j)
