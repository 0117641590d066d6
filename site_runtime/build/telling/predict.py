"""The fence ``lesson-predict``: a question about a step, answered from the recording.

    step: LESSON/AREA/INPUT CONDITION       where the question is asked
    ask: …                                  the question
    answer: line | PATH | lines FILE        what is asked for: the function's next line, a value, a count
    after: CONDITION                        where the answer is read; without it, at the function's next step
    choice: …                               what else could be thought, several times: a literal, or a line's beginning
    why: …                                  what the answer teaches

Without a choice the reader types. The answer itself is never written down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from site_runtime.build.catalog import Entry
from site_runtime.build.code import function_lines
from site_runtime.build.errors import BuildError
from site_runtime.build.telling.claims import Address, anchor
from site_runtime.build.telling.conditions import line_text, literal
from site_runtime.build.telling.fields import inline, read
from site_runtime.build.telling.look import look
from site_runtime.build.telling.moments import Step, find, recorded
from site_runtime.trace import ABSENT

NAME = "lesson-predict"

WORDS = {
    "zh": {"label": "先猜一猜", "here": "停在这一步", "answer": "答案", "there": "去看这一步", "nothing": "（没有）"},
    "en": {
        "label": "Predict first",
        "here": "Stopped here",
        "answer": "Answer",
        "there": "see this step",
        "nothing": "(nothing)",
    },
}


@dataclass(frozen=True)
class Question:
    """One question: where it is asked, where its answer is read, what is wanted, the answer, what can be chosen."""

    step: Step
    then: Step
    ask: str
    wanted: str
    answer: str
    choices: Sequence[str]
    why: str


def question(text: str, entries: Mapping[str, Entry], language: str) -> Question:
    """Return the question that a fence asks, answered from the trace; raise BuildError where it cannot be asked."""
    fields = read(text, needed=("step", "ask", "answer"), optional=("after", "why"), many=("choice",))
    key, _, condition = fields["step"][0].partition(" ")
    step = find(recorded(key, entries), condition)
    wanted = fields["answer"][0]
    then = _then(step, fields["after"])
    answer = _answer(then, wanted, language)
    others = [_choice(step, wanted, choice) for choice in fields["choice"]]
    if answer in others:
        raise BuildError(f"“{answer}” is the answer; a choice that is right needs not be given")
    choices = _mixed([answer, *others], fields["ask"][0]) if others else []
    return Question(step, then, fields["ask"][0], wanted, answer, choices, "".join(fields["why"]))


def _then(step: Step, after: Sequence[str]) -> Step:
    if after:
        return find(step.recorded, after[0], step.position)
    activation = step.state.stack[-1].activation
    later = step.recorded.states[step.position + 1 :]
    same = [state.position for state in later if state.stack and state.stack[-1].activation == activation]
    if not same:
        raise BuildError("this is the function's last step; say with `after:` where the answer is read")
    return Step(step.recorded, same[0], "")


def _answer(then: Step, wanted: str, language: str) -> str:
    if wanted == "line":
        return _numbered(then, then.state.line)
    path = wanted.removeprefix("lines ")
    value = look(then.state, path)
    if value is ABSENT:
        return "0" if path != wanted else WORDS[language]["nothing"]
    return str(len(value)) if path != wanted else repr(value)


def _choice(step: Step, wanted: str, text: str) -> str:
    if wanted != "line":
        return repr(literal(text))
    file, function = step.state.stack[-1].file, step.state.stack[-1].function
    lines = step.recorded.entry.lesson.sources[file].splitlines()
    numbers = [n for n in function_lines("\n".join(lines), function) if lines[n - 1].strip().startswith(text)]
    if len(numbers) != 1:
        raise BuildError(f"“{text}” begins {len(numbers)} lines of {function}, not one")
    return _numbered(step, numbers[0])


def _numbered(step: Step, number: int) -> str:
    top = step.state.stack[-1]
    return f"{number}  {step.recorded.entry.lesson.sources[top.file].splitlines()[number - 1].strip()}"


def _mixed(choices: Sequence[str], salt: str) -> list[str]:
    """Return the choices in an order that tells nothing and is the same in every build."""
    return sorted(choices, key=lambda choice: sha256(f"{salt}{choice}".encode()).digest())


def render(asked: Question, name: str, language: str, address: Address) -> str:
    """Return the question's element: complete without JavaScript, its answer folded. `name` starts its ids."""
    words = WORDS[language]
    line = line_text(asked.step.recorded.moments[asked.step.position])
    here = f"{anchor(asked.step, language, address)}{words['here']}</a> <code>{escape(line)}</code>"
    there = f"{anchor(asked.then, language, address)}{words['there']}</a>"
    choices = "".join(f"<li><code>{escape(choice)}</code></li>" for choice in asked.choices)
    why = f'\n<p class="predict-why">{inline(asked.why)}</p>' if asked.why else ""
    key = escape(asked.step.recorded.key)
    told = {"key": key, "step": asked.step.position, "then": asked.then.position, "wanted": escape(asked.wanted)}
    data = " ".join(f'data-{name}="{value}"' for name, value in told.items())
    return (
        f'<lesson-predict class="predict" id="{escape(name)}" lang="{language}" {data}>\n'
        f'<p class="predict-ask"><strong class="predict-label">{words["label"]}</strong> {inline(asked.ask)}</p>\n'
        f'<p class="predict-here">{here}</p>\n'
        + (f'<ul class="predict-choices">{choices}</ul>\n' if choices else "")
        + f'<details class="predict-answer"><summary>{words["answer"]}</summary>\n'
        f'<p><code class="predict-value">{escape(asked.answer)}</code> {there}</p>{why}</details>\n</lesson-predict>'
    )
