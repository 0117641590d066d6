"""三段函数的教学输入：每个输入是一段准备和一次调用，都是读得懂的 Python。

准备和调用按 ``prepare.py``、``call.py`` 先后运行，共用一个名字空间，从空文件夹
开始。这里只拼接文字：用到的导入、共有的开头、这个故事自己的几行。
"""

from __future__ import annotations

from typing import Any

PACKAGE = "lesson_code.team_protocols"

NAMES = {
    "mailbox": ["load_inbox"],
    "protocol": [
        "encode_protocol",
        "match_response",
        "open_request",
        "read_protocol",
        "reply_request",
    ],
    "team": ["create_team"],
}

START = """\
state = {}
team = create_team()
lock = RLock()
"""

ASK_PLAN = """
# reader 先向 lead 提出计划，得到 req-1。
open_request(
    state, team, "mailbox", "reader", "lead", "plan", "先读程序，再运行一次", lock
)
"""

ASK_SHUTDOWN = """
# lead 先请 reader 收工，得到 req-1。
open_request(
    state, team, "mailbox", "lead", "reader", "shutdown", "工作做完了，请收工", lock
)
"""

BUSY = """
# reader 正在进行一个回合。
team["reader"]["active"] = True
team["reader"]["status"] = "running"
"""

AGREE = """
# lead 已经同意，答复也存好了。
reply_request(state, team, "mailbox", "req-1", "lead", True, "可以，只运行一次", lock)
"""

DECLINE = """
# lead 已经拒绝，答复也存好了。
reply_request(state, team, "mailbox", "req-1", "lead", False, "请先写明预期输出", lock)
"""

RECEIVE = """
# reader 信箱里的第一封信就是这份答复。
message = load_inbox("mailbox", "reader", team)[0]
"""

MATCH = """
# 同一封信已经匹配过一次。
match_response(state, message, "reader", lock)
"""

FILL_QUOTA = """
# 四个早先的请求都被拒绝了；它们仍占着名额。
for number in range(1, 5):
    request_id = f"req-{number}"
    payload = f"第 {number} 个计划"
    open_request(state, team, "mailbox", "reader", "lead", "plan", payload, lock)
    reply_request(state, team, "mailbox", request_id, "lead", False, "暂时不必", lock)
    message = load_inbox("mailbox", "reader", team)[-1]
    match_response(state, message, "reader", lock)
"""

FAIL_SAVE = """

# 教学注入：从这里起，用新文件换下旧信箱的那一步总是失败。
# 这是故意安排的，运行结束后 os.replace 会恢复原样。
def fail(*paths):
    raise OSError("教学注入：os.replace 失败，信箱没有换上新内容")


os.replace = fail
"""

CLOSED = """
# reader 已经收工。
team["reader"]["status"] = "closed"
"""

LETTER = """
# 手里的信：封面和内容都由表单填写。
data = {
    "type": ${type},
    "request_id": ${request_id},
    "approve": ${approve},
    "feedback": ${feedback},
}
message = {
    "id": "reader-1",
    "sender": ${sender},
    "recipient": ${addressee},
    "body": encode_protocol(data),
}
"""

FORGE_SENDER = """
# 信封上的寄件人换成了 reviewer；信里的内容一字未动。
message["sender"] = "reviewer"
"""

ASK = 'open_request(state, team, "mailbox", {}, lock)'
PLAN = '"reader", "lead", "plan", "先读程序，再运行一次"'
PLAN_FROM_LEAD = '"lead", "reader", "plan", "先读程序，再运行一次"'
SHUTDOWN = '"lead", "reader", "shutdown", "工作做完了，请收工"'

REPLY = 'reply_request(state, team, "mailbox", "req-1", {}, lock)'
YES = '"lead", True, "可以，只运行一次"'
NO = '"lead", False, "请先写明预期输出"'
YES_FROM_REVIEWER = '"reviewer", True, "可以，只运行一次"'
YES_FROM_READER = '"reader", True, "好，我收工"'

MATCHING = 'match_response(state, message, "reader", lock)'

WATCH: dict[str, Any] = {
    "objects": [
        {"name": "state", "title": {"zh": "请求表", "en": "Requests"}, "view": "table"},
        {"name": "team", "title": {"zh": "团队", "en": "Team"}, "view": "table"},
    ],
    "folders": [
        {
            "path": "mailbox",
            "title": {"zh": "信箱", "en": "Mailboxes"},
            "format": "jsonl",
            "limits": {"lines": 8, "bytes": 32_000},
        }
    ],
    "lock": {
        "name": "lock",
        "title": {"zh": "锁", "en": "Lock"},
        "holder": ["sender", "actor", "recipient"],
    },
    "diagram": {
        "actors": "team",
        "state": "status",
        "messages": "mailbox",
        "from": "sender",
        "to": "recipient",
        "text": "body",
    },
}


def edited(what: str, change: str) -> str:
    """准备里的几行：拆开协议信，改一处内容，再照样装好。"""
    return f"""
# {what}
data = read_protocol(message)
{change}
message["body"] = encode_protocol(data)
"""


def import_lines(text: str) -> str:
    """``text`` 用到的课程函数，按模块一行导入；太长就放进括号，一行一个。"""
    lines = ["import os"] if "os." in text else []
    lines += ["from threading import RLock", ""]
    for module, known in NAMES.items():
        names = [name for name in known if f"{name}(" in text]
        line = f"from {PACKAGE}.{module} import {', '.join(names)}"
        if len(line) > 88:
            listed = "".join(f"    {name},\n" for name in names)
            line = f"from {PACKAGE}.{module} import (\n{listed})"
        lines += [line] if names else []
    return "\n".join(lines) + "\n"


def call_text(function: str, arguments: str) -> str:
    """调用的全文：打印结果，或者打印拒绝、失败的原因。"""
    expression = function.format(arguments)
    if arguments:
        expression = expression.replace("(", "(\n        ", 1)[:-1] + "\n    )"
    return f"""\
try:
    result = {expression}
    print(result)
except (ValueError, OSError) as error:
    print({{"error": str(error)}})
"""


def given(name: str, zh: str, en: str, story: list[str], call: str) -> dict[str, Any]:
    """一个输入：``story`` 是准备里自己的几段，``call`` 是调用的全文。"""
    body = START + "".join(story)
    return {
        "name": name,
        "title": {"zh": zh, "en": en},
        "prepare": import_lines(body + call) + "\n" + body,
        "call": call,
    }


def area(
    name: str, zh: str, en: str, inputs: list[dict[str, Any]], form: dict[str, Any]
) -> dict[str, Any]:
    """一段：展示 ``protocol.py`` 里的一个函数；``form`` 让读者填自己的输入。"""
    return {
        "name": name,
        "function": f"protocol.py:{name}",
        "title": {"zh": zh, "en": en},
        "watch": WATCH,
        "inputs": inputs,
        "form": form,
    }


def ask(name: str, zh: str, en: str, *story: str, what: str = PLAN) -> dict[str, Any]:
    """``open_request`` 的一个输入。"""
    return given(name, zh, en, list(story), call_text(ASK, what))


def reply(name: str, zh: str, en: str, *story: str, what: str = YES) -> dict[str, Any]:
    """``reply_request`` 的一个输入。"""
    return given(name, zh, en, list(story), call_text(REPLY, what))


def match(name: str, zh: str, en: str, *story: str) -> dict[str, Any]:
    """``match_response`` 的一个输入：先有计划，再有一份答复（默认同意），再改动。"""
    decision, *changes = story if story[:1] == (DECLINE,) else (AGREE, *story)
    before = [ASK_PLAN, decision, RECEIVE, *changes]
    return given(name, zh, en, before, call_text(MATCHING, ""))


def field(
    name: str, zh: str, en: str, default: Any, *suggestions: str
) -> dict[str, Any]:
    """表单的一栏：填一段文字；``default`` 是布尔值时填任何 JSON 值。"""
    kind = "json" if isinstance(default, bool) else "text"
    title = {"zh": zh, "en": en}
    entry = {"name": name, "title": title, "kind": kind, "default": default}
    return {**entry, "suggestions": list(suggestions)} if suggestions else entry


def choice(
    name: str, zh: str, en: str, *options: tuple[str, str, str, str]
) -> dict[str, Any]:
    """表单的一栏：几段准备里选一段，原样放进去。"""
    listed = [
        {"name": key, "title": {"zh": title, "en": english}, "text": text}
        for key, title, english, text in options
    ]
    title = {"zh": zh, "en": en}
    return {"name": name, "title": title, "kind": "choice", "options": listed}


def form(
    fields: list[dict[str, Any]], prepare: str, function: str, arguments: str
) -> dict[str, Any]:
    """一段的表单：``${名字}`` 是要填的地方；导入的是各种填法用得到的全部。"""
    call = call_text(function, arguments)
    texts = [option["text"] for one in fields for option in one.get("options", ())]
    imports = import_lines("".join([START, prepare, *texts, call]))
    return {
        "fields": fields,
        "prepare": imports + "\n" + START + prepare,
        "call": call,
    }


MEMBERS = ("lead", "reader", "reviewer")

SAVING = choice(
    "saving",
    "存信",
    "Saving a letter",
    ("works", "照常", "works", ""),
    ("fails", "注入失败", "fails (injected)", FAIL_SAVE),
)

OPEN_FORM = form(
    [
        choice(
            "before",
            "之前",
            "What went before",
            ("nothing", "什么都没有", "nothing", ""),
            ("pending", "已有一份计划待定", "a plan is pending", ASK_PLAN),
            ("full", "名额已满", "the quota is full", FILL_QUOTA),
            ("closed", "reader 已关闭", "reader is closed", CLOSED),
        ),
        field("sender", "提出者", "Sender", "reader", *MEMBERS),
        field("target", "答复者", "Target", "lead", *MEMBERS),
        field("kind", "种类", "Kind", "plan", "plan", "shutdown"),
        field("payload", "内容", "Payload", "先读程序，再运行一次"),
        SAVING,
    ],
    "${before}${saving}",
    ASK,
    "${sender}, ${target}, ${kind}, ${payload}",
)

REPLY_FORM = form(
    [
        choice(
            "before",
            "之前",
            "What went before",
            ("plan", "reader 提出了计划", "reader submitted a plan", ASK_PLAN),
            (
                "idle",
                "请空闲的 reader 收工",
                "idle reader asked to close",
                ASK_SHUTDOWN,
            ),
            (
                "busy",
                "请忙碌的 reader 收工",
                "busy reader asked to close",
                ASK_SHUTDOWN + BUSY,
            ),
            ("agreed", "lead 已经同意", "lead has agreed", ASK_PLAN + AGREE),
            ("declined", "lead 已经拒绝", "lead has declined", ASK_PLAN + DECLINE),
            ("nothing", "什么都没有", "nothing", ""),
        ),
        field("request_id", "请求编号", "Request id", "req-1", "req-1", "req-2"),
        field("actor", "答复的人", "Actor", "lead", *MEMBERS),
        field("approve", "是否同意", "Approve", True, "true", "false", "1", '"true"'),
        field("feedback", "意见", "Feedback", "可以，只运行一次"),
        SAVING,
    ],
    "${before}${saving}",
    'reply_request(state, team, "mailbox", {}, lock)',
    "${request_id}, ${actor}, ${approve}, ${feedback}",
)

MATCH_FORM = form(
    [
        choice(
            "before",
            "之前",
            "What went before",
            ("agreed", "lead 同意了计划", "lead agreed to the plan", AGREE),
            ("declined", "lead 拒绝了计划", "lead declined the plan", DECLINE),
            ("asked", "计划还没有答复", "the plan has no reply yet", ""),
            (
                "matched",
                "同意已经匹配过一次",
                "the agreement was matched once",
                AGREE + RECEIVE + MATCH,
            ),
        ),
        field("sender", "信：寄件人", "Letter: sender", "lead", *MEMBERS),
        field("addressee", "信：收件人", "Letter: recipient", "reader", *MEMBERS),
        field(
            "type",
            "信：类型",
            "Letter: type",
            "plan_response",
            "plan_response",
            "shutdown_response",
        ),
        field("request_id", "信：请求编号", "Letter: request id", "req-1"),
        field(
            "approve",
            "信：是否同意",
            "Letter: approve",
            True,
            "true",
            "false",
            "1",
            '"true"',
        ),
        field("feedback", "信：意见", "Letter: feedback", "可以，只运行一次"),
        field("recipient", "收到的人", "Who received it", "reader", *MEMBERS),
    ],
    ASK_PLAN + "${before}" + LETTER,
    "match_response(state, message, {}, lock)",
    "${recipient}",
)

OPEN_INPUTS = [
    ask("plan", "读者提出计划", "The reader submits a plan"),
    ask("shutdown", "负责人请读者收工", "Lead asks the reader to close", what=SHUTDOWN),
    ask("direction", "方向不对", "The wrong direction", what=PLAN_FROM_LEAD),
    ask("pending", "同样的请求还没有结论", "The same kind is pending", ASK_PLAN),
    ask("limit", "名额已满", "The quota is full", FILL_QUOTA),
    ask("save_error", "请求存不下去", "The request cannot be saved", FAIL_SAVE),
]

REPLY_INPUTS = [
    reply("approve", "负责人同意", "Lead agrees", ASK_PLAN),
    reply("reject", "负责人拒绝", "Lead declines", ASK_PLAN, what=NO),
    reply(
        "wrong_role",
        "旁观者代为答复",
        "The reviewer answers for lead",
        ASK_PLAN,
        what=YES_FROM_REVIEWER,
    ),
    reply(
        "busy",
        "忙碌时请求收工",
        "Asked to close while busy",
        ASK_SHUTDOWN,
        BUSY,
        what=YES_FROM_READER,
    ),
    reply(
        "closed",
        "空闲的读者同意收工",
        "The idle reader agrees to close",
        ASK_SHUTDOWN,
        what=YES_FROM_READER,
    ),
    reply("duplicate", "同样的答复再来一次", "The same reply again", ASK_PLAN, AGREE),
    reply("conflict", "相反的答复", "An opposite reply", ASK_PLAN, AGREE, what=NO),
    reply(
        "save_error", "答复存不下去", "The reply cannot be saved", ASK_PLAN, FAIL_SAVE
    ),
]

MATCH_INPUTS = [
    match("approved", "存好的同意", "The saved agreement"),
    match("rejected", "存好的拒绝", "The saved refusal", DECLINE),
    match(
        "wrong_type",
        "类型不对",
        "The wrong type",
        edited("类型改成了收工的答复。", 'data["type"] = "shutdown_response"'),
    ),
    match("wrong_role", "寄件人不对", "The wrong sender", FORGE_SENDER),
    match(
        "unknown",
        "没有这个请求",
        "An unknown request",
        edited("编号改成了没有人提过的请求。", 'data["request_id"] = "req-404"'),
    ),
    match(
        "invalid",
        "字符串冒充布尔值",
        "A string in place of a bool",
        edited('approve 改成了字符串 "true"。', 'data["approve"] = "true"'),
    ),
    match(
        "forged",
        "从未存过的意见",
        "Feedback that was never saved",
        edited("意见改成了 lead 从未存过的话。", 'data["feedback"] = "想运行几次都行"'),
    ),
    match("duplicate", "同一封信匹配两次", "The same message twice", MATCH),
]

LESSON = {
    "title": {"zh": "团队协议：同意不等于许可", "en": "Agreement is not permission"},
    "areas": [
        area("open_request", "提出请求", "Open a request", OPEN_INPUTS, OPEN_FORM),
        area(
            "reply_request", "答复请求", "Reply to a request", REPLY_INPUTS, REPLY_FORM
        ),
        area(
            "match_response", "匹配答复", "Match the response", MATCH_INPUTS, MATCH_FORM
        ),
    ],
}
