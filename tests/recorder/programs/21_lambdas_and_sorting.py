people = [("Bo", 30), ("al", 25), ("Cy", 30)]


def by_name(person):
    return person[0].lower()


by_age = sorted(people, key=lambda person: (-person[1], person[0]))
people.sort(key=by_name, reverse=True)
oldest = max(people, key=lambda person: person[1])
compose = lambda f, g: lambda x: f(g(x))
shout = compose(str.upper, lambda s: s + "!")
numbers = list(map(lambda n: n ** 2, filter(lambda n: n % 2, range(6))))
print(by_age, people, oldest)
print(shout("hey"), numbers, (lambda *a, **k: (a, k))(1, b=2))
