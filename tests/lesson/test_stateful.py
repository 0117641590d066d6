"""Any order of all calls, failures and letters: what must always hold, holds after each of them."""

from __future__ import annotations

import copy
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from lesson_code.team_protocols.agent import Agent
from lesson_code.team_protocols.closing import ask_to_close, confirm_closing
from lesson_code.team_protocols.inbox import consume_responses
from lesson_code.team_protocols.mailbox import load_inbox, send_message
from lesson_code.team_protocols.models import scripted, stop
from lesson_code.team_protocols.permission import host_hook
from lesson_code.team_protocols.plan_gate import plan_hook
from lesson_code.team_protocols.program import Run
from lesson_code.team_protocols.protocol import Record, encode_protocol, match_response, open_request, reply_request
from lesson_code.team_protocols.tools import Findings, call_tool, reader_tools
from lesson_code.team_protocols.turns import begin_turn, deliver, end_turn
from lesson_code.team_protocols.world import World

NAMES = st.sampled_from(["lead", "reader", "reviewer"])
ANY_NAME = st.sampled_from(["lead", "reader", "reviewer", "stranger"])
IDS = st.sampled_from(["req-1", "req-2", "req-3", "req-4", "req-404"])
KINDS = st.sampled_from(["plan", "shutdown", "other"])
TEXTS = st.one_of(
    st.sampled_from(["", "好", " 好 ", "\u2028", "\x01" * 120, "x" * 121, "x" * 181, "\ud800"]),
    st.text(max_size=12),
)
RESPONSES = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["plan_response", "shutdown_response", "plan_request"]),
        "request_id": IDS,
        "approve": st.sampled_from([True, False, "true"]),
        "feedback": st.sampled_from(["", "好", "x" * 121]),
    }
)
BODIES = st.one_of(
    st.builds(encode_protocol, RESPONSES),
    st.sampled_from(["你好", "[team-protocol] {", "[team-protocol] []", "", "x" * 601, "\udc80"]),
)


ANSWER = {"approve": True, "feedback": "好"}
CHANGES: list[dict[str, Callable[[Any], Any]]] = [
    {"name": lambda name: "reviewer" if name != "reviewer" else "reader"},
    {"sender": lambda name: "reviewer" if name != "reviewer" else "reader"},
    {"recipient": lambda name: "reviewer" if name != "reviewer" else "reader"},
    {"type": lambda kind: "plan_response" if kind != "plan_response" else "shutdown_response"},
    {"request_id": lambda request_id: "req-404"},
    {"approve": lambda approve: not approve},
    {"feedback": lambda feedback: feedback[:119] + "。"},
]

SAVE_STEPS = ["os.replace", "os.fsync"]


def counted_run(world: World) -> Callable[..., Run]:
    """In place of a real process, hundreds of times: one ``x``, as main.py would write it."""

    def run(workshop: Path, source: Path) -> Run:
        with (world.workshop / "counter.txt").open("a") as file:
            file.write("x")
        return {"output": "42", "problem": None}

    return run


class Team(RuleBasedStateMachine):
    @initialize()
    def start(self) -> None:
        self.place = Path(tempfile.mkdtemp())
        self.world = World(self.place / "mailbox", self.place, lambda line: None)
        self.permitted = 0
        self.findings = Findings()
        self.closed_turns: dict[str, int] = {}
        self.fsync = mock.patch("os.fsync")
        self.fsync.start()

    def teardown(self) -> None:
        if hasattr(self, "place"):
            self.fsync.stop()
            shutil.rmtree(self.place)

    # What is done

    @rule(sender=ANY_NAME, other=ANY_NAME, kind=KINDS, payload=TEXTS)
    def open(self, sender: str, other: str, kind: str, payload: str) -> None:
        self.attempt(lambda: self.opening(sender, other, kind, payload))

    @rule(sender=st.sampled_from(["reader", "reviewer"]))
    def open_plan(self, sender: str) -> None:
        self.attempt(lambda: self.opening(sender, "lead", "plan", "计划"))

    @rule(sender=st.sampled_from(["reader", "reviewer"]), approve=st.booleans())
    def plan_from_end_to_end(self, sender: str, approve: bool) -> None:
        """What random calls seldom reach: a plan that is decided."""
        world = self.world
        request_id = f"req-{len(world.state) + 1}"
        self.attempt(lambda: self.opening(sender, "lead", "plan", "计划"))
        self.attempt(lambda: self.replying(request_id, "lead", approve, "好"))
        self.attempt(lambda: consume_responses(world.state, world.team, world.mailbox, sender, world.lock))

    @rule(request_id=IDS, actor=ANY_NAME, approve=st.booleans(), feedback=TEXTS)
    def reply(self, request_id: str, actor: str, approve: bool, feedback: str) -> None:
        self.attempt(lambda: self.replying(request_id, actor, approve, feedback))

    @rule(data=st.data(), approve=st.booleans())
    @precondition(lambda self: self.world.state)
    def reply_as_asked(self, data: st.DataObject, approve: bool) -> None:
        record = self.some_record(data)
        self.attempt(lambda: self.replying(self.id_of(record), record["target"], approve, "好"))

    @rule(name=NAMES)
    def consume(self, name: str) -> None:
        world = self.world
        self.attempt(lambda: consume_responses(world.state, world.team, world.mailbox, name, world.lock))
        self.must_change_nothing(lambda: consume_responses(world.state, world.team, world.mailbox, name, world.lock))

    @rule(sender=NAMES, recipient=NAMES, name=NAMES, data=RESPONSES)
    def match_anything(self, sender: str, recipient: str, name: str, data: dict[str, Any]) -> None:
        message = {"sender": sender, "recipient": recipient, "body": encode_protocol(data)}
        self.attempt(lambda: match_response(self.world.state, message, name, self.world.lock))

    @rule(data=st.data(), change=st.sampled_from([*CHANGES, {}]))
    @precondition(lambda self: self.world.state)
    def match_nearly_right(self, data: st.DataObject, change: dict[str, Any]) -> None:
        """The letter that would decide, with one thing changed, or with nothing changed."""
        record = self.some_record(data)
        content = record["reply"] or {**ANSWER, "type": f"{record['kind']}_response", "request_id": self.id_of(record)}
        facts = {"name": record["sender"], "sender": record["target"], "recipient": record["sender"], **content}
        changed = {**facts, **{key: new(facts[key]) for key, new in change.items()}}
        message = {"sender": changed.pop("sender"), "recipient": changed.pop("recipient")}
        name = changed.pop("name")
        before = record["status"]
        result = match_response(self.world.state, {**message, "body": encode_protocol(changed)}, name, self.world.lock)
        if change or record["reply"] is None:
            assert (result["status"], record["status"]) == ("ignored", before)
        elif before == "pending":
            assert result["status"] == record["status"] != "pending"
        else:
            assert (result["status"], record["status"]) == ("duplicate", before)

    @rule(sender=NAMES, recipient=NAMES, body=BODIES)
    def write(self, sender: str, recipient: str, body: str) -> None:
        world = self.world
        self.attempt(lambda: send_message(world.mailbox, world.team, sender, recipient, body, world.lock))

    @rule(name=NAMES)
    def turn(self, name: str) -> None:
        self.attempt(lambda: deliver(self.world, Agent(name, scripted(stop("好")), {}), "看看"))

    @rule(name=NAMES)
    def begin(self, name: str) -> None:
        begin_turn(self.world, name)

    @rule(name=NAMES)
    @precondition(lambda self: any(member["active"] for member in self.world.team.values()))
    def end(self, name: str) -> None:
        if self.world.team[name]["active"]:
            end_turn(self.world, name)
            self.attempt(lambda: confirm_closing(self.world, name))

    @rule(name=NAMES)
    def close(self, name: str) -> None:
        self.attempt(lambda: ask_to_close(self.world, name))

    @rule()
    def ask_both_gates_for_everything(self) -> None:
        """Every request, asked for by everybody, with and without the host's permission."""
        for request_id in (*self.world.state, "req-404"):
            for actor in ("reader", "reviewer"):
                for decision in ("allow", "deny"):
                    self.run(request_id, actor, decision)

    def run(self, request_id: str, actor: str, decision: str) -> None:
        world, record = self.world, self.world.state.get(request_id)
        gates = (plan_hook(world, actor, [request_id]), host_hook(world, decision))
        agreed = record and (record["kind"], record["sender"], record["status"]) == ("plan", actor, "approved")
        both = bool(agreed) and decision == "allow"
        with mock.patch("lesson_code.team_protocols.tools.run_main", counted_run(world)):
            result = call_tool(reader_tools(world, actor, self.findings, gates), "run_main", {})
        assert ("output" in result) == both
        self.permitted += both

    @rule(approve=st.booleans())
    def try_everything_on_a_full_disk(self, approve: bool) -> None:
        """No save can succeed: nothing at all may change."""
        world = self.world
        actions: list[Callable[[], object]] = [
            lambda: self.opening("reader", "lead", "plan", "计划"),
            lambda: self.opening("lead", "reader", "shutdown", "收工"),
            lambda: send_message(world.mailbox, world.team, "lead", "reader", "x", world.lock),
        ]
        for request_id, record in world.state.items():
            actions.append(partial(self.replying, request_id, record["target"], approve, "好"))
        for step in SAVE_STEPS:
            with mock.patch(step, side_effect=OSError("injected")):
                for action in actions:
                    self.must_change_nothing(action)

    # What always holds

    @invariant()
    def a_decision_has_an_equal_saved_reply(self) -> None:
        for request_id, record in self.world.state.items():
            if record["status"] != "pending":
                assert record["reply"] is not None
                assert record["reply"]["approve"] is (record["status"] == "approved")
                assert record["reply"]["request_id"] == request_id

    @invariant()
    def a_saved_reply_is_in_the_requesters_mailbox(self) -> None:
        for record in self.world.state.values():
            body = encode_protocol(record["reply"]) if record["reply"] else None
            real = [
                message
                for message in load_inbox(self.world.mailbox, record["sender"], self.world.team)
                if (message["sender"], message["body"]) == (record["target"], body)
            ]
            assert len(real) >= (record["reply"] is not None)

    @invariant()
    def a_closed_member_agreed_and_receives_no_turn(self) -> None:
        for name, member in self.world.team.items():
            if member["status"] == "closed":
                assert member["turns"] == self.closed_turns.setdefault(name, member["turns"])
                assert not member["active"]
                assert any(
                    (record["kind"], record["target"]) == ("shutdown", name)
                    and record["reply"] is not None
                    and record["reply"]["approve"]
                    for record in self.world.state.values()
                )
            else:
                assert name not in self.closed_turns

    @invariant()
    def every_mailbox_is_valid_and_alone(self) -> None:
        for name in self.world.team:
            load_inbox(self.world.mailbox, name, self.world.team)
        names = {path.name for path in self.world.mailbox.glob("*")}
        assert names <= {f"{name}.jsonl" for name in self.world.team}

    @invariant()
    def the_counter_equals_the_permitted_runs(self) -> None:
        counter = self.place / "counter.txt"
        assert (counter.read_text() if counter.exists() else "") == "x" * self.permitted

    @invariant()
    def the_limits_hold(self) -> None:
        assert list(self.world.state) == [f"req-{n}" for n in range(1, len(self.world.state) + 1)]
        assert len(self.world.state) <= 4
        pending = [
            (record["kind"], record["sender"], record["target"])
            for record in self.world.state.values()
            if record["status"] == "pending"
        ]
        assert len(pending) == len(set(pending))

    # Helpers

    def some_record(self, data: st.DataObject) -> Record:
        return self.world.state[data.draw(st.sampled_from(sorted(self.world.state)))]

    def id_of(self, record: Record) -> str:
        return next(request_id for request_id, each in self.world.state.items() if each is record)

    def opening(self, sender: str, target: str, kind: str, payload: str) -> object:
        world = self.world
        return open_request(world.state, world.team, world.mailbox, sender, target, kind, payload, world.lock)

    def replying(self, request_id: str, actor: str, approve: bool, feedback: str) -> object:
        world = self.world
        return reply_request(world.state, world.team, world.mailbox, request_id, actor, approve, feedback, world.lock)

    def attempt(self, call: Callable[[], object]) -> None:
        """A call that is refused or fails must leave everything as it was."""
        before = self.facts()
        try:
            call()
        except (ValueError, OSError):
            assert self.facts() == before

    def must_change_nothing(self, call: Callable[[], object]) -> None:
        before = self.facts()
        with suppress(ValueError, OSError):
            call()
        assert self.facts() == before

    def facts(self) -> Any:
        files = {path.name: path.read_bytes() for path in self.world.mailbox.glob("*")}
        return copy.deepcopy((self.world.state, self.world.team, files))


TestTeam = Team.TestCase
TestTeam.settings = settings(
    max_examples=50,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    derandomize=True,
)
