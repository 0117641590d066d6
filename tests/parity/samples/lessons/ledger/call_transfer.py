print(transfer(ada, bob, [10, 5]))
journal("book/day.txt", [ada, bob])
