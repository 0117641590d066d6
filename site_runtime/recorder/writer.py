"""Puts the lines of a trace together and hands each over as soon as it is whole.

Format: docs/trace-format.md. Steps arrive as JSON text; this file owns the tables of
a chunk and the choice of where a new chunk begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from site_runtime.recorder.code import Code
from site_runtime.recorder.limits import Limits
from site_runtime.recorder.values import text_of

Sink = Callable[[str], None]

CHUNK_STEPS = 1_024
"""A chunk has at least so many steps, so that a key is rare …"""
CHUNK_MOST = 16_384
"""… and at most so many, so that any position is reached in bounded time. Between
the two it ends when its steps are as long as the key before it, which is looked at
every CHUNK_STEPS / 4 steps: the keys then never make up more than half of a long trace."""
AT_ONCE = 200
"""So many first steps are told one by one, so that nothing is lost of a short run that hangs; """
TAIL_PAUSE = 0.02
"""then so many seconds lie between two tails."""


def strings(values: Iterable[str]) -> str:
    """Return a JSON array of strings."""
    return f"[{','.join(map(text_of, values))}]"


class Writer:
    """Collects a chunk's steps and tables, and hands finished lines to ``sink``."""

    def __init__(self, sink: Sink, tail: Sink | None = None) -> None:
        self.sink = sink
        self.tail = tail
        self.told = [0, 0, 0, 0]
        self.told_at = 0.0
        self.size = 0
        self.at = 0
        self.key = "null"
        self.steps: list[str] = []
        self.names: dict[str, str] = {}
        self.files: dict[str, int] = {}
        self.codes = 0
        self.new_names: list[str] = []
        self.new_files: list[str] = []
        self.new_codes: list[str] = []

    def header(
        self,
        program: str,
        focus: tuple[str, str] | None,
        roots: Iterable[str],
        lock: str | None,
        folders: Iterable[str],
        limits: Limits,
    ) -> None:
        """Write the first line."""
        self.sink(
            f'{{"trace":1,"program":{text_of(program)},'
            f'"focus":{"null" if focus is None else strings(focus)},'
            f'"roots":{strings(roots)},'
            f'"lock":{"null" if lock is None else text_of(lock)},'
            f'"folders":{strings(folders)},'
            f'"limits":{{"steps":{limits.steps},"items":{limits.items},'
            f'"text":{limits.text},"objects":{limits.objects}}}}}'
        )

    def name(self, name: str) -> str:
        """Return the index of a variable's name as text, entering it when new."""
        index = self.names.get(name)
        if index is None:
            index = self.names[name] = str(len(self.names))
            self.new_names.append(name)
        return index

    def code(self, code: Code, digest: str) -> int:
        """Return the index of a code object, entering it and its file when new."""
        if code.index < 0:
            code.index = self.codes
            self.codes += 1
            file = self.file(code.file, digest)
            focus = "true" if code.focus else "false"
            first = code.code.co_firstlineno
            self.new_codes.append(f"[{file},{text_of(code.qualname)},{first},{focus}]")
        return code.index

    def file(self, label: str, digest: str) -> int:
        """Return the index of a source file, entering it when new."""
        if label not in self.files:
            self.files[label] = len(self.files)
            self.new_files.append(strings((label, digest)))
        return self.files[label]

    @property
    def position(self) -> int:
        """The position of the next step."""
        return self.at + len(self.steps)

    def room(self, most: int) -> int:
        """Return how many steps this chunk may have before the next look at it.

        ``most`` is the greatest number of steps in all chunks together.
        """
        count = len(self.steps)
        wanted = count + max(CHUNK_STEPS // 4, 1) if count else CHUNK_STEPS
        return min(wanted, most - self.at)

    def full(self) -> bool:
        """Say whether the next step should begin a new chunk."""
        count = len(self.steps)
        if count < CHUNK_STEPS:
            return False
        if count >= CHUNK_MOST:
            return True
        return sum(map(len, self.steps)) >= len(self.key)

    def begin(self, key: str) -> None:
        """End the chunk so far; the next step added is the first of a new one."""
        self.flush()
        self.key = key

    def add(self, step: str) -> None:
        """Append one step."""
        self.steps.append(step)

    def flush(self) -> None:
        """Hand over the chunk; ``steps`` stays the same list, now empty."""
        chunk = self.part(self.new_files, self.new_codes, self.new_names, self.steps)
        self.size += len(chunk)
        self.sink(chunk)
        self.at = self.position
        self.steps.clear()
        self.told = [0, 0, 0, 0]
        self.new_names, self.new_files, self.new_codes = [], [], []

    def part(self, files: list[str], codes: list[str], names: list[str], steps: list[str]) -> str:
        """Return a chunk of these."""
        return (
            f'{{"at":{self.at},"files":[{",".join(files)}],'
            f'"codes":[{",".join(codes)}],"names":{strings(names)},'
            f'"key":{self.key},"steps":[{",".join(steps)}]}}'
        )

    def tell_tail(self, now: float) -> None:
        """Hand over what the unfinished chunk has more than last time, as a chunk with that alone.

        At once while there are few steps, then every TAIL_PAUSE seconds of the clock that says ``now``. Only the
        first of a chunk holds its key. Lost with the process is what came after the last.
        """
        if self.tail is None or (self.position > AT_ONCE and now - self.told_at < TAIL_PAUSE):
            return
        self.told_at = now
        lists = self.new_files, self.new_codes, self.new_names, self.steps
        fresh = [values[known:] for values, known in zip(lists, self.told, strict=True)]
        key, self.key = self.key, self.key if self.told[3] == 0 else "null"
        self.tail(self.part(*fresh))
        self.key = key
        self.told = [*map(len, lists)]
