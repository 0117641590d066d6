class Tree:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None

    def insert(self, key):
        side = "left" if key < self.key else "right"
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Tree(key))
        else:
            child.insert(key)

    def walk(self):
        if self.left:
            yield from self.left.walk()
        yield self.key
        if self.right:
            yield from self.right.walk()


root = Tree(5)
for key in (2, 8, 1, 9):
    root.insert(key)
print(list(root.walk()))
root.left, root.right = root.right, root.left
print(list(root.walk()))
graph = {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}
queue, seen = ["a"], {"a"}
while queue:
    node = queue.pop(0)
    for other in graph[node]:
        if other not in seen:
            seen.add(other)
            queue.append(other)
print(sorted(seen))
