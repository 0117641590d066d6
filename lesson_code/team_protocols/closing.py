"""收工：负责人请成员关闭，成员在空闲处确认。

回合进行中不能关，答复推迟（``deferred``），什么也不存；回合结束处再办一次。
确认由宿主代办，不请求模型：空闲的成员没有理由拒绝收工。
"""

from __future__ import annotations

from lesson_code.team_protocols.protocol import LEAD, State
from lesson_code.team_protocols.tools import say_saved
from lesson_code.team_protocols.world import World


def ask_to_close(world: World, name: str) -> dict[str, str]:
    """负责人请 ``name`` 收工；空闲就当场确认，否则推迟。返回请求的结果。"""
    result = world.open(LEAD, name, "shutdown", "工作做完了，请收工")
    world.say(f"[{LEAD}] 收工请求已提出：{result['request_id']}，{result['status']}")
    confirm_closing(world, name)
    return result


def confirm_closing(world: World, name: str) -> dict[str, str] | None:
    """``name`` 确认还没有答复的收工请求，返回答复的结果；没有就是 ``None``。

    眼下存不了答复（比如负责人的信箱满了）也是 ``None``：说出原因，请求留着，
    下一个空闲处再办。
    """
    with world.lock:
        request_id = unanswered_closing(world.state, name)
        if request_id is None:
            return None
        try:
            result = world.reply(request_id, name, True, "好，我收工")
        except ValueError as error:
            world.say(f"[{name}] {request_id} 还不能答复：{error}")
            return None
        say_saved(world, name, result)
        world.say(f"[{name}] 现在是 {world.team[name]['status']}")
    return result


def unanswered_closing(state: State, name: str) -> str | None:
    """等着 ``name`` 答复的收工请求；调用者拿着锁。"""
    for request_id, record in state.items():
        asked = record["kind"] == "shutdown" and record["target"] == name
        if asked and record["status"] == "pending" and record["reply"] is None:
            return request_id
    return None
