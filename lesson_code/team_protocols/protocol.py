"""协议：提出请求，答复请求，匹配答复。

词汇：
    请求    一条记录，由 ``request_id`` 找到；开始时是 ``pending``。
    答复    负责答复的人存下的一份内容；存好了，请求仍是 ``pending``。
    匹配    请求者收到信，与存下的答复逐项核对；到这时请求才有结论。
    信封    信的 ``sender``、``recipient``；写在正文里的名字一概不信。

答复存在哪里、在哪里匹配，是两件事：这一课就看它们为什么不是同一个事实。
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from lesson_code.team_protocols.mailbox import (
    Folder,
    Lock,
    member_name,
    parse_json,
    send_message,
    shown,
)
from lesson_code.team_protocols.team import Member

PREFIX = "[team-protocol] "
LEAD = "lead"
MAX_REQUESTS = 4
MAX_PAYLOAD = 180
MAX_FEEDBACK = 120
RESPONSE_KEYS = frozenset({"type", "request_id", "approve", "feedback"})


class Asked(TypedDict):
    """请求里不变的部分：问了什么。"""

    kind: str
    """``plan`` 或 ``shutdown``。"""
    sender: str
    """谁提出。"""
    target: str
    """由谁答复。"""
    payload: str
    """请求的内容，首尾没有空白。"""


class Record(Asked):
    """一条请求的记录：问了什么，后来怎样。"""

    status: Literal["pending", "approved", "rejected"]
    """待定、已同意、已拒绝；只有匹配会改它。"""
    reply: dict[str, Any] | None
    """已经存进信箱的答复；还没有就是 ``None``。"""
    receipt: str
    """请求那封信的编号。"""


State = dict[str, Record]
Team = Mapping[str, Member]


def encode_protocol(data: Mapping[str, Any]) -> str:
    """把 ``data`` 写成协议信的正文：前缀加一个 JSON 对象，键按字母排序。"""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, sort_keys=True)
    return PREFIX + text


def read_protocol(message: Any) -> dict[str, Any] | None:
    """读出协议信的内容；普通的信返回 ``None``。

    先看信封：``message`` 应当是字典，``sender``、``recipient``、``body``
    都是字符串。信封不对、前缀后面不是 JSON 对象、``type`` 或
    ``request_id`` 不是字符串，都是 ``ValueError``。
    """
    check_envelope(message)
    if not message["body"].startswith(PREFIX):
        return None
    data = parse_json(message["body"][len(PREFIX) :])
    if not isinstance(data, dict):
        raise ValueError("协议信的内容应当是一个 JSON 对象")
    for key in ("type", "request_id"):
        if not isinstance(data.get(key), str):
            raise ValueError(f"协议信的 {key} 应当是字符串")
    return data


def open_request(
    state: State,
    team: Team,
    directory: Folder,
    sender: str,
    target: str,
    kind: str,
    payload: str,
    lock: Lock,
) -> dict[str, str]:
    """``sender`` 向 ``target`` 提出请求，返回 ``{"request_id", "status"}``。

    先存信，再登记：存信失败就没有请求，不会凭空多出一个 ``pending``。
    参数不对、名额已满、重复或已关闭是 ``ValueError``；存信失败是 ``OSError``。
    """
    sender = member_name(sender, team)
    target = member_name(target, team)
    check_direction(kind, sender, target)
    payload = clean_payload(payload)
    with lock:
        if len(state) >= MAX_REQUESTS:
            raise ValueError(f"请求名额已满：最多 {MAX_REQUESTS} 个")
        check_not_pending(state, kind, sender, target)
        subject = sender if kind == "plan" else target
        if team[subject]["status"] == "closed":
            raise ValueError(f"{subject} 已经关闭，不再接受请求")
        request_id = f"req-{len(state) + 1}"
        request = new_request(kind, request_id, payload)
        body = encode_protocol(request)
        receipt = send_message(directory, team, sender, target, body, lock)
        state[request_id] = new_record(kind, sender, target, payload, receipt["id"])
    return {"request_id": request_id, "status": "pending"}


def reply_request(
    state: State,
    team: Team,
    directory: Folder,
    request_id: str,
    actor: str,
    approve: bool,
    feedback: str,
    lock: Lock,
) -> dict[str, str]:
    """``actor`` 答复一个请求，返回 ``{"request_id", "status"}``，存了信还有收据。

    先把答复存进请求者的信箱，再记下它；``status`` 仍是 ``pending``，
    要等请求者匹配。同样的答复再来一次是 ``already_sent``，不再寄信；
    正在进行回合的成员同意关闭是 ``deferred``，什么都不改。
    参数不对、轮不到此人或与先前答复相反是 ``ValueError``，存信失败是 ``OSError``。
    """
    actor = member_name(actor, team)
    check_answer(approve, feedback)
    with lock:
        record = find_record(state, request_id)
        if actor != record["target"]:
            raise ValueError(f"{request_id} 应由 {record['target']} 答复，不是 {actor}")
        response = new_response(record["kind"], request_id, approve, feedback)
        if record["reply"] == response:
            return {"request_id": request_id, "status": "already_sent"}
        if record["reply"] is not None:
            raise ValueError(f"{request_id} 已有另一份答复，以第一份为准")
        if record["status"] != "pending":
            raise ValueError(f"{request_id} 已有结论：{record['status']}")
        closing = record["kind"] == "shutdown" and approve
        if closing and team[actor]["active"]:
            return {"request_id": request_id, "status": "deferred"}
        body = encode_protocol(response)
        receipt = send_message(directory, team, actor, record["sender"], body, lock)
        record["reply"] = response
        if closing:
            team[actor]["status"] = "closed"
    return {"request_id": request_id, "status": "queued", "receipt": receipt["id"]}


def match_response(
    state: State, message: Any, recipient: str, lock: Lock
) -> dict[str, str]:
    """``recipient`` 收到 ``message``：与存下的答复核对，请求到这时才有结论。

    返回 ``{"request_id", "status"}``，``status`` 是 ``approved``、``rejected``
    或 ``duplicate``；不算数的信是 ``{"status": "ignored", "reason"}``。
    读不懂的协议信是 ``ValueError``。匹配不运行什么，也不寄出什么。
    """
    data = read_protocol(message)
    if data is None:
        return ignored("ordinary_message")
    if not is_response(data):
        return ignored("invalid_response")
    with lock:
        record = state.get(data["request_id"])
        if record is None or data["type"] != f"{record['kind']}_response":
            return ignored("id_or_type")
        if not is_between(message, recipient, record):
            return ignored("role_or_recipient")
        if data != record["reply"]:
            return ignored("not_saved_reply")
        if record["status"] != "pending":
            return {"request_id": data["request_id"], "status": "duplicate"}
        if data["approve"]:
            record["status"] = "approved"
        else:
            record["status"] = "rejected"
        return {"request_id": data["request_id"], "status": record["status"]}


def check_envelope(message: Any) -> None:
    """信封应当是字典，三个字段都是字符串，否则 ``ValueError``；多余的键不管。"""
    if not isinstance(message, dict):
        raise ValueError("信封应当是一个字典")
    for key in ("sender", "recipient", "body"):
        if not isinstance(message.get(key), str):
            raise ValueError(f"信封的 {key} 应当是字符串")


def check_direction(kind: str, sender: str, target: str) -> None:
    """计划由队友交给负责人，关闭由负责人交给队友；其余是 ``ValueError``。"""
    if type(kind) is not str or kind not in ("plan", "shutdown"):
        raise ValueError("请求的种类应当是 plan 或 shutdown")
    lead, mate = (target, sender) if kind == "plan" else (sender, target)
    if lead != LEAD or mate == LEAD:
        raise ValueError(f"方向不对：{sender} 不能向 {target} 提出 {kind}")


def clean_payload(payload: str) -> str:
    """去掉首尾空白的内容；只收 ``str`` 本身，1 到 180 个字符。"""
    text = payload.strip() if type(payload) is str else ""
    if not 1 <= len(text) <= MAX_PAYLOAD:
        raise ValueError(f"内容应当是 1 到 {MAX_PAYLOAD} 个字符的 str")
    return text


def check_not_pending(state: State, kind: str, sender: str, target: str) -> None:
    """同一方向的同一种请求，一次只能有一个待定，否则 ``ValueError``。"""
    for request_id, record in state.items():
        same_way = (record["kind"], record["sender"], record["target"])
        if same_way == (kind, sender, target) and record["status"] == "pending":
            raise ValueError(f"{request_id} 还没有结论，不能再提同样的请求")


def new_request(kind: str, request_id: str, payload: str) -> dict[str, str]:
    """请求的内容，正好三个键。"""
    return {"type": f"{kind}_request", "request_id": request_id, "payload": payload}


def new_record(
    kind: str, sender: str, target: str, payload: str, receipt: str
) -> Record:
    """刚登记的请求：待定，还没有答复。"""
    asked = Asked(kind=kind, sender=sender, target=target, payload=payload)
    return {**asked, "status": "pending", "reply": None, "receipt": receipt}


def check_answer(approve: bool, feedback: str) -> None:
    """同意与否只收 ``bool``，意见只收 ``str`` 且不过长，否则 ``ValueError``。"""
    if type(approve) is not bool:
        raise ValueError("approve 应当是 True 或 False")
    if type(feedback) is not str or len(feedback) > MAX_FEEDBACK:
        raise ValueError(f"feedback 应当是最多 {MAX_FEEDBACK} 个字符的 str")


def find_record(state: State, request_id: object) -> Record:
    """``request_id`` 的记录；没有，或者根本不是字符串，是 ``ValueError``。"""
    record = state.get(request_id) if isinstance(request_id, str) else None
    if record is None:
        raise ValueError(f"没有这个请求：{shown(request_id)}")
    return record


def new_response(
    kind: str, request_id: str, approve: bool, feedback: str
) -> dict[str, Any]:
    """答复的内容，正好四个键。"""
    answer = {"approve": approve, "feedback": feedback}
    return {"type": f"{kind}_response", "request_id": request_id, **answer}


def is_response(data: Mapping[str, Any]) -> bool:
    """键、``approve`` 和 ``feedback`` 是否都合乎答复的样子。"""
    if data.keys() != RESPONSE_KEYS:
        return False
    approve, feedback = data["approve"], data["feedback"]
    if type(approve) is not bool or type(feedback) is not str:
        return False
    return len(feedback) <= MAX_FEEDBACK


def is_between(message: Mapping[str, str], recipient: str, record: Record) -> bool:
    """信封是否从答复的人到提出的人，而且正是 ``recipient`` 收到的。"""
    if recipient != record["sender"] or message["recipient"] != record["sender"]:
        return False
    return message["sender"] == record["target"]


def ignored(reason: str) -> dict[str, str]:
    """不算数的信：只说原因，什么都没改。"""
    return {"status": "ignored", "reason": reason}
