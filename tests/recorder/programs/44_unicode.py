words = ["naïve", "日本語", "🐍", "a\u2028b", "\u202eabc", "tab\tnul\0"]
lone = "\ud800"
pair = "\ud83d" + "\ude00"
both = lone + "é" + pair
grown = "x" * 40
for part in ("é", "\u2028", "\udfff", "🐍"):
    grown += part
table = {word: len(word) for word in words}
変数 = table["日本語"]
folded = "Straße".casefold()
print(变 := 変数, folded, "é".encode(), both.encode("utf-8", "surrogatepass"))
print(grown.isprintable(), words[3], "\u2029", "\x85", "\x1b[0m")
try:
    both.encode()
except UnicodeEncodeError as error:
    print(error.start, error.reason)
