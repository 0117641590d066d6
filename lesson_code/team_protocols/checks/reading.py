"""读信：坏掉的一封信挡不住后面的，坏掉的一行停用整个信箱。"""

from __future__ import annotations

from lesson_code.team_protocols.checks.ground import (
    answer,
    ask,
    equal,
    facts,
    fresh_world,
    letters,
    refused,
    unchanged,
)
from lesson_code.team_protocols.inbox import consume_responses
from lesson_code.team_protocols.mailbox import send_message
from lesson_code.team_protocols.world import World

BROKEN = [
    "[team-protocol] {",
    "[team-protocol] []",
    '[team-protocol] {"type": 1, "request_id": "req-1"}',
    '[team-protocol] {"type": "plan_response", "request_id": NaN}',
]


def consume(world: World) -> list[dict[str, str]]:
    """读者读信。"""
    return consume_responses(
        world.state, world.team, world.mailbox, "reader", world.lock
    )


def check_broken_letters() -> None:
    """坏信在前，好信在后：好信照样匹配，每封都进历史，再读一次什么都不变。"""
    with fresh_world() as world:
        for body in (*BROKEN, "普通的信"):
            box, lock = world.mailbox, world.lock
            send_message(box, world.team, "reviewer", "reader", body, lock)
        ask(world)
        answer(world)
        statuses = [result["status"] for result in consume(world)]
        equal("读信的结果", statuses, ["ignored"] * 5 + ["approved"])
        inbox = letters(world, "reader")
        equal("历史", world.team["reader"]["history"], inbox)
        before = facts(world)
        equal("再读一次", consume(world), [])
        unchanged("再读一次", world, before)
        check_broken_line(world)


def check_broken_line(world: World) -> None:
    """信箱文件坏了一行：一封也不读，事实不变。"""
    path = world.mailbox / "reader.jsonl"
    path.write_bytes(path.read_bytes() + b"{}\n")
    before = facts(world)
    refused("读坏掉的信箱", lambda: consume(world), ValueError)
    unchanged("读坏掉的信箱", world, before)
