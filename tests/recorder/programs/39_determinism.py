import os
import random
import secrets
import tempfile
import time
import uuid

start = time.time()
time.sleep(2.5)
passed = time.time() - start
clock = time.perf_counter(), time.monotonic_ns() > 0
dice = [random.randint(1, 6) for _ in range(5)]
random.shuffle(dice)
noise = os.urandom(4).hex()
token = secrets.token_hex(4)
ident = uuid.uuid4()
handle, path = tempfile.mkstemp(prefix="note-", suffix=".txt")
os.write(handle, b"kept")
os.close(handle)
with tempfile.TemporaryDirectory() as folder:
    inside = os.path.relpath(folder, os.path.dirname(path))
day = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
print(round(passed, 2), dice, noise, token, ident, os.path.basename(path), inside, day)
print(time.localtime().tm_hour, time.ctime(), random.random())
