import heapq
import random
from dataclasses import dataclass, field


@dataclass(order=True)
class Event:
    time: float
    name: str = field(compare=False)


class Shop:
    def __init__(self):
        self.events, self.log, self.waiting = [], [], 0

    def plan(self, delay, name, now=0.0):
        heapq.heappush(self.events, Event(round(now + delay, 3), name))

    def run(self, until):
        while self.events and self.events[0].time <= until:
            event = heapq.heappop(self.events)
            getattr(self, "on_" + event.name)(event.time)

    def on_arrive(self, now):
        self.waiting += 1
        self.log.append(("arrive", now))
        self.plan(random.expovariate(1), "serve", now)
        if len(self.log) < 6:
            self.plan(random.random(), "arrive", now)

    def on_serve(self, now):
        self.waiting -= 1
        self.log.append(("serve", now))


shop = Shop()
shop.plan(0, "arrive")
shop.run(10)
print(shop.waiting, len(shop.log), shop.log[-1])
