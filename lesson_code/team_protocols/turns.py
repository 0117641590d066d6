"""回合：把一位成员叫起来，读信，请求模型，用工具，再回到空闲。

已关闭的成员叫不起来，一次模型请求也不会有。回合一结束就是空闲处，
先前推迟的收工在这里再办一次。
"""

from __future__ import annotations

from lesson_code.team_protocols.agent import Agent, Answer, run_loop
from lesson_code.team_protocols.closing import confirm_closing
from lesson_code.team_protocols.inbox import consume_responses
from lesson_code.team_protocols.mailbox import Message
from lesson_code.team_protocols.world import World, one_line


def deliver(world: World, agent: Agent, task: str) -> dict[str, str]:
    """交给 ``agent`` 一件事，返回 ``{"status": "done", "text"}``。

    已关闭是 ``{"status": "unavailable"}``，正忙是 ``{"status": "busy"}``；
    这两种都什么也没做。回合无论怎样结束，成员都会回到空闲。
    """
    refusal = begin_turn(world, agent.name)
    if refusal is not None:
        return {"status": refusal}
    try:
        prepare(world, agent, task)
        text = run_loop(agent, lambda answer: note_request(world, agent.name, answer))
    finally:
        end_turn(world, agent.name)
        confirm_closing(world, agent.name)
    return {"status": "done", "text": text}


def begin_turn(world: World, name: str) -> str | None:
    """空闲的成员开始回合；叫不起来就返回原因。看和改在同一把锁里。"""
    with world.lock:
        member = world.team[name]
        if member["status"] == "closed":
            return "unavailable"
        if member["active"]:
            return "busy"
        member["active"] = True
        member["status"] = "running"
    return None


def end_turn(world: World, name: str) -> None:
    """回合结束，成员回到空闲。"""
    with world.lock:
        member = world.team[name]
        member["active"] = False
        member["status"] = "idle"
        member["turns"] += 1


def prepare(world: World, agent: Agent, task: str) -> None:
    """循环的准备：读信，把新到的信和要做的事一起写进对话。"""
    letters = [letter_text(message) for message in receive(world, agent.name)]
    text = "\n".join([*letters, task])
    agent.conversation.append({"role": "user", "text": text})


def receive(world: World, name: str) -> list[Message]:
    """``name`` 读信，说出每封信的下落，返回新读到的信。"""
    with world.lock:
        results = consume_responses(
            world.state, world.team, world.mailbox, name, world.lock
        )
        history = world.team[name]["history"]
        unread = history[len(history) - len(results) :]
    for message, result in zip(unread, results, strict=True):
        say_received(world, name, message, result)
    return unread


def say_received(
    world: World, name: str, message: Message, result: dict[str, str]
) -> None:
    """一封信的下落：匹配上的答复，或者只是普通文字。"""
    world.say(f"[{name}] 收到 {message['id']}，来自 {message['sender']}")
    if "request_id" in result:
        world.say(f"[{name}] 答复已匹配：{result['request_id']} → {result['status']}")


def letter_text(message: Message) -> str:
    """一封信写进对话的样子；寄件人取自信封。"""
    return f"{message['sender']} 来信（{message['id']}）：{message['body']}"


def note_request(world: World, name: str, answer: Answer) -> None:
    """记下一次模型请求，说出它要做什么。"""
    world.asked.append(name)
    calls = "、".join(call["name"] for call in answer["calls"])
    action = f"要用 {calls}" if calls else f"停下：{one_line(answer['text'])}"
    world.say(f"[{name}] 第 {len(world.asked)} 次模型请求，{action}")
