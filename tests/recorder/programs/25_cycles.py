class Node:
    def __init__(self, value):
        self.value = value
        self.next = self


def link(nodes):
    for a, b in zip(nodes, nodes[1:] + nodes[:1]):
        a.next = b
    return nodes[0]


ring = link([Node(n) for n in range(3)])
values = []
node = ring
for _ in range(5):
    values.append(node.value)
    node = node.next
me = []
me.append(me)
loop = {"self": None, "list": me}
loop["self"] = loop
pair = (me, loop)
me.append(pair)
print(values, me[0] is me, loop["self"] is loop, len(me))
