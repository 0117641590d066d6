from collections import Counter, OrderedDict, UserDict, defaultdict, deque


class Stack(list):
    limit = 3

    def push(self, item):
        if len(self) == self.limit:
            self.dropped = self.pop(0)
        self.append(item)


class Celsius(float):
    def warmer(self, by):
        return Celsius(self + by)


class Tags(set):
    pass


class Config(dict):
    def __missing__(self, key):
        self[key] = len(self)
        return self[key]


class Tree(defaultdict):
    def __init__(self):
        super().__init__(Tree)


class Users(UserDict):
    pass


stack = Stack()
for n in range(5):
    stack.push(n)
config = Config(a=1)
config["b"], config["c"]
tree = Tree()
tree["x"]["y"]["z"] = 1
tags = Tags({"b", "a", 3})
tags.add((1, 2))
users = Users(ann=1)
users["bob"] = 2
warm = Celsius(20.5).warmer(2)
queue = deque([stack])
print(stack, stack.dropped, config, list(tree), sorted(map(str, tags)), users.data, warm, len(queue))
