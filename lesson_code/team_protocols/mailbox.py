r"""信箱：一位收件人一个文件，一行一封信，只增加，不覆盖。

词汇：
    信      ``{"id", "sender", "recipient", "body"}``，键按这个顺序。
    信箱    ``<目录>/<收件人>.jsonl``：UTF-8，每行一个 JSON，只以 ``\n`` 结尾。
    编号    ``<收件人>-<n>``，n 从 1 数起，与行号相同。

拒绝一律是 ``ValueError``，说明是什么、在哪里；``OSError`` 原样交给调用者。
坏掉的一*行*意味着文件已损坏，整个信箱停用，而不是跳过那一行。
"""

from __future__ import annotations

import json
import os
import random
import re
import stat
from collections.abc import Container, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any, NoReturn, TypedDict

MAX_BYTES = 32_000
MAX_MESSAGES = 8
MAX_BODY = 600
MEMBER_NAME = re.compile(r"[a-z][a-z0-9-]{0,23}")
MAX_NESTING = 64
JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)|[\[{}\]]', re.DOTALL)
NESTING = {"[": 1, "{": 1, "]": -1, "}": -1}
MESSAGE_KEYS = frozenset({"id", "sender", "recipient", "body"})

Folder = str | os.PathLike[str]
Lock = AbstractContextManager[object, None]


class Message(TypedDict):
    """一封信。"""

    id: str
    sender: str
    recipient: str
    body: str


def member_name(name: object, members: Container[str]) -> str:
    """确认 ``name`` 是 ``members`` 里登记过的名字，并返回它。

    名字是整个匹配 ``[a-z][a-z0-9-]{0,23}`` 的字符串：它会成为文件名，
    所以形状先于登记。不符合时 ``ValueError``。
    """
    text = plain_name(name)
    if text not in members:
        raise ValueError(f"没有登记过的成员：{text}")
    return text


def load_inbox(
    directory: Folder, recipient: str, members: Container[str]
) -> list[Message]:
    """读出 ``recipient`` 的全部信；文件不存在就是空列表。

    名字不对、不是普通文件（符号链接也算）、过大、过多或有任何一行损坏，
    都是 ``ValueError``。只读，什么也不改。
    """
    recipient = member_name(recipient, members)
    path = inbox_path(directory, recipient)
    messages = []
    for number, line in enumerate(read_lines(path), start=1):
        try:
            message = parse_line(line, recipient, number, members)
        except ValueError as error:
            raise ValueError(f"信箱 {path} 第 {number} 行已损坏：{error}") from error
        messages.append(message)
    return messages


def save_inbox(directory: Folder, recipient: str, items: Sequence[Message]) -> None:
    """把 ``items`` 存成 ``recipient`` 的整个信箱，要么全成，要么不变。

    先编码再动文件：过大或无法编码是 ``ValueError``，此时什么都没碰。
    然后写同一文件夹里的临时文件，落盘，再一次换名；中途无论怎样失败，
    旧信箱都完好，临时文件都会删掉，失败原样抛出。
    """
    path = inbox_path(directory, recipient)
    data = encode_lines(path, items)
    temporary = f"{path}.{random.randrange(10**9)}.tmp"
    os.makedirs(directory, exist_ok=True)
    try:
        write_to_disk(temporary, data)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def send_message(
    directory: Folder,
    members: Container[str],
    sender: str,
    recipient: str,
    body: str,
    lock: Lock,
) -> dict[str, str]:
    """把一封信放进 ``recipient`` 的信箱，返回 ``{"id", "status": "queued"}``。

    ``queued`` 只说信已存好，不说有人读过。寄给自己、寄给已关闭的成员、
    正文带着协议前缀，都可以：防伪靠匹配，不靠信箱。
    参数不对、信箱已满或已损坏是 ``ValueError``；存不下去是 ``OSError``。
    """
    sender = member_name(sender, members)
    recipient = member_name(recipient, members)
    body = clean_body(body)
    with lock:
        messages = load_inbox(directory, recipient, members)
        if len(messages) >= MAX_MESSAGES:
            raise ValueError(f"{recipient} 的信箱已满：最多 {MAX_MESSAGES} 封，不覆盖")
        number = len(messages) + 1
        message_id = f"{recipient}-{number}"
        message = Message(id=message_id, sender=sender, recipient=recipient, body=body)
        messages.append(message)
        save_inbox(directory, recipient, messages)
    return {"id": message_id, "status": "queued"}


def plain_name(name: object) -> str:
    """写法正确的名字，总是 ``str`` 本身；写法不对是 ``ValueError``。"""
    match = MEMBER_NAME.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise ValueError(f"成员名的写法不对：{shown(name)}；例如 reader")
    return match.group()


def inbox_path(directory: Folder, recipient: str) -> str:
    """``recipient`` 的信箱文件；写法不对的名字会逃出文件夹，所以 ``ValueError``。"""
    return os.path.join(directory, f"{plain_name(recipient)}.jsonl")


def read_lines(path: str) -> list[str]:
    r"""信箱文件里的行，不带结尾的 ``\n``；文件不存在就没有行。

    只按 ``\n`` 分行：U+2028 或 U+0085 是正文里的普通文字。
    """
    try:
        text = read_bytes(path).decode("utf-8")
    except FileNotFoundError:
        return []
    except UnicodeDecodeError as error:
        raise ValueError(f"信箱 {path} 不是 UTF-8：第 {error.start} 个字节") from error
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError(f"信箱 {path} 的最后一行不完整：没有以换行结尾")
    if len(lines) > MAX_MESSAGES:
        raise ValueError(f"信箱 {path} 超过 {MAX_MESSAGES} 封信")
    return lines


def read_bytes(path: str) -> bytes:
    """普通文件的内容；最多读到足以知道它过大为止。"""
    if not stat.S_ISREG(os.lstat(path).st_mode):
        raise ValueError(f"信箱 {path} 不是普通文件（符号链接也不行）")
    with open(path, "rb", buffering=0) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"信箱 {path} 超过 {MAX_BYTES} 字节")
    return data


def parse_line(
    line: str, recipient: str, number: int, members: Container[str]
) -> Message:
    """把第 ``number`` 行读成一封信；任何一处不合约定都是 ``ValueError``。"""
    if line.endswith("\r"):
        raise ValueError("行尾多了一个回车")
    data = parse_json(line)
    if not isinstance(data, dict) or data.keys() != MESSAGE_KEYS:
        raise ValueError("键应当正好是 id、sender、recipient、body")
    if data["id"] != f"{recipient}-{number}":
        raise ValueError(f"编号应当是 {recipient}-{number}")
    if data["recipient"] != recipient:
        raise ValueError(f"收件人应当是 {recipient}")
    sender = member_name(data["sender"], members)
    body = checked_body(data["body"])
    return Message(id=data["id"], sender=sender, recipient=recipient, body=body)


def clean_body(body: object) -> str:
    """去掉首尾空白的正文；不是字符串，或去掉后长度不对，是 ``ValueError``。"""
    text = body.strip() if isinstance(body, str) else body
    return checked_body(text)


def checked_body(body: object) -> str:
    """原样返回 1 到 600 个字符的正文，否则 ``ValueError``。"""
    if not isinstance(body, str) or not 1 <= len(body) <= MAX_BODY:
        raise ValueError(f"正文应当是 1 到 {MAX_BODY} 个字符的字符串")
    return body


def refuse_constant(name: str) -> NoReturn:
    """JSON 里没有 ``NaN``、``Infinity`` 和 ``-Infinity``。"""
    raise ValueError(f"JSON 里没有 {name}")


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON 对象的字典；同一个键写了两次时，谁也不该猜哪个算数。"""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("同一个键写了两次")
    return data


DECODER = json.JSONDecoder(
    parse_constant=refuse_constant, object_pairs_hook=unique_keys
)


def parse_json(text: str) -> Any:
    """严格地读 JSON：NaN、Infinity、重复的键和过深的嵌套也是 ``ValueError``。"""
    check_nesting(text)
    return DECODER.decode(text)


def check_nesting(text: str) -> None:
    """嵌套过深是 ``ValueError``；先数一遍，因为解析它会耗尽浏览器里的栈。"""
    if text.count("[") + text.count("{") <= MAX_NESTING:
        return
    depth = 0
    for token in JSON_TOKEN.findall(text):
        depth += NESTING.get(token, 0)
        if depth > MAX_NESTING:
            raise ValueError("JSON 嵌套过深")


def encode_lines(path: str, items: Sequence[Message]) -> bytes:
    """整个信箱的字节；无法写成 JSON 或 UTF-8、或者过大，是 ``ValueError``。"""
    text = ""
    try:
        for item in items:
            text += json.dumps(item, ensure_ascii=False, allow_nan=False) + "\n"
        data = text.encode("utf-8")
    except (TypeError, ValueError) as error:
        raise ValueError(f"信箱 {path} 里有无法编码的内容：{error}") from error
    if len(data) > MAX_BYTES:
        raise ValueError(f"信箱 {path} 会超过 {MAX_BYTES} 字节，没有保存")
    return data


def write_to_disk(path: str, data: bytes) -> None:
    """新建文件，写进全部内容并落盘。已有同名文件或链接时不动它，``OSError``。"""
    with open(path, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def shown(value: object) -> str:
    """错误信息里给人看的样子：字符串照写但不过长，其余只说类型。"""
    return repr(value[:40]) if isinstance(value, str) else type(value).__name__
