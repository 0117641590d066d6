"""The corpus recorded once in every runtime, and one child to ask for anything else."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from site_runtime.parity.children import recording_environment
from tests.recorder.runtimes import PROGRAMS, PYODIDES, ROOT, Answer, Session, ask, natives

Ask = Callable[..., Answer]
CORPUS = [
    {"name": f"{name}.py", "source": source, "ways": ["again", "always", "run"]} for name, source in PROGRAMS.items()
]


class Corpus:
    """Answers by program, of each runtime; all are recorded at the same time, two at once."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(max_workers=2)
        runtimes = [*PYODIDES, *natives()]
        self.sessions: dict[str, Future[Session]] = {name: self.pool.submit(ask, name, CORPUS) for name in runtimes}
        newest = max(natives(), key=lambda name: int(name.rpartition(".")[2]))
        self.other_seed: Future[Session] = self.pool.submit(ask, newest, CORPUS, "4321")

    def of(self, runtime: str) -> dict[str, Answer]:
        """Return program -> answer; a native CPython that this machine lacks is a skip that says so."""
        if runtime not in self.sessions:
            pytest.skip(f"{runtime}: no such CPython is found here (PATH, pyenv, LESSON_PYTHONS)")
        return dict(zip(PROGRAMS, self.sessions[runtime].result().answers, strict=True))


@pytest.fixture(scope="session")
def corpus() -> Iterator[Corpus]:
    found = Corpus()
    yield found
    found.pool.shutdown(cancel_futures=True)


@pytest.fixture(scope="session")
def recorder() -> Iterator[Ask]:
    """Ask one child of this Python: ``recorder(source, ways=…, limits=…, chunk=…)``."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.recorder.child"],
        cwd=ROOT,
        env=recording_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert child.stdin is not None
    assert child.stdout is not None
    requests, answers = child.stdin, child.stdout
    assert json.loads(answers.readline())["python"]

    def asked(source: str, **how: object) -> Answer:
        print(json.dumps({"name": "program.py", "source": source, **how}), file=requests, flush=True)
        found: Answer = json.loads(answers.readline())
        return found

    yield asked
    requests.close()
    assert child.wait(20) == 0
    answers.close()
