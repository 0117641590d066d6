LESSON = {
    "title": {"zh": "数词", "en": "Counting words"},
    "areas": [
        {
            "name": "add",
            "function": "tally.py:Tally.add",
            "title": {"zh": "加上一段", "en": "Add a text"},
            "inputs": [
                {
                    "name": "tags",
                    "title": {"zh": "带 <尖括号>", "en": "With <angle brackets>"},
                    "prepare": {"file": "before.txt"},
                    "call": {"file": "now.txt"},
                },
                {
                    "name": "empty",
                    "title": {"zh": "空的", "en": "Nothing"},
                    "prepare": {"file": "before.txt"},
                    "call": "tally.add('')\n",
                },
            ],
        }
    ],
}
