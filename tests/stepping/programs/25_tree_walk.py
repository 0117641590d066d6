class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.key
        if self.right:
            for key in self.right:
                yield key


def insert(node, key):
    if node is None:
        return Node(key)
    if key < node.key:
        node.left = insert(node.left, key)
    else:
        node.right = insert(node.right, key)
    return node


def height(node):
    return 1 + max(height(node.left), height(node.right)) if node else 0


root = None
for key in (2, 1, 3):
    root = insert(root, key)
print(height(root), [key for key in root])
for key in root:
    print(key)
    if key == 2:
        break
print(2 in root, sum(root))
