import sys

counter = 0
config = {"debug": False}


def bump():
    global counter, created
    counter += 1
    created = [counter]
    config["debug"] = not config["debug"]


def read():
    return counter, config["debug"], created


class Settings:
    values = {}
    level = 1

    def raise_level(self):
        self.level += 1
        Settings.level += 10
        self.values[self.level] = Settings.level


for _ in range(2):
    bump()
settings = Settings()
settings.raise_level()
settings.raise_level()
globals()["made"] = "up"
vars(settings)["extra"] = True
print(read(), made, Settings.level, settings.level, settings.extra, Settings.values)
del created
try:
    read()
except NameError as error:
    print(error)
print("counter" in globals(), sys.modules["__main__"].counter)
