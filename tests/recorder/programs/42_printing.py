import io
import sys
from contextlib import redirect_stdout

print("a", "b", sep="-", end="|")
print("no newline", end="", flush=True)
print()
print("to stderr", file=sys.stderr)
buffer = io.StringIO()
print("kept", 1, None, file=buffer)
with redirect_stdout(buffer):
    print("redirected")
sys.stdout.write("written\n")
sys.stdout.writelines(["l1\n", "l2\n"])
sys.stdout.flush()
print(*range(5), sep=", ")
print(repr(buffer.getvalue()))
print()
print("last line without end", end="")
