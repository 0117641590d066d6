"""每个函数一个平常的输入，和几个出事的输入。"""

from __future__ import annotations

from typing import Any

PACKAGE = "essay_code.four_facts"

YES = "reply = {'from': 'lead', 'request_id': 'req-1', 'approve': True}\n"
NO = "reply = {'from': 'lead', 'request_id': 'req-1', 'approve': False}\n"
ALLOW = "host = {'allow': True, 'ran': False}\n"
DENY = "host = {'allow': False, 'ran': False}\n"
FOUR = """\
record = {'saved': None, 'matched': None, 'agreed': None, 'permitted': None}
box = []
"""
FORGED = """\
# 后来又来了一封：reviewer 写的，内容也是“可以”。
box.append({'from': 'reviewer', 'request_id': 'req-1', 'approve': True})
"""
REPLACED = """
# 存完以后，有人在信箱里多放了一封，抢在最后。
def replaced(box, letter):
    works(box, letter)
    box.append({**letter, 'from': 'reviewer'})

"""

WATCH = {
    "record": ("记录", "Record"),
    "box": ("信箱", "Mailbox"),
    "host": ("宿主", "Host"),
}


def imports(function: str, module: str, *saves: str) -> str:
    """准备开头的导入。"""
    saving = f"from {PACKAGE}.saving import {', '.join(saves)}\n" if saves else ""
    return f"from {PACKAGE}.{module} import {function}\n{saving}\n"


def call(expression: str) -> str:
    """调用：打印结果，或者打印失败的原因。"""
    return f"""\
try:
    print({expression})
except OSError as error:
    print({{"error": str(error)}})
"""


def given(name: str, zh: str, en: str, prepare: str, expression: str) -> dict[str, Any]:
    """一个输入。"""
    title = {"zh": zh, "en": en}
    return {
        "name": name,
        "title": title,
        "prepare": prepare,
        "call": call(expression),
    }


def area(
    module: str, name: str, zh: str, en: str, names: str, inputs: list[dict[str, Any]]
) -> dict[str, Any]:
    """一段；``names`` 是看着的对象。"""
    watched = [
        {"name": one, "title": {"zh": WATCH[one][0], "en": WATCH[one][1]}}
        for one in names.split()
    ]
    return {
        "name": name,
        "function": f"{module}.py:{name}",
        "title": {"zh": zh, "en": en},
        "watch": {"objects": watched},
        "inputs": inputs,
    }


def through(
    name: str, zh: str, en: str, *story: str, save: str = "works"
) -> dict[str, Any]:
    """``carry_through`` 的一个输入。"""
    start = imports("carry_through", "apart", "fails" if save == "fails" else "works")
    arguments = f"record, box, reply, host, {save}"
    prepare = start + FOUR + "".join(story)
    return given(name, zh, en, prepare, f"carry_through({arguments})")


def saving(name: str, zh: str, en: str, save: str) -> dict[str, Any]:
    """``agree_then_save`` 的一个输入。"""
    start = imports("agree_then_save", "merged", save)
    prepare = f"{start}record = {{'status': 'pending'}}\nbox = []\n{YES}"
    return given(name, zh, en, prepare, f"agree_then_save(record, box, reply, {save})")


def trusting(name: str, zh: str, en: str, *story: str) -> dict[str, Any]:
    """``trust_the_box`` 的一个输入。"""
    start = imports("trust_the_box", "merged")
    record = "record = {'request_id': 'req-1', 'status': 'pending'}\n"
    prepare = start + record + "".join(story)
    return given(name, zh, en, prepare, "trust_the_box(record, box)")


def answered(name: str, zh: str, en: str, reply: str) -> dict[str, Any]:
    """``run_when_answered`` 的一个输入。"""
    start = imports("run_when_answered", "merged")
    prepare = f"{start}{reply}record = {{'reply': reply, 'answered': False}}\n"
    return given(name, zh, en, prepare, "run_when_answered(record, dict(reply))")


def approved(name: str, zh: str, en: str, host: str) -> dict[str, Any]:
    """``run_when_approved`` 的一个输入。"""
    start = imports("run_when_approved", "merged")
    prepare = f"{start}record = {{'status': 'approved'}}\n{host}"
    return given(name, zh, en, prepare, "run_when_approved(record, host)")


THROUGH = [
    through("fine", "一路顺利", "All goes well", YES, ALLOW),
    through("lost", "信存不下去", "The letter is not saved", YES, ALLOW, save="fails"),
    through(
        "forged",
        "收到的是另一封",
        "Another letter arrives",
        YES,
        ALLOW,
        REPLACED,
        save="replaced",
    ),
    through("declined", "答复是不同意", "The reply is no", NO, ALLOW),
    through("denied", "宿主没有许可", "The host does not permit", YES, DENY),
]

SAVING = [
    saving("fine", "存得下去", "The letter is saved", "works"),
    saving("lost", "信存不下去", "The letter is not saved", "fails"),
]

LETTER = YES + "box = [reply]\n"
TRUSTING = [
    trusting("fine", "负责人的答复", "Lead's reply", LETTER),
    trusting(
        "forged",
        "负责人说不，旁人说可以",
        "Lead says no, a bystander says yes",
        NO + "box = [reply]\n" + FORGED,
    ),
]

ANSWERED = [
    answered("fine", "答复是同意", "The reply is yes", YES),
    answered("declined", "答复是不同意", "The reply is no", NO),
]

APPROVED = [
    approved("fine", "宿主也许可", "The host permits, too", ALLOW),
    approved("denied", "宿主没有许可", "The host does not permit", DENY),
]

LESSON = {
    "title": {"zh": "四个事实", "en": "Four facts"},
    "areas": [
        area(
            "apart",
            "carry_through",
            "分开写",
            "Kept apart",
            "record box host",
            THROUGH,
        ),
        area(
            "merged",
            "agree_then_save",
            "同意与存好",
            "Agreed and saved",
            "record box",
            SAVING,
        ),
        area(
            "merged",
            "trust_the_box",
            "存好与匹配",
            "Saved and matched",
            "record box",
            TRUSTING,
        ),
        area(
            "merged",
            "run_when_answered",
            "匹配与同意",
            "Matched and agreed",
            "record",
            ANSWERED,
        ),
        area(
            "merged",
            "run_when_approved",
            "同意与许可",
            "Agreed and permitted",
            "record host",
            APPROVED,
        ),
    ],
}
