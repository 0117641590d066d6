def hello(name):
    greeting = f"hello, {name}"
    return greeting
