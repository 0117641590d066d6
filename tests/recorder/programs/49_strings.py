name, width, value = "Ann", 8, 3.14159
lines = []
lines.append(f"{name!r:>{width}}|{value:.2f}|{value!s:.3}|{{}}")
lines.append("%s has %d%%" % (name, 5))
lines.append("{0} {1[k]} {2.real}".format(name, {"k": 1}, 2j))
text = ""
for i, line in enumerate(lines):
    text += f"{i}: {line}\n"
joined = (
    "first"
    " second"
    f" {name}"
)
template = f"""
{name}:
    {len(text)}
"""
parts = text.split("\n")
swapped = text.swapcase().replace(" ", "_")[::-1]
print(text, joined, template.strip(), len(parts), swapped[:10])
print("abc" "def".upper(), "-".join("xyz"), "a,b".partition(","), ascii("é"), "%r" % ("q",))
