"""One input of a little over 10,000 steps."""

LESSON = {
    "title": {"zh": "一万步", "en": "Ten thousand steps"},
    "areas": [
        {
            "name": "rounds",
            "function": "rounds.py:rounds",
            "title": {"zh": "一圈又一圈", "en": "Round and round"},
            "inputs": [
                {
                    "name": "many",
                    "title": {"zh": "很多", "en": "Many"},
                    "prepare": "from rounds.rounds import rounds\n\nwords = list('abcdefghij')\n",
                    "call": "print(len(rounds(words, 205)))\n",
                }
            ],
        }
    ],
}
