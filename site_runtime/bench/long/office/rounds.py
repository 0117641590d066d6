"""An office that sends, saves, answers and files letters, round by round: over 100,000 steps of things watched."""

import json
import os
from threading import Lock
from typing import Any

LETTERS = 8
ROWS = 6


class Refused(ValueError):
    """A letter that nobody takes."""


def checked(team: dict[str, Any], name: str) -> str:
    """Return the name of a member who works; raise Refused for anybody else."""
    if name not in team:
        raise Refused(name)
    member = team[name]
    member["status"] = "working"
    return name


def save(path: str, lines: list[str]) -> None:
    """Write the whole box to a temporary file, and put that into its place."""
    temporary = f"{path}.tmp"
    with open(temporary, "w", encoding="utf-8") as file:
        for line in lines:
            file.write(line)
    os.replace(temporary, path)


def send(boxes: dict[str, list[str]], sender: str, recipient: str, body: str) -> None:
    """Add a letter to a box, which holds a few of them."""
    letter = {"sender": sender, "recipient": recipient, "body": body}
    box = boxes.setdefault(recipient, [])
    if len(box) >= LETTERS:
        box.clear()
    box.append(json.dumps(letter) + "\n")
    save(f"mail/{recipient}.jsonl", box)


def answer(table: dict[str, Any], key: str, turn: int) -> Any:
    """Say yes to every other request."""
    row = table[key]
    if turn % 2:
        row["status"] = "approved"
    else:
        row["status"] = "rejected"
    row["reply"] = {"approve": bool(turn % 2), "note": f"turn {turn}"}
    return row


def work(rounds: int, team: dict[str, Any], table: dict[str, Any], lock: Lock) -> int:
    """Let requests come and go."""
    boxes: dict[str, list[str]] = {}
    refused = 0
    names = list(team)
    for turn in range(rounds):
        sender = names[turn % len(names)]
        recipient = names[(turn + 1) % len(names)] if turn % 9 else "nobody"
        key = f"req-{turn}"
        try:
            with lock:
                sender = checked(team, sender)
                recipient = checked(team, recipient)
                table[key] = {"kind": "plan", "status": "pending", "reply": None}
                send(boxes, sender, recipient, json.dumps({"type": "request", "id": key}))
        except Refused as error:
            refused += 1
            print(turn, "refused", error)
            continue
        row = answer(table, key, turn)
        send(boxes, recipient, sender, json.dumps({"type": "reply", "id": key, "status": row["status"]}))
        team[sender]["status"] = "idle"
        while len(table) > ROWS:
            oldest = next(iter(table))
            del table[oldest]
    return refused
