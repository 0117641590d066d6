from dataclasses import dataclass


@dataclass
class Click:
    x: int
    y: int


def handle(event):
    match event:
        case Click(x=0, y=0):
            return "origin"
        case Click(x, y) if x == y:
            return f"diagonal {x}"
        case {"type": "key", "code": int(code) | float(code), **rest}:
            return f"key {code} {sorted(rest)}"
        case [first, *middle, last]:
            return f"{first}..{last} around {len(middle)}"
        case "quit" | "exit" as word:
            return f"bye by {word}"
        case None | True:
            return "constant"
        case _:
            return "unknown"


events = [Click(0, 0), Click(2, 2), Click(1, 2), {"type": "key", "code": 3, "up": 1}, [1, 2, 3], "exit", None, 5.5]
for event in events:
    print(handle(event))
