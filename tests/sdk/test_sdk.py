"""The three paths with the real Anthropic SDK over a simulated transport, recovering from an overload.

Needs the optional extra ``sdk``. SDK 1.13 and newer speaks through httpx2, httpx's successor.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import anthropic
import httpx2
import pytest

from lesson_code.team_protocols.mailbox import load_inbox
from lesson_code.team_protocols.models import lead_model, reader_model
from lesson_code.team_protocols.protocol import PREFIX, read_protocol
from lesson_code.team_protocols.story import Practice, conclusion, new_practice, play
from lesson_code.team_protocols.world import World
from tests.sdk.model import sdk_model
from tests.sdk.service import Service

PATHS = {
    "allowed": ("approve", "allow", "x", "结果：一致（输出 42，预期 42）"),
    "rejected": ("reject", "allow", None, "结果：未运行（计划未获批准）"),
    "denied": ("approve", "deny", None, "结果：未运行（宿主未许可）"),
}


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever would leave this process fails the test, and no setting of this machine is used."""

    def refuse(*arguments: Any) -> None:
        raise AssertionError(f"the network was used: {arguments}")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


class Played:
    """One path from end to end, with the SDK as both members' model."""

    def __init__(self, place: Path, plan: str, decision: str, retries: int = 2) -> None:
        self.lines: list[str] = []
        self.world = World(place / "mailbox", place, self.lines.append)
        self.service = Service({"reader": reader_model(), "lead": lead_model(plan)}, self.mail)
        self.client = anthropic.Anthropic(
            api_key="simulated",
            base_url="http://service.invalid",
            max_retries=retries,
            http_client=httpx2.Client(transport=httpx2.MockTransport(self.service.handle)),
        )
        self.practice = self.prepared(decision)

    def prepared(self, decision: str) -> Practice:
        practice = new_practice(self.world, decision=decision)
        for agent in (practice.lead, practice.reader):
            agent.model = sdk_model(self.client, agent.name, agent.tools)
        return practice

    def mail(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.world.mailbox.glob("*")}

    def letters(self) -> list[Any]:
        return [
            message for name in self.world.team for message in load_inbox(self.world.mailbox, name, self.world.team)
        ]


@pytest.fixture(params=PATHS.values(), ids=list(PATHS))
def path(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Played, str | None, str]:
    plan, decision, counter, ending = request.param
    played = Played(tmp_path, plan, decision)
    play(played.practice)
    return played, counter, ending


def test_the_path_ends_as_it_does_with_stand_ins(path: tuple[Played, str | None, str]) -> None:
    played, counter, ending = path
    assert conclusion(played.practice.findings) == (ending, 0)
    written = played.world.workshop / "counter.txt"
    assert (written.read_text() if written.exists() else None) == counter
    assert played.world.team["reader"]["status"] == "closed"


def test_seven_logical_requests_are_eight_on_the_wire(path: tuple[Played, str | None, str]) -> None:
    played, _, _ = path
    assert played.world.asked == ["reader"] * 2 + ["lead"] * 2 + ["reader"] * 3
    assert [body["system"] for body in played.service.requests] == ["reader"] * 2 + ["lead"] * 3 + ["reader"] * 3
    assert played.service.statuses == [200, 200, 200, 529, 200, 200, 200, 200]


def test_the_sdk_itself_asks_again_with_the_same_words(path: tuple[Played, str | None, str]) -> None:
    played, _, _ = path
    assert played.service.retries == ["0", "0", "0", "0", "1", "0", "0", "0"]
    assert played.service.requests[3] == played.service.requests[4]
    (result,) = played.service.requests[3]["messages"][-1]["content"]
    assert result["type"] == "tool_result"
    assert '"queued"' in result["content"]


def test_recovering_sends_no_letter_again(path: tuple[Played, str | None, str]) -> None:
    played, _, _ = path
    before, after = played.service.seen[3], played.service.seen[4]
    assert before == after
    assert set(before) == {"lead.jsonl", "reader.jsonl"}
    contents = [read_protocol(message) for message in played.letters()]
    assert all(message["body"].startswith(PREFIX) for message in played.letters())
    assert sorted(content["type"] for content in contents if content) == [
        "plan_request",
        "plan_response",
        "shutdown_request",
        "shutdown_response",
    ]


def test_no_tool_that_the_service_sees_has_a_sender_or_an_actor(path: tuple[Played, str | None, str]) -> None:
    played, _, _ = path
    names = {
        name
        for body in played.service.requests
        for tool in body["tools"]
        for name in tool["input_schema"]["properties"]
    }
    assert names == {"request_id", "approve", "feedback", "payload"}


def test_without_a_retry_the_overload_reaches_the_program_and_the_reply_stays_saved(tmp_path: Path) -> None:
    """What the retry is good for: here nobody asks again. The letter that was sent is not lost either."""
    played = Played(tmp_path, "approve", "allow", retries=0)
    with pytest.raises(anthropic.APIStatusError, match="Overloaded"):
        play(played.practice)
    assert played.service.statuses == [200, 200, 200, 529]
    assert len(played.letters()) == 2
    assert played.world.team["lead"]["status"] == "idle"
    assert not (played.world.workshop / "counter.txt").exists()


def test_the_sdk_is_of_the_major_that_was_asked_for() -> None:
    major, minor = map(int, anthropic.__version__.split(".")[:2])
    assert major == 1
    assert minor >= 13
