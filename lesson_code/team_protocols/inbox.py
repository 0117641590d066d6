"""读信：一位成员的信箱只在这里消费。

答复先去匹配，然后每封信都作为普通文字进入自己的历史。信箱是日志，读过也不删；
读不懂的协议信只是一封不算数的信，挡不住它后面的信。
"""

from __future__ import annotations

from lesson_code.team_protocols.mailbox import Folder, Lock, Message, load_inbox
from lesson_code.team_protocols.protocol import State, Team, match_response


def consume_responses(
    state: State, team: Team, directory: Folder, member: str, lock: Lock
) -> list[dict[str, str]]:
    """让 ``member`` 读完还没读过的信，返回每封信的匹配结果，按信的次序。

    每个结果是 ``match_response`` 的结果加上信的 ``id``。再读一次没有新信，
    就什么都不变，返回空列表。信箱损坏是 ``ValueError``，此时一封也没读。
    """
    with lock:
        history = team[member]["history"]
        seen = {message["id"] for message in history}
        inbox = load_inbox(directory, member, team)
        unread = [message for message in inbox if message["id"] not in seen]
        results = [matched(state, message, member, lock) for message in unread]
        history.extend(unread)
    return results


def matched(state: State, message: Message, member: str, lock: Lock) -> dict[str, str]:
    """匹配一封信；读不懂的协议信记为 ``ignored``。"""
    try:
        result = match_response(state, message, member, lock)
    except ValueError as error:
        result = {"status": "ignored", "reason": f"unreadable: {error}"}
    return {"id": message["id"], **result}
