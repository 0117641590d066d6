numbers = list(range(150))
numbers[120] = "beyond"
numbers[5] = "inside"
numbers.insert(0, -1)
del numbers[10:20]
table = {n: str(n) for n in range(130)}
table[3] = "three"
table[129] = "last"
table.pop(0)
text = "ab" * 600
text += "c"
grown = ""
for i in range(60):
    grown += "*"
data = bytes(range(256)) * 5
nested = ((((((((((1,),),),),),),),),),)
many = set(range(200)) | {"x"}
huge = frozenset(range(1200))
print(len(numbers), len(table), len(text), len(grown), len(data), len(many), len(huge))
