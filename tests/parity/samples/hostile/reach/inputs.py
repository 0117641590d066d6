CALLS = {
    "forever": "forever()",
    "shout": "shout()",
    "deep": "deep(0)",
    "leave": "leave()",
    "storage": "storage()",
    "elsewhere": 'network(elsewhere)',
    "home": 'network(home)',
    "evaluate": "evaluate()",
    "murmur": "murmur()",
    "plain": "plain()",
}
PREPARE = "from reaching import *\nimport js\nhome = js.location.origin + '/index.html'\nelsewhere = home.replace('127.0.0.1', 'localhost')\n"

LESSON = {
    "areas": [
        {
            "name": "reach",
            "function": "reaching.py:plain",
            "inputs": [{"name": name, "prepare": PREPARE, "call": call} for name, call in CALLS.items()],
        },
    ],
}
