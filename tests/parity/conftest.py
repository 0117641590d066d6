"""A site without pages for the worker's tests, served so that single files can be broken, and Chromium on it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from site_runtime.build.assets import build_assets
from site_runtime.parity.serving import Handler, Server

SAMPLES = Path(__file__).with_name("samples")
SCRIPT = '<script type="module" src="probe.js"></script>'
POLICY = Path(__file__).parents[2] / "site_runtime" / "parity" / "probe.html"


PATIENCE = 60_000
"""Milliseconds; a start takes a tenth of it on a slow machine."""


@dataclass
class Host:
    """A served folder.

    `broken`: end of a path -> what is sent instead of the file, None for 404. `heard`: (host, path) of each request.
    """

    url: str
    folder: Path
    runtime: dict[str, str]
    broken: dict[str, bytes | None] = field(default_factory=dict)
    heard: list[tuple[str, str]] = field(default_factory=list)


class BreakingHandler(SimpleHTTPRequestHandler):
    """Serves a host's folder, and its broken files as they are declared. Nothing is kept by the browser."""

    extensions_map = Handler.extensions_map

    def __init__(self, host: Host, *arguments: Any, **named: Any) -> None:
        self.host = host
        super().__init__(*arguments, **named)

    def do_GET(self) -> None:
        self.host.heard.append((self.headers["Host"].partition(":")[0], self.path))
        broken = next((end for end in self.host.broken if self.path.endswith(end)), None)
        if broken is None:
            super().do_GET()
        else:
            self._send(self.host.broken[broken])

    def _send(self, body: bytes | None) -> None:
        if body is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def hosted(lessons: Path, folder: Path) -> Iterator[Host]:
    """Serve the files for `lessons`, and a page with the site's policy and nothing else."""
    host = Host("", folder, build_assets(lessons, folder / "assets" / "lesson"))
    (folder / "index.html").write_text(POLICY.read_text("utf-8").replace(SCRIPT, ""), "utf-8")
    server = Server(("127.0.0.1", 0), partial(BreakingHandler, host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host.url = f"http://127.0.0.1:{server.server_port}/"
    yield host
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The lessons in samples/hostile."""
    with hosted(SAMPLES / "hostile", tmp_path_factory.mktemp("hostile")) as host:
        yield host


class Lab:
    """A page with one Runtime, `R`."""

    def __init__(self, page: Page, host: Host) -> None:
        self.page = page
        page.goto(host.url)
        options = json.dumps({"base": "assets/lesson/", "runtime": host.runtime, "lang": "en"})
        page.evaluate(
            f"""async () => {{
              const {{ Runtime }} = await import("/assets/lesson/browser/runtime.js");
              globalThis.R = new Runtime({options});
            }}"""
        )

    def ask(self, body: str) -> Any:
        """Return what the JavaScript `body` returns; a Problem as {code, title, detail}."""
        told = "({ code, title, detail }) => ({ code, title, detail })"
        silence = f"new Promise((_, reject) => setTimeout(() => reject({{ code: 'no answer' }}), {PATIENCE}))"
        return self.page.evaluate(f"() => Promise.race([(async () => {{ {body} }})(), {silence}]).catch({told})")

    def output(self, name: str) -> str:
        """Return what the input `name` of reach prints when it is run."""
        result: str = self.ask(f"return (await R.run({{ lesson: 'reach', area: 'reach', input: '{name}' }})).output")
        return result


@pytest.fixture
def lab(browser: Browser, hostile: Host) -> Iterator[Lab]:
    """A fresh page on the hostile lessons, nothing broken."""
    hostile.broken.clear()
    hostile.heard.clear()
    context = browser.new_context()
    yield Lab(context.new_page(), hostile)
    context.close()
