import json
import threading


def encode(data):
    return json.dumps(data, sort_keys=True)


def member(name, team):
    if name not in team:
        raise ValueError(f"unknown: {name}")
    return name


def load(box, team):
    return [json.loads(line) for line in box if member(json.loads(line)["to"], team)]


def send(box, team, sender, recipient, body, lock):
    sender, recipient = member(sender, team), member(recipient, team)
    with lock:
        messages = load(box, team)
        if len(messages) >= 2:
            raise ValueError("the mailbox is full")
        box.append(encode({"from": sender, "to": recipient, "body": body}))
        return {"id": len(box), "status": "queued"}


team = {"lead": [], "reader": []}
box, lock = [], threading.RLock()
for sender, recipient in (("reader", "lead"), ("lead", "nobody"), ("lead", "reader"), ("reader", "lead")):
    try:
        print(send(box, team, sender, recipient, "hello", lock))
    except ValueError as error:
        print("refused:", error)
