"""What many tests share: the site as a reader gets it, and a real Chromium to read it with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from site_runtime.build.browsers import FLAGS, find_chromium
from site_runtime.build.server import serving
from site_runtime.commands.build import build


@dataclass(frozen=True)
class Site:
    """A built site: its folder, and its address while the tests run, ending with a slash."""

    folder: Path
    url: str


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The built site; ``LESSON_TEST_SITE`` names one that is there already (tools/taken_out)."""
    ready = os.environ.get("LESSON_TEST_SITE")
    folder = Path(ready) if ready else tmp_path_factory.mktemp("site")
    assert ready or build(folder, [], quiet=True) == 0, "the strict build failed; its messages stand above"
    with serving(folder) as url:
        yield Site(folder, url)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A missing Chromium is a failure that says how to get one, never a skip."""
    path = find_chromium()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()
