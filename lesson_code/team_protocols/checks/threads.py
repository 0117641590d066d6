"""真的线程：许多线程同时答复；回合被卡住时请求收工。"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from lesson_code.team_protocols.agent import Answer, Entry
from lesson_code.team_protocols.checks.ground import (
    answer,
    ask,
    equal,
    facts,
    fresh_world,
    letters,
    match,
    unchanged,
)
from lesson_code.team_protocols.closing import ask_to_close, confirm_closing
from lesson_code.team_protocols.protocol import read_protocol
from lesson_code.team_protocols.story import new_practice
from lesson_code.team_protocols.turns import deliver
from lesson_code.team_protocols.world import World

THREADS = 24
ROUNDS = 10
PATIENCE = 30.0


@contextmanager
def eager_switching() -> Iterator[None]:
    """让解释器尽量频繁地切换线程，用完恢复。"""
    kept = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(kept)


def check_concurrent_replies() -> None:
    """许多线程同时答复同一个请求：只有一份存下，其余是重复或被拒绝。"""
    with eager_switching():
        for _ in range(ROUNDS):
            with fresh_world() as world:
                ask(world)
                check_one_saved(world, reply_together(world))


def reply_together(world: World) -> list[str]:
    """一半线程同意，一半拒绝，一起出发；返回每个线程看到的结果。"""
    results: list[str] = []
    start = threading.Barrier(THREADS)

    def reply(approve: bool) -> None:
        start.wait(PATIENCE)
        try:
            results.append(answer(world, approve=approve)["status"])
        except ValueError:
            results.append("refused")

    threads = [
        threading.Thread(target=reply, args=(number % 2 == 0,))
        for number in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return results


def check_one_saved(world: World, results: list[str]) -> None:
    """存下的那一份、信箱里的那一封、各线程看到的结果，三者相符。"""
    counted = [results.count(name) for name in ("queued", "already_sent", "refused")]
    equal("存好、重复、被拒绝", counted, [1, THREADS // 2 - 1, THREADS // 2])
    (message,) = letters(world, "reader")
    equal("信和记录", read_protocol(message), world.state["req-1"]["reply"])
    equal("请求", world.state["req-1"]["status"], "pending")


def check_closing_while_busy() -> None:
    """回合真的卡在一个事件上：收工推迟，什么都不存；回合一结束就办。"""
    with fresh_world() as world:
        started, released = threading.Event(), threading.Event()

        def blocked(conversation: list[Entry]) -> Answer:
            started.set()
            equal("等到放行", released.wait(PATIENCE), True)
            return {"text": "做完了", "calls": []}

        reader = new_practice(world, models=lambda name: blocked).reader
        turn = threading.Thread(target=deliver, args=(world, reader, "慢慢做"))
        turn.start()
        try:
            equal("回合开始", started.wait(PATIENCE), True)
            check_deferred(world)
        finally:
            released.set()
            turn.join(PATIENCE)
        check_closed_at_the_boundary(world)


def check_deferred(world: World) -> None:
    """回合进行中：请求登记了，答复推迟，没有存下什么。"""
    equal("收工请求", ask_to_close(world, "reader")["status"], "pending")
    before = facts(world)
    result = confirm_closing(world, "reader")
    equal("推迟", result, {"request_id": "req-1", "status": "deferred"})
    unchanged("推迟", world, before)
    equal("答复", world.state["req-1"]["reply"], None)
    equal("回合中", world.team["reader"]["status"], "running")


def check_closed_at_the_boundary(world: World) -> None:
    """回合结束处：成员已关闭，答复已存好，负责人可以匹配。"""
    reader = world.team["reader"]
    equal("回合后", (reader["status"], reader["turns"]), ("closed", 1))
    (message,) = letters(world, "lead")
    equal("匹配", match(world, message, "lead")["status"], "approved")
