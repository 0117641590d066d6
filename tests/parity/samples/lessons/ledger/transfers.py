from dataclasses import dataclass, field


class Refused(ValueError):
    pass


@dataclass
class Account:
    owner: str
    balance: int = 0
    entries: list = field(default_factory=list)


def check(amount, account):
    if amount <= 0:
        raise Refused(f"{amount} is no amount")
    if amount > account.balance:
        raise Refused(f"{account.owner} has {account.balance}")


def transfer(source, target, amounts):
    moved = 0
    for amount in amounts:
        check(amount, source)
        source.balance -= amount
        target.balance += amount
        source.entries.append(-amount)
        target.entries.append(amount)
        moved += amount
    return moved


def journal(path, accounts):
    with open(path, "w", encoding="utf-8") as file:
        for account in accounts:
            file.write(f"{account.owner} {account.balance}\n")
    return len(accounts)
