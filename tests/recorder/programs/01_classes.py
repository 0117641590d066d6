class Account:
    opened = 0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        Account.opened += 1

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        return self.balance

    @property
    def rich(self):
        return self.balance > 100

    @classmethod
    def joint(cls, *owners):
        return cls(" & ".join(owners))

    @staticmethod
    def fee(amount):
        return amount // 100


ann = Account("Ann", 90)
both = Account.joint("Ann", "Bob")
for step in (5, 10, -1):
    try:
        print(ann.deposit(step), ann.rich)
    except ValueError as error:
        print("refused:", error)
print(Account.opened, both.owner, Account.fee(250))
