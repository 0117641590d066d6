import json
import os
from pathlib import Path

folder = Path("notes")
folder.mkdir()
first = folder / "first.txt"
first.write_text("one\ntwo\n", encoding="utf-8")
with open(first, "a", encoding="utf-8") as file:
    print("three", file=file)
with first.open(encoding="utf-8") as file:
    for number, line in enumerate(file, 1):
        print(number, line.rstrip())
temporary = folder / "data.tmp"
temporary.write_text(json.dumps({"a": [1, 2]}), encoding="utf-8")
os.replace(temporary, folder / "data.json")
found = sorted(path.name for path in folder.iterdir())
try:
    Path("absent/file").read_text()
except FileNotFoundError as error:
    print("missing", error.filename, type(error).__name__)
here = os.getcwd()
absolute = first.resolve()
print(found, json.loads((folder / "data.json").read_text()), str(absolute) == os.path.join(here, "notes", "first.txt"))
print("working in", here, "has", absolute)
first.unlink()
