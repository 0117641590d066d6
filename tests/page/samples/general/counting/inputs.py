LESSON = {
    "title": {"zh": "计数", "en": "Counting"},
    "areas": [
        {
            "name": "count",
            "function": "counter.py:count",
            "title": {"zh": "数单词", "en": "Count words"},
            "inputs": [
                {
                    "name": "few",
                    "title": {"zh": "几个", "en": "A few"},
                    "prepare": "from counting.counter import count\n\nwords = 'a b a c'.split()\n",
                    "call": "print(count(words))\n",
                },
                {
                    "name": "many",
                    "title": {"zh": "一万步", "en": "Ten thousand steps"},
                    "prepare": "from counting.counter import count\n\nwords = 'a b c d e f g h i j'.split()\n",
                    "call": "print(count(words, 240))\n",
                },
            ],
        }
    ],
}
