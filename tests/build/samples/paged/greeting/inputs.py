LESSON = {
    "areas": [
        {
            "name": "hello",
            "function": "hello.py:hello",
            "inputs": [
                {
                    "name": "world",
                    "prepare": "from paged.greeting.hello import hello\n",
                    "call": "print(hello('world'))\n",
                }
            ],
        }
    ]
}
