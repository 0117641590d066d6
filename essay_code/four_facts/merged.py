"""合着写：每个函数让两个事实共用一个字段。平常看不出来，出事才看得出来。"""

from __future__ import annotations

from essay_code.four_facts.apart import Box, Letter, Record, Save


def agree_then_save(record: Record, box: Box, reply: Letter, save: Save) -> str:
    """同意 = 存好：先写下结论，再存信。"""
    record["status"] = "approved" if reply["approve"] else "rejected"
    save(box, reply)
    return f"结论是 {record['status']}"


def trust_the_box(record: Record, box: Box) -> str:
    """存好 = 匹配：信箱里有信，就算数。"""
    for letter in box:
        if letter["request_id"] == record["request_id"]:
            record["status"] = "approved" if letter["approve"] else "rejected"
    return f"结论是 {record['status']}"


def run_when_answered(record: Record, letter: Letter) -> str:
    """匹配 = 同意：对上了一封答复，就当它是“可以”。"""
    record["answered"] = letter == record["reply"]
    if record["answered"]:
        return "运行"
    return "再等等"


def run_when_approved(record: Record, host: dict[str, bool]) -> str:
    """同意 = 许可：计划获批了，就去运行。"""
    if record["status"] == "approved":
        host["ran"] = True
        return "运行"
    return "不运行"
