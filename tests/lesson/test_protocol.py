"""The protocol's three functions: the order of checks, the results, and what stays untouched."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols.mailbox import load_inbox, save_inbox, send_message
from lesson_code.team_protocols.protocol import (
    encode_protocol,
    match_response,
    open_request,
    read_protocol,
    reply_request,
)

PREFIX = "[team-protocol] "


class Text(str):
    __slots__ = ()


class GuardedRecord(dict[str, Any]):
    """A record that is read and written only by whoever holds the lock."""

    def __init__(self, data: Any, lock: Any) -> None:
        super().__init__(data)
        self.lock = lock

    def __getitem__(self, key: str) -> Any:
        assert self.lock.depth, f"{key} read without the lock"
        return super().__getitem__(key)

    def __setitem__(self, key: str, value: Any) -> None:
        assert self.lock.depth, f"{key} written without the lock"
        super().__setitem__(key, value)


class GuardedState(GuardedRecord):
    """A request table that is looked at only by whoever holds the lock."""

    def __len__(self) -> int:
        assert self.lock.depth, "counted without the lock"
        return super().__len__()

    def get(self, key: str, default: Any = None) -> Any:
        assert self.lock.depth, "looked up without the lock"
        return super().get(key, default)

    def items(self) -> Any:
        assert self.lock.depth, "walked without the lock"
        return super().items()


class World:
    """One team, one table, one folder, one lock; calls with the lesson's defaults."""

    def __init__(self, state: Any, team: Any, box: Path, lock: Any) -> None:
        self.state, self.team, self.box, self.lock = state, team, box, lock

    def open(self, sender: Any = "reader", target: Any = "lead", kind: Any = "plan", payload: Any = "计划") -> Any:
        return open_request(self.state, self.team, self.box, sender, target, kind, payload, self.lock)

    def reply(self, request_id: Any = "req-1", actor: Any = "lead", approve: Any = True, feedback: Any = "好") -> Any:
        return reply_request(self.state, self.team, self.box, request_id, actor, approve, feedback, self.lock)

    def match(self, message: Any, recipient: Any = "reader") -> Any:
        return match_response(self.state, message, recipient, self.lock)

    def inbox(self, name: str) -> list[Any]:
        return list(load_inbox(self.box, name, self.team))

    def everything(self) -> Any:
        """All facts: state, team and the bytes of every file."""
        files = {path.name: path.read_bytes() for path in self.box.glob("*")}
        return copy.deepcopy((dict(self.state), dict(self.team), files))

    def guard(self) -> None:
        """From here on nothing is read or written without the lock."""
        records = {key: GuardedRecord(record, self.lock) for key, record in self.state.items()}
        self.state = GuardedState(records, self.lock)
        self.team = {name: GuardedRecord(member, self.lock) for name, member in self.team.items()}
        self.lock.sections = 0


@pytest.fixture
def world(state: Any, team: Any, box: Path, lock: Any) -> World:
    return World(state, team, box, lock)


# The envelope


def test_a_protocol_body_is_the_prefix_and_sorted_unescaped_json() -> None:
    assert encode_protocol({"b": "计划\u2028", "a": True}) == PREFIX + '{"a": true, "b": "计划\u2028"}'


def test_what_was_encoded_is_read() -> None:
    data = {"type": "x", "request_id": "y", "more": [1, None, "计划"]}
    message = {"sender": "a", "recipient": "b", "body": encode_protocol(data), "extra": 1}
    assert read_protocol(message) == data


@pytest.mark.parametrize(
    "body", ["", "x", "[team-protocol]", "[team-protocol]{}", " " + PREFIX + "{}", "[Team-protocol] {}"]
)
def test_an_ordinary_body_is_none(body: str) -> None:
    assert read_protocol({"sender": "a", "recipient": "b", "body": body}) is None


ENVELOPE = {"sender": "a", "recipient": "b", "body": "x"}


@pytest.mark.parametrize(
    "message",
    [None, "x", [], [("sender", "a")], {}]
    + [{key: ENVELOPE[key] for key in ENVELOPE if key != left_out} for left_out in ENVELOPE]
    + [{**ENVELOPE, key: wrong} for key in ENVELOPE for wrong in (None, 1, ["a"], b"a")],
)
def test_a_bad_envelope_is_refused(message: Any) -> None:
    with pytest.raises(ValueError, match="信封"):
        read_protocol(message)


def test_the_envelope_is_checked_before_the_body() -> None:
    with pytest.raises(ValueError, match="信封的 sender"):
        read_protocol({"sender": 1, "recipient": "b", "body": PREFIX + "broken"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "{",
        "{} {}",
        "[]",
        "5",
        "null",
        '"x"',
        "{}",
        '{"type": "x"}',
        '{"request_id": "x"}',
        '{"type": 1, "request_id": "x"}',
        '{"type": "x", "request_id": null}',
        '{"type": "x", "request_id": ["x"]}',
        '{"type": "x", "request_id": "y", "n": NaN}',
        '{"type": "x", "request_id": "y", "n": -Infinity}',
        '{"type": "x", "type": "z", "request_id": "y"}',
        "[" * 100_000,
        '{"type": ' * 50_000,
    ],
)
def test_broken_protocol_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_protocol({"sender": "a", "recipient": "b", "body": PREFIX + text})


# Opening a request


def test_a_plan_is_saved_then_registered_as_pending(world: World) -> None:
    assert world.open(payload=" 计划 \n") == {"request_id": "req-1", "status": "pending"}
    body = PREFIX + '{"payload": "计划", "request_id": "req-1", "type": "plan_request"}'
    assert world.inbox("lead") == [{"id": "lead-1", "sender": "reader", "recipient": "lead", "body": body}]
    assert world.state == {
        "req-1": {
            "kind": "plan",
            "sender": "reader",
            "target": "lead",
            "payload": "计划",
            "status": "pending",
            "reply": None,
            "receipt": "lead-1",
        }
    }


def test_a_shutdown_goes_from_lead_to_a_team_mate(world: World) -> None:
    assert world.open("lead", "reviewer", "shutdown") == {"request_id": "req-1", "status": "pending"}
    assert json.loads(world.inbox("reviewer")[0]["body"][len(PREFIX) :])["type"] == "shutdown_request"
    assert world.state["req-1"]["receipt"] == "reviewer-1"


def refused(world: World, match: str, **arguments: Any) -> None:
    before = world.everything()
    with pytest.raises(ValueError, match=match):
        world.open(**arguments)
    assert world.everything() == before


@pytest.mark.parametrize("name", ["stranger", "Lead", "", None, ["lead"], 1])
def test_both_names_are_registered(world: World, name: Any) -> None:
    refused(world, "成员", sender=name)
    refused(world, "成员", target=name)


@pytest.mark.parametrize(
    ("kind", "sender", "target"),
    [
        ("plan", "lead", "reader"),
        ("plan", "lead", "lead"),
        ("plan", "reader", "reviewer"),
        ("plan", "reader", "reader"),
        ("shutdown", "reader", "lead"),
        ("shutdown", "lead", "lead"),
        ("shutdown", "reader", "reviewer"),
        ("Plan", "reader", "lead"),
        ("", "reader", "lead"),
        (None, "reader", "lead"),
        (["plan"], "reader", "lead"),
        ("close", "lead", "reader"),
    ],
)
def test_every_other_direction_is_refused(world: World, kind: Any, sender: str, target: str) -> None:
    refused(world, "方向|种类", kind=kind, sender=sender, target=target)


@pytest.mark.parametrize("payload", ["", " \n", "x" * 181, None, 1, b"x", Text("x")])
def test_these_payloads_are_refused(world: World, payload: Any) -> None:
    refused(world, "内容", payload=payload)


@pytest.mark.parametrize("payload", ["x", "信" * 180, " " * 300 + "x" * 180])
def test_these_payloads_are_taken(world: World, payload: str) -> None:
    world.open(payload=payload)
    assert world.state["req-1"]["payload"] == payload.strip()


def test_the_arguments_are_checked_in_order_and_before_the_lock(world: World) -> None:
    refused(world, "first", sender="first", target="second", kind="x", payload="")
    refused(world, "second", target="second", kind="x", payload="")
    refused(world, "种类", kind="x", payload="")
    refused(world, "方向", sender="lead", payload="")
    refused(world, "内容", payload="")
    assert world.lock.sections == 0


def test_the_state_is_checked_in_order(world: World) -> None:
    world.open()
    world.team["reader"]["status"] = "closed"
    refused(world, "req-1 还没有结论")
    for number in range(2, 5):
        world.state[f"req-{number}"] = {**world.state["req-1"], "status": "rejected"}
    refused(world, "名额已满：最多 4 个")


def test_the_subject_must_not_be_closed(world: World) -> None:
    world.team["reader"]["status"] = "closed"
    refused(world, "reader 已经关闭")
    refused(world, "reader 已经关闭", sender="lead", target="reader", kind="shutdown")
    world.team["lead"]["status"] = "closed"
    assert world.open("reviewer")["status"] == "pending"
    assert world.open("lead", "reviewer", "shutdown")["status"] == "pending"


def test_only_the_same_kind_sender_and_target_is_a_repetition(world: World) -> None:
    assert world.open()["request_id"] == "req-1"
    assert world.open("reviewer")["request_id"] == "req-2"
    assert world.open("lead", "reader", "shutdown")["request_id"] == "req-3"
    assert world.open("lead", "reviewer", "shutdown")["request_id"] == "req-4"
    refused(world, "名额")


@pytest.mark.parametrize("status", ["approved", "rejected"])
def test_a_decided_request_may_be_made_again(world: World, status: str) -> None:
    world.open()
    world.state["req-1"]["status"] = status
    assert world.open() == {"request_id": "req-2", "status": "pending"}


@pytest.mark.parametrize("payload", ["\x01" * 180, "\ud800"])
def test_what_cannot_be_sent_is_not_registered(world: World, payload: str) -> None:
    """180 control characters pass the count, but JSON writes each with six."""
    refused(world, "正文|编码", payload=payload)


def test_a_full_or_damaged_mailbox_registers_nothing(world: World) -> None:
    for _ in range(8):
        send_message(world.box, world.team, "reviewer", "lead", "x", world.lock)
    refused(world, "信箱已满")
    (world.box / "lead.jsonl").write_text("broken\n")
    refused(world, "第 1 行")


@pytest.mark.usefixtures("broken_replace")
def test_a_failed_save_leaves_no_request_and_no_letter(world: World) -> None:
    with pytest.raises(OSError, match="injected"):
        world.open()
    assert world.state == {}
    assert os.listdir(world.box) == []


def test_opening_is_one_critical_section(world: World) -> None:
    world.open("reviewer")
    world.guard()
    world.open()
    assert world.lock.sections == 1


# Replying


def answer(request_id: str = "req-1", kind: str = "plan", approve: bool = True, feedback: str = "好") -> dict[str, Any]:
    return {"type": f"{kind}_response", "request_id": request_id, "approve": approve, "feedback": feedback}


def not_replied(world: World, match: str, **arguments: Any) -> None:
    before = world.everything()
    with pytest.raises(ValueError, match=match):
        world.reply(**arguments)
    assert world.everything() == before


@pytest.mark.parametrize("approve", [True, False])
@pytest.mark.parametrize("feedback", ["", "好", "好" * 120, " 空格留着 "])
def test_a_reply_is_saved_and_the_request_stays_pending(world: World, approve: bool, feedback: str) -> None:
    world.open()
    result = world.reply(approve=approve, feedback=feedback)
    assert result == {"request_id": "req-1", "status": "queued", "receipt": "reader-1"}
    assert world.state["req-1"]["reply"] == answer(approve=approve, feedback=feedback)
    assert world.state["req-1"]["status"] == "pending"
    (message,) = world.inbox("reader")
    assert (message["sender"], message["recipient"]) == ("lead", "reader")
    assert read_protocol(message) == answer(approve=approve, feedback=feedback)


@pytest.mark.parametrize("actor", ["stranger", "", None, ["lead"]])
def test_the_actor_is_registered(world: World, actor: Any) -> None:
    world.open()
    not_replied(world, "成员", actor=actor)


@pytest.mark.parametrize("approve", [1, 0, "true", None, [True]])
def test_approve_is_exactly_a_bool(world: World, approve: Any) -> None:
    world.open()
    not_replied(world, "approve", approve=approve)


@pytest.mark.parametrize("feedback", ["x" * 121, None, 1, b"x", Text("x")])
def test_feedback_is_exactly_a_short_str(world: World, feedback: Any) -> None:
    world.open()
    not_replied(world, "feedback", feedback=feedback)


def test_the_arguments_of_a_reply_are_checked_in_order_and_before_the_lock(world: World) -> None:
    not_replied(world, "stranger", request_id="req-9", actor="stranger", approve=1, feedback=1)
    not_replied(world, "approve", request_id="req-9", approve=1, feedback=1)
    not_replied(world, "feedback", request_id="req-9", feedback=1)
    assert world.lock.sections == 0
    not_replied(world, "req-9", request_id="req-9")


@pytest.mark.parametrize("request_id", ["req-2", "", 1, None, ["req-1"], {"req-1"}])
def test_a_request_that_is_not_there_is_refused(world: World, request_id: Any) -> None:
    world.open()
    not_replied(world, "没有这个请求", request_id=request_id)


@pytest.mark.parametrize("actor", ["reader", "reviewer"])
def test_only_the_target_may_reply(world: World, actor: str) -> None:
    world.open()
    not_replied(world, f"应由 lead 答复，不是 {actor}", actor=actor)


def test_an_equal_reply_is_sent_only_once(world: World) -> None:
    world.open()
    world.reply()
    before = world.everything()
    assert world.reply() == {"request_id": "req-1", "status": "already_sent"}
    world.state["req-1"]["status"] = "approved"
    assert world.reply() == {"request_id": "req-1", "status": "already_sent"}
    world.state["req-1"]["status"] = "pending"
    assert world.everything() == before


@pytest.mark.parametrize("other", [{"approve": False}, {"feedback": "另一句"}])
def test_a_different_reply_is_refused_and_the_first_stays(world: World, other: dict[str, Any]) -> None:
    world.open()
    world.reply()
    not_replied(world, "以第一份为准", **other)
    world.state["req-1"]["status"] = "approved"
    not_replied(world, "以第一份为准", **other)


@pytest.mark.parametrize("status", ["approved", "rejected"])
def test_a_request_that_is_decided_without_a_reply_takes_none(world: World, status: str) -> None:
    world.open()
    world.state["req-1"]["status"] = status
    not_replied(world, f"已有结论：{status}")


def test_a_busy_member_defers_its_closing(world: World) -> None:
    world.open("lead", "reader", "shutdown")
    world.team["reader"]["active"] = True
    before = world.everything()
    assert world.reply(actor="reader") == {"request_id": "req-1", "status": "deferred"}
    assert world.everything() == before
    world.team["reader"]["active"] = False
    assert world.reply(actor="reader")["status"] == "queued"
    assert world.team["reader"]["status"] == "closed"


def test_a_busy_member_may_decline_to_close_and_lead_may_be_busy_with_a_plan(world: World) -> None:
    world.team["reader"]["active"] = world.team["lead"]["active"] = True
    world.open("lead", "reader", "shutdown")
    assert world.reply(actor="reader", approve=False)["status"] == "queued"
    assert world.team["reader"]["status"] == "idle"
    world.open()
    assert world.reply("req-2")["status"] == "queued"


def test_an_idle_member_that_agrees_is_closed(world: World) -> None:
    world.open("lead", "reader", "shutdown")
    result = world.reply(actor="reader")
    assert result == {"request_id": "req-1", "status": "queued", "receipt": "lead-1"}
    assert world.team["reader"]["status"] == "closed"
    assert world.state["req-1"]["status"] == "pending"
    assert read_protocol(world.inbox("lead")[0]) == answer(kind="shutdown")


def test_agreeing_to_a_plan_closes_nobody(world: World) -> None:
    world.open()
    world.reply()
    assert {member["status"] for member in world.team.values()} == {"idle"}


def test_a_failed_save_of_a_reply_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.open("lead", "reader", "shutdown")
    before = world.everything()

    def fail(*paths: Any) -> None:
        raise OSError("injected")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="injected"):
            world.reply(actor="reader")
    assert world.everything() == before
    assert world.reply(actor="reader")["status"] == "queued"


def test_feedback_that_json_writes_too_long_is_refused_and_changes_nothing(world: World) -> None:
    world.open("lead", "reader", "shutdown")
    not_replied(world, "正文", actor="reader", feedback="\x01" * 120)
    not_replied(world, "编码", actor="reader", feedback="\udc80")
    for _ in range(8):
        send_message(world.box, world.team, "reviewer", "lead", "x", world.lock)
    not_replied(world, "信箱已满", actor="reader")


def test_the_letter_is_saved_before_the_reply_is_remembered_before_the_member_is_closed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open("lead", "reader", "shutdown")
    seen: list[Any] = []
    replace = os.replace

    class Noting(dict[str, Any]):
        def __setitem__(self, key: str, value: Any) -> None:
            seen.append(key)
            super().__setitem__(key, value)

    def noted(source: str, target: str) -> None:
        seen.append("letter")
        replace(source, target)

    world.state["req-1"] = Noting(world.state["req-1"])
    world.team["reader"] = Noting(world.team["reader"])
    monkeypatch.setattr(os, "replace", noted)
    world.reply(actor="reader")
    assert seen == ["letter", "reply", "status"]


def test_a_request_is_registered_after_its_letter_is_saved(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    replace = os.replace

    def noted(source: str, target: str) -> None:
        seen.append(dict(world.state))
        replace(source, target)

    monkeypatch.setattr(os, "replace", noted)
    world.open()
    assert seen == [{}]


@pytest.mark.parametrize("kind", ["plan", "shutdown"])
def test_replying_is_one_critical_section(world: World, kind: str) -> None:
    sender, target = ("reader", "lead") if kind == "plan" else ("lead", "reader")
    world.open(sender, target, kind)
    world.guard()
    world.reply(actor=target)
    assert world.lock.sections == 1


# Matching


def letter(data: Any = None, **changes: Any) -> dict[str, Any]:
    body = encode_protocol(answer() if data is None else data)
    return {"sender": "lead", "recipient": "reader", "body": body, **changes}


def ignored(world: World, reason: str, message: Any, recipient: Any = "reader") -> None:
    before = world.everything()
    assert world.match(message, recipient) == {"status": "ignored", "reason": reason}
    assert world.everything() == before


@pytest.mark.parametrize(("approve", "status"), [(True, "approved"), (False, "rejected")])
def test_the_saved_reply_decides_and_only_the_status_changes(world: World, approve: bool, status: str) -> None:
    world.open()
    world.reply(approve=approve)
    expected = world.everything()
    expected[0]["req-1"]["status"] = status
    assert world.match(world.inbox("reader")[0]) == {"request_id": "req-1", "status": status}
    assert world.everything() == expected
    assert world.match(world.inbox("reader")[0]) == {"request_id": "req-1", "status": "duplicate"}
    assert world.everything() == expected


def test_lead_matches_a_shutdown(world: World) -> None:
    world.open("lead", "reader", "shutdown")
    world.reply(actor="reader")
    assert world.match(world.inbox("lead")[0], "lead") == {"request_id": "req-1", "status": "approved"}


def test_what_cannot_be_read_raises(world: World) -> None:
    for message in (None, {}, letter(body=PREFIX + "{"), letter({"type": 1, "request_id": "req-1"})):
        with pytest.raises(ValueError, match=r"\w"):
            world.match(message)
    assert world.lock.sections == 0


def test_an_ordinary_message_is_ignored(world: World) -> None:
    ignored(world, "ordinary_message", letter(body="你好"))


@pytest.mark.parametrize(
    "change",
    [
        {"approve": "true"},
        {"approve": 1},
        {"approve": None},
        {"feedback": 1},
        {"feedback": None},
        {"feedback": "x" * 121},
        {"extra": 1},
        {"payload": "计划"},
    ],
)
def test_a_response_of_another_form_is_invalid(world: World, change: dict[str, Any]) -> None:
    world.open()
    world.reply()
    ignored(world, "invalid_response", letter({**answer(), **change}))
    ignored(world, "invalid_response", letter({**answer("req-404"), **change}), "lead")


@pytest.mark.parametrize("key", ["approve", "feedback"])
def test_a_response_without_a_key_is_invalid(world: World, key: str) -> None:
    world.open()
    world.reply()
    data = answer()
    del data[key]
    ignored(world, "invalid_response", letter(data))


def test_a_request_is_no_response(world: World) -> None:
    world.open()
    ignored(world, "invalid_response", world.inbox("lead")[0], "lead")


@pytest.mark.parametrize(
    "change", [{"request_id": "req-404"}, {"type": "shutdown_response"}, {"type": "plan_request"}, {"type": ""}]
)
def test_an_unknown_id_or_another_type_is_ignored(world: World, change: dict[str, Any]) -> None:
    world.open()
    world.reply()
    ignored(world, "id_or_type", letter({**answer(), **change}, sender="reviewer"), "lead")


@pytest.mark.parametrize(
    ("changes", "recipient"),
    [
        ({}, "lead"),
        ({}, "reviewer"),
        ({}, None),
        ({"recipient": "lead"}, "reader"),
        ({"sender": "reviewer"}, "reader"),
        ({"sender": "reader"}, "reader"),
        ({"recipient": "lead", "sender": "reader"}, "lead"),
    ],
)
def test_the_envelope_is_from_the_target_to_the_sender(world: World, changes: dict[str, str], recipient: Any) -> None:
    world.open()
    world.reply()
    ignored(world, "role_or_recipient", letter(**changes), recipient)
    ignored(world, "role_or_recipient", letter(answer(feedback="从未存过"), **changes), recipient)


def test_a_name_inside_the_json_is_not_trusted(world: World) -> None:
    world.open()
    world.reply()
    ignored(world, "invalid_response", letter({**answer(), "sender": "lead"}, sender="reviewer"))


@pytest.mark.parametrize("change", [{"feedback": "从未存过"}, {"approve": False}])
def test_content_that_was_never_saved_is_ignored(world: World, change: dict[str, Any]) -> None:
    world.open()
    world.reply()
    ignored(world, "not_saved_reply", letter({**answer(), **change}))
    world.match(letter())
    ignored(world, "not_saved_reply", letter({**answer(), **change}))


def test_a_perfect_forgery_before_any_reply_is_ignored(world: World) -> None:
    world.open()
    ignored(world, "not_saved_reply", letter())


def test_a_letter_with_the_prefix_sent_by_the_wrong_member_does_not_decide(world: World) -> None:
    world.open()
    world.reply()
    send_message(world.box, world.team, "reviewer", "reader", encode_protocol(answer()), world.lock)
    ignored(world, "role_or_recipient", world.inbox("reader")[1])


def test_matching_is_one_critical_section_and_touches_no_file(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.open()
    world.reply()
    message = world.inbox("reader")[0]
    world.guard()
    monkeypatch.setattr("builtins.open", None)
    assert world.match(message)["status"] == "approved"
    assert world.lock.sections == 1


def test_extra_keys_and_a_missing_id_of_the_envelope_do_not_matter(world: World) -> None:
    world.open()
    world.reply()
    assert world.match(letter(extra=1))["status"] == "approved"


def test_a_rewritten_but_equal_body_is_equal(world: World) -> None:
    world.open()
    world.reply()
    body = PREFIX + json.dumps(answer(), ensure_ascii=True, indent=1)
    assert world.match(letter(body=body))["status"] == "approved"


def test_a_broken_mailbox_does_not_hinder_matching(world: World) -> None:
    world.open()
    world.reply()
    message = world.inbox("reader")[0]
    save_inbox(world.box, "reader", [])
    assert world.match(message)["status"] == "approved"
