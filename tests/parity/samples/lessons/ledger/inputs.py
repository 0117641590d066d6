BOTH = {
    "objects": [{"name": "ada"}, {"name": "bob"}],
    "folders": [{"path": "book"}],
}


def entry(name):
    return {"name": name, "prepare": {"file": "prepare_two.py"}, "call": {"file": f"call_{name}.py"}}


LESSON = {
    "title": {"zh": "账本", "en": "A ledger"},
    "areas": [
        {"name": "transfer", "function": "transfers.py:transfer", "watch": BOTH, "inputs": [entry("transfer"), entry("too_much")]},
    ],
}
