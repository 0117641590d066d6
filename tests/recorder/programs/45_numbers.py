import math
from decimal import Decimal
from fractions import Fraction

nan, inf, zero = float("nan"), float("-inf"), -0.0
small, third = 5e-324, 1 / 3
big = 2 ** 53
bigger = 10 ** 30
giant = 7 ** 2000
negative = -(2 ** 64)
exact = big - 1
mixed = [nan, inf, zero, small, third, big, bigger, giant, negative, exact, True, 1 + 2j, complex(0.0, nan)]
price = Decimal("1.10") + Decimal(2)
part = Fraction(6, 8)
counter = 2 ** 53 - 3
for _ in range(4):
    counter += 1
print(nan != nan, zero == 0, math.copysign(1, zero), bigger // 3, giant % 1000)
print(price, part, round(2.5), round(-0.5), divmod(-7, 2), 0.1 + 0.2, 1e16, counter)
