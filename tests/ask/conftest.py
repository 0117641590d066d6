"""One lesson on a page in Chromium whose programs are the reader's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.parity.conftest import Host, Lab, hosted

SAMPLES = Path(__file__).with_name("samples")


@pytest.fixture(scope="session")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The lesson in samples, served."""
    with hosted(SAMPLES, tmp_path_factory.mktemp("probe")) as host:
        yield host


class Asking(Lab):
    """A page with one Runtime, `R`; `own(prepare, call, edited)` makes a program of the lesson's area."""

    def ask(self, body: str) -> Any:
        """As Lab's; `own` is in reach."""
        own = "const own = (prepare, call, edited) => ({ lesson: 'probe', area: 'work', prepare, call, edited });"
        return super().ask(own + body)

    def fresh(self, **limits: float) -> None:
        """Put a new Runtime with these limits in the place of the old one."""
        self.page.evaluate(
            """(limits) => {
              R.close();
              globalThis.R = new R.constructor({ ...OPTIONS, limits });
            }""",
            limits,
        )


@pytest.fixture(scope="module")
def asking(browser: Browser, probe: Host) -> Iterator[Asking]:
    context = browser.new_context()
    lab = Asking(context.new_page(), probe)
    lab.page.evaluate(
        "(runtime) => { globalThis.OPTIONS = { base: 'assets/lesson/', runtime, lang: 'en' }; }", probe.runtime
    )
    yield lab
    context.close()
