try:
    name = input("Who? ")
except RuntimeError as error:
    print("refused:", type(error).__name__)
    name = "nobody"
print("hello", name)
