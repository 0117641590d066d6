"""Numbers, claims and questions come from the recordings; what does not fit stops the build and says where."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from lesson_code.team_protocols.facts import facts
from lesson_code.team_protocols.mailbox import MAX_BYTES
from lesson_code.team_protocols.verify_practice import GROUPS
from site_runtime.build.cache import Cache
from site_runtime.build.catalog import Entry, gather
from site_runtime.build.errors import BuildError
from site_runtime.build.telling.claims import Claims
from site_runtime.build.telling.moments import find, recorded
from site_runtime.build.telling.numbers import Numbers
from site_runtime.build.telling.places import Places
from site_runtime.build.telling.predict import question
from site_runtime.build.telling.prose import change
from site_runtime.build.telling.tracks import rows, spoken
from site_runtime.build.telling.writer import Writer
from tests.build.conftest import OnePage
from tests.build.html import read

ROOT = Path(__file__).resolve().parents[2]
CACHE = Cache(ROOT / ".cache" / "lesson")
MATCHED = "team_protocols/match_response/approved"
REPLIED = "team_protocols/reply_request/approve"
LAB = "```lesson\nlesson: team_protocols\nfunction: match_response\n```\n"


@pytest.fixture(scope="module")
def entries() -> Mapping[str, Entry]:
    return gather([ROOT / "lesson_code"], CACHE)


@pytest.fixture
def writer(entries: Mapping[str, Entry]) -> Writer:
    return Writer(entries, Numbers(entries, CACHE), Places(entries), Claims(entries))


# Numbers


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("areas of team_protocols", "3"),
        ("inputs of team_protocols", "22"),
        ("inputs of team_protocols/open_request", "6"),
        ("checks of team_protocols", str(len(GROUPS))),
        ("requests of team_protocols", "7"),
        ("letters of team_protocols", "4"),
        ("runs of team_protocols", "4"),
        ("MAX_BYTES of team_protocols/mailbox.py", f"{MAX_BYTES:,}"),
    ],
)
def test_a_number_is_what_is_counted(text: str, told: str, writer: Writer) -> None:
    assert writer.markdown(f"a {{{{ {text} }}}} b", "page.md", 0) == f"a {told} b"


def test_snapshots_are_those_of_the_recordings(entries: Mapping[str, Entry], writer: Writer) -> None:
    results = entries["team_protocols"].session.results
    numbers = writer.numbers
    assert numbers.tell("snapshots of team_protocols") == f"{sum(r.snapshots for r in results.values()):,}"
    assert numbers.tell("focus of team_protocols") == str(sum(r.focus for r in results.values()))
    assert numbers.tell(f"snapshots of {MATCHED}") == str(results[MATCHED].snapshots)
    areas = [numbers.tell(f"focus of team_protocols/{area}") for area in entries["team_protocols"].lesson.areas]
    assert sum(map(int, areas)) == int(numbers.tell("focus of team_protocols"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("inputs of team_protocls", "no lesson “team_protocls”; nearest: team_protocols"),
        ("input of team_protocols", "no number of team_protocols “input”; nearest: inputs"),
        ("inputs of team_protocols/open_requests", "“open_requests”; nearest: open_request"),
        ("MAX_BYTE of team_protocols/mailbox.py", "“MAX_BYTE”; nearest: MAX_BYTES"),
        ("MAX_BYTES of team_protocols/mailbx.py", "no file “mailbx.py”; nearest: mailbox.py"),
        ("inputs", "is not `NAME of WHERE`"),
    ],
)
def test_a_wrong_number_says_page_line_and_nearest_names(text: str, told: str, writer: Writer) -> None:
    with pytest.raises(BuildError, match=re.escape(told)) as caught:
        writer.markdown(f"# Page\n\ntext {{{{ {text} }}}}\n", "part/page.md", 4)
    assert str(caught.value).startswith("part/page.md:7: ")


def test_code_is_left_alone(writer: Writer) -> None:
    text = "`{{ inputs }}` and ``a ` {{ b }}``\n\n```python\n{{ x }}\n[a][b]\n```\n\n~~~~\n~~~\n{{ y }}\n~~~~\n"
    assert writer.markdown(text, "page.md", 0) == text
    seen: list[str] = []
    change("one\n```\ncode\n```\ntwo", lambda number, line: seen.append(f"{number} {line}") or line)  # type: ignore[func-returns-value]
    assert seen == ["1 one", "5 two"]


# Moments


@pytest.mark.parametrize(
    ("key", "condition", "line", "kind"),
    [
        (MATCHED, "state.req-1.status becomes 'approved'", 192, "line"),
        (MATCHED, 'at `record["status"] = "approved"`', 189, "line"),
        (REPLIED, "mailbox/reader.jsonl gets line 1", 90, "returned"),
        (REPLIED, 'state.req-1.reply is None and at `record["reply"]`', 158, "line"),
        (REPLIED, "state.req-1.reply appears (1)", 0, ""),
        (REPLIED, "held and in reply_request (first)", 143, "line"),
        (REPLIED, "save_inbox:temporary appears", 87, "line"),
        ("team_protocols/reply_request/save_error", "raises OSError", 157, "raised"),
        ("team_protocols/reply_request/closed", "team.reader.status becomes 'closed'", 142, "line"),
        ("team_protocols/open_request/plan", "state.req-1 appears", 108, "line"),
        (REPLIED, "end", 0, "end"),
    ],
)
def test_a_condition_finds_its_step(
    key: str, condition: str, line: int, kind: str, entries: Mapping[str, Entry]
) -> None:
    if not kind:
        with pytest.raises(BuildError, match="there is no step"):
            find(recorded(key, entries), condition)
        return
    state = find(recorded(key, entries), condition).state
    assert (state.kind, state.line) == (kind, line)


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("state.req-1.status becomes 'rejected'", "there is no step where"),
        ("in match_response", r"holds at \d+ steps .*say \(first\), \(last\) or a number"),
        ("in match_response (99)", r"steps only; there is no \(99\)"),
        ("status turns approved", "is no condition; known are at"),
        ("state.req-1.status becomes approved", "is no Python literal"),
        ("state.req-1.status is 'approved' and nonsense (first)", "“nonsense” is no condition"),
    ],
)
def test_no_step_or_several_stop_the_build(condition: str, told: str, entries: Mapping[str, Entry]) -> None:
    with pytest.raises(BuildError, match=told):
        find(recorded(MATCHED, entries), condition)


def test_one_is_not_true(entries: Mapping[str, Entry]) -> None:
    found = recorded("team_protocols/match_response/approved", entries)
    assert find(found, "state.req-1.reply.approve is True (first)").position == 0
    with pytest.raises(BuildError, match="no step"):
        find(found, "state.req-1.reply.approve is 1 (first)")


# Claims


def test_a_claim_links_to_the_lab_of_the_page_and_says_what_is_true_there(one_page: OnePage, tmp_path: Path) -> None:
    definition = f"[decides]: step:{MATCHED} state.req-1.status becomes 'approved'\n"
    done = one_page(f"# Page\n\n{LAB}\nSee [the line][decides].\n\n{definition}")
    assert done.returncode == 0, done.stderr
    link = read((tmp_path / "site" / "part" / "page" / "index.html").read_text("utf-8")).one("a", "claim")
    assert link.text == "the line"
    position = link.attributes["data-step"]
    assert link.attributes["href"] == f"#lab=team_protocols/match_response&input=approved&step={position}"
    assert link.attributes["data-claim"] == f"{MATCHED} state.req-1.status becomes 'approved'"
    assert "protocol.py:192" in str(link.attributes["title"])


def test_a_claim_that_is_not_so_stops_the_strict_build(one_page: OnePage) -> None:
    done = one_page(f"# Page\n\n{LAB}\nSee [it][x].\n\n[x]: step:{MATCHED} state.req-1.status becomes 'rejected'\n")
    assert done.returncode != 0
    assert "part/page.md:10: in team_protocols/match_response/approved there is no step where" in done.stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"[a][decide]\n\n[decides]: step:{MATCHED} end", "page.md:1: there is no claim or link on this page called"),
        (f"text\n\n[decides]: step:{MATCHED} end", "page.md:3: nothing on the page links to “decides”"),
        (f"[a][x]\n\n[x]: step:{MATCHED} end\n[x]: step:{MATCHED} end", "page.md:4: the claim “x” is defined twice"),
        ("[a][x]\n\n[x]: step:team_protocols/match_response end", "page.md:3: “team_protocols/match_response” is not"),
        ("[a][x]\n\n[x]: step:team_protocols/match_response/aproved end", "no input “aproved”; nearest: approved"),
    ],
)
def test_a_claim_that_cannot_be_read_says_page_and_line(text: str, told: str, writer: Writer) -> None:
    with pytest.raises(BuildError, match=re.escape(told)):
        writer.markdown(text, "page.md", 0)


def test_a_link_leads_to_the_page_in_its_language_that_shows_the_input(writer: Writer) -> None:
    writer.places.add(LAB, "b/lesson/", "zh")
    writer.places.add("```lesson\nlesson: team_protocols\nfunction: match_response\ninputs: approved\n```", "a/", "zh")
    writer.markdown(f"[a][x]\n\n[x]: step:{MATCHED} end", "p.md", 0)
    html = '<a href="claim:x">a</a>'
    assert 'href="../b/lesson/#lab=' in writer.html(html, "p.md", "p/", "zh")
    assert 'href="#lab=' in writer.html(html, "p.md", "a/", "zh")
    with pytest.raises(BuildError, match=r"p\.md: no page in this language shows"):
        writer.html(html, "p.md", "en/p/", "en")


# Questions


def asked(*lines: str) -> str:
    return "\n".join([f'step: {REPLIED} at `record["reply"] = response`', "ask: what now?", *lines])


def test_the_answer_is_read_from_the_recording(entries: Mapping[str, Entry]) -> None:
    found = question(asked("answer: state.req-1.status", "choice: 'approved'", "choice: None"), entries, "zh")
    assert found.answer == "'pending'"
    assert sorted(found.choices) == ["'approved'", "'pending'", "None"]
    line = question(asked("answer: line", 'choice: team[actor]["status"]'), entries, "zh")
    assert line.answer == "159  if closing:"
    assert '160  team[actor]["status"] = "closed"' in line.choices
    lines = question(asked("answer: lines mailbox/reader.jsonl", "after: end"), entries, "zh")
    assert (lines.answer, lines.choices) == ("1", [])


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["answer: state.req-1.status", "choice: 'pending'"], "a choice that is right needs not be given"),
        (["answer: state.req-1.status", "choice: pending"], "is no Python literal"),
        (["answer: line", "choice: nothing like it"], "begins 0 lines of reply_request, not one"),
        (["answers: line"], "no field “answers”; nearest: answer"),
        (["ask: again", "answer: line"], "“ask” is given twice"),
        (["why: because"], "the fence lacks `answer: …`"),
    ],
)
def test_a_question_that_cannot_be_asked_says_why(lines: list[str], told: str, entries: Mapping[str, Entry]) -> None:
    with pytest.raises(BuildError, match=re.escape(told)):
        question(asked(*lines), entries, "zh")


def test_a_wrong_question_stops_the_strict_build_with_its_line(one_page: OnePage) -> None:
    done = one_page(f"# Page\n\n{LAB}\n```lesson-predict\n{asked('answer: lin')}\nchoice: lin\n```\n")
    assert done.returncode != 0
    assert "part/page.md:8: in a `lesson-predict` fence: “lin” is no Python literal" in done.stderr


# Tracks


def test_tracks_hold_where_their_conditions_do(entries: Mapping[str, Entry]) -> None:
    text = (
        f"title: t\ninput: {REPLIED}\ntrack: saved | mailbox/reader.jsonl has 1 line\n"
        "track: decided | state.req-1.status is not 'pending'\ntrack: permitted | never\n"
        "track: there | state.req-1 is there"
    )
    _, (row,) = rows(text, entries)
    saved, decided, permitted, there = (lit for _, lit in row.tracks)
    first = saved.index(True)
    assert row.moments[first].now.line == 158
    assert all(saved[first:])
    assert not any(decided)
    assert not any(permitted)
    assert all(there)
    assert spoken(saved, "en") == f"from step {first + 1}"
    assert (spoken(decided, "en"), spoken(there, "en")) == ("never", "throughout")
    assert spoken([True, False, True, True, False], "en") == "steps 1–1; steps 3–4"


# Quotes


def test_source_and_output_are_quoted_as_they_are(one_page: OnePage, tmp_path: Path) -> None:
    done = one_page(
        "# Page\n\n```lesson-source\nlesson: team_protocols\nfunction: plan_gate.py:plan_gate\n```\n\n"
        "```lesson-output\nlesson: team_protocols\nmodule: facts\n```\n"
    )
    assert done.returncode == 0, done.stderr
    tree = read((tmp_path / "site" / "part" / "page" / "index.html").read_text("utf-8"))
    source, output = (figure.one("code").text for figure in tree.all("figure", "quote"))
    whole = (ROOT / "lesson_code" / "team_protocols" / "plan_gate.py").read_text("utf-8")
    assert source in whole
    assert source.startswith("def plan_gate(")
    assert json.loads(output) == facts()


@pytest.mark.parametrize(
    ("fence", "told"),
    [
        (
            "lesson-source\nlesson: team_protocols\nfunction: plan_gat.py:plan_gate",
            "no file “plan_gat.py”; nearest: plan_gate.py",
        ),
        ("lesson-source\nlesson: team_protocols\nfunction: plan_gate.py:gate", "plan_gate.py has no function “gate”"),
        ("lesson-output\nlesson: team_protocols\nmodule: verify", "no module “verify”; nearest: verify_practice"),
        ("lesson-runs\nlesson: team_protocols\nruns: alowed", "no run “alowed”; nearest: allowed"),
    ],
)
def test_a_wrong_quote_stops_the_build_with_its_line(fence: str, told: str, one_page: OnePage) -> None:
    done = one_page(f"# Page\n\n```{fence}\n```\n")
    assert done.returncode != 0
    assert f"part/page.md:3: in a `{fence.partition(chr(10))[0]}` fence: " in done.stderr
    assert told in done.stderr
