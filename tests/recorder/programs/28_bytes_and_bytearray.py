buffer = bytearray(b"hello")
buffer[0] = 74
buffer += b" world"
view = memoryview(buffer)
view[-1] = 33
view.release()
del buffer[1:3]
raw = bytes(buffer)
zero = bytearray(3)
zero.extend([255, 0, 10])
head, *rest = raw
print(buffer, raw.hex(), head, bytes(rest[:2]), zero)
print("héllo".encode("utf-16-le"), b"\xff".decode("latin-1"), int.from_bytes(raw[:2], "big"))
