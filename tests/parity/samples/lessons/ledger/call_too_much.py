try:
    transfer(ada, bob, [20, 20])
except Refused as error:
    print(type(error).__name__, error)
journal("book/day.txt", [ada, bob])
