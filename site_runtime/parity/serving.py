"""A loopback server for one browser: a built site, the probe page, and what the probe tells."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PROBE = "/-/parity/"
"""Where the probe page stands; no page of a site begins so."""


@dataclass
class Exchange:
    """What the probe is told (`job`) and what it told (`heard`, in order)."""

    job: dict[str, Any]
    heard: queue.Queue[dict[str, Any]] = field(default_factory=queue.Queue)


class Handler(SimpleHTTPRequestHandler):
    """Serves the site's folder, and under PROBE this package's probe files."""

    # Not every machine's table knows them, and browsers insist.
    extensions_map = {  # noqa: RUF012 - the base class's own attribute
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
    }

    def __init__(self, exchange: Exchange, *arguments: Any, **named: Any) -> None:
        self.exchange = exchange
        super().__init__(*arguments, **named)

    def translate_path(self, path: str) -> str:
        """Return the file that `path` names: a probe file or one of the site."""
        if path in (f"{PROBE}probe.html", f"{PROBE}probe.js"):
            return str(Path(__file__).with_name(path.rpartition("/")[2]))
        return super().translate_path(path)

    def do_GET(self) -> None:
        """Answer the probe's question for its job, or with a file."""
        if self.path != f"{PROBE}job":
            return super().do_GET()
        return self._answer(json.dumps(self.exchange.job).encode())

    def do_POST(self) -> None:
        """Hear what the probe tells."""
        if self.path != f"{PROBE}told":
            return self.send_error(404)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.exchange.heard.put(json.loads(body))
        return self._answer(b"{}")

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: a missing file shows in what the probe tells."""


class Server(ThreadingHTTPServer):
    """Dies with its process, and is not surprised by a browser that hangs up."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore broken connections: a worker that is ended leaves some behind."""


@contextmanager
def serve(site: Path, exchange: Exchange) -> Iterator[str]:
    """Serve `site` while the block runs; yields the address of the probe page."""
    server = Server(("127.0.0.1", 0), partial(Handler, exchange, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PROBE}probe.html"
    finally:
        server.shutdown()
        server.server_close()
