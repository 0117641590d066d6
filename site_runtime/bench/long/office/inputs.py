"""One input with over 100,000 steps, and everything watched that a lesson can watch."""

PREPARE = """import os
from threading import Lock

from office.rounds import work

team = {name: {"role": "member", "status": "idle"} for name in ("lead", "reader", "reviewer")}
table = {}
lock = Lock()
os.mkdir("mail")
"""

LESSON = {
    "title": {"zh": "办公室", "en": "Office"},
    "areas": [
        {
            "name": "work",
            "function": "rounds.py:work",
            "title": {"zh": "收发信", "en": "Letters come and go"},
            "watch": {
                "objects": [
                    {"name": "table", "title": {"zh": "请求", "en": "Requests"}, "view": "table"},
                    {"name": "team", "title": {"zh": "成员", "en": "Team"}, "view": "table"},
                ],
                "folders": [
                    {"path": "mail", "title": {"zh": "信箱", "en": "Mail"}, "format": "jsonl", "limits": {"lines": 8}}
                ],
                "lock": {"name": "lock", "title": {"zh": "锁", "en": "Lock"}, "holder": ["sender"]},
                "diagram": {
                    "actors": "team",
                    "state": "status",
                    "messages": "mail",
                    "from": "sender",
                    "to": "recipient",
                    "text": "body",
                },
            },
            "inputs": [
                {
                    "name": "long",
                    "title": {"zh": "很长", "en": "Long"},
                    "prepare": PREPARE,
                    "call": "print(work(1500, team, table, lock))\n",
                }
            ],
        }
    ],
}
