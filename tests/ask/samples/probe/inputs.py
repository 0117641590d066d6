LESSON = {
    "areas": [
        {
            "name": "work",
            "function": "probing.py:work",
            "inputs": [{"name": "three", "prepare": "from probing import work\n", "call": "print(work(3))\n"}],
        },
    ],
}
