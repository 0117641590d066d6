"""A small static server for this machine: right types, the site's own 404 page, any path as the site's root.

Standard library only. A deployment needs nothing of it: a site is plain files.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

HOST = "127.0.0.1"
PORTS = range(8000, 8100)
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".jsonl": "application/jsonl; charset=utf-8",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".zip": "application/zip",
    ".svg": "image/svg+xml",
    ".xml": "application/xml",
    ".txt": "text/plain; charset=utf-8",
}


COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".jsonl", ".svg", ".xml", ".txt"}
"""What static hosts send compressed. Pages and modules shrink to a fifth."""


class Handler(SimpleHTTPRequestHandler):
    """Serves one folder below one path."""

    protocol_version = "HTTP/1.1"
    extensions_map = TYPES | {"": "application/octet-stream"}

    def __init__(self, *args: Any, folder: Path, path: str = "/", **more: Any) -> None:
        """Serve `folder`; `path` is where a browser finds it, with a slash at both ends."""
        self.folder, self.place = folder, path
        super().__init__(*args, directory=str(folder), **more)

    def translate_path(self, path: str) -> str:
        """Return the file for a request's path; outside the site's place it is one that does not exist."""
        found = super().translate_path("/" + path.removeprefix(self.place))
        return found if path.startswith(self.place) and _is_name(found) else str(self.folder / ".outside")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a missing page with the site's own, as static hosts do."""
        page = self.folder / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        self._answer(page.read_bytes(), TYPES[".html"], HTTPStatus.NOT_FOUND)

    def do_GET(self) -> None:
        """Answer a request; the site map names this server, so that instant navigation knows the pages of any port."""
        sitemap = self.folder / "sitemap.xml"
        if self.path == f"{self.place}sitemap.xml" and sitemap.is_file():
            self._answer(relocated(sitemap.read_bytes(), self._address().encode()), TYPES[".xml"])
        else:
            super().do_GET()

    def send_head(self) -> Any:
        """Answer with a file's head and return its body; text goes compressed to a browser that takes it so."""
        file = Path(self.translate_path(self.path))
        if urlsplit(self.path).path.endswith("/"):
            file /= "index.html"
        takes = "gzip" in self.headers.get("Accept-Encoding", "")
        # os.path says no of a name that no file can have, where a Path raises.
        if not (takes and file.suffix in COMPRESSED and os.path.isfile(file)):
            return super().send_head()
        about = file.stat()
        when = self.date_time_string(int(about.st_mtime))
        same = self.headers.get("If-Modified-Since") == when
        body = b"" if same else compressed(file, about.st_mtime_ns)
        self.send_response(HTTPStatus.NOT_MODIFIED if same else HTTPStatus.OK)
        if not same:
            self.send_header("Content-Type", TYPES[file.suffix])
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", when)
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        return io.BytesIO(body)

    def _address(self) -> str:
        return f"http://{self.headers.get('Host', HOST)}{self.place}"

    def _answer(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        """Let a browser ask each time whether a file is still the same: the next build may change it."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_args: Any) -> None:
        """Say nothing about requests."""


class Server(ThreadingHTTPServer):
    """Says nothing when a browser hangs up: it does so whenever a reader goes on before a page is there."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print what went wrong in a request, but for a connection that ended."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@lru_cache(maxsize=256)
def compressed(file: Path, _modified: int) -> bytes:
    """Return a file's content, compressed; it is kept until the file is another, by its time in nanoseconds."""
    return gzip.compress(file.read_bytes(), mtime=0)


def _is_name(path: str) -> bool:
    """Tell whether a file can have this path: a null byte, or half a character, stands in none."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def relocated(sitemap: bytes, address: bytes) -> bytes:
    """Return a site map whose pages lie below `address`; the first page in it is taken for the site's root."""
    first = re.search(rb"<loc>(.*?)</loc>", sitemap)
    return sitemap.replace(b"<loc>" + first[1], b"<loc>" + address) if first else sitemap


def bind(folder: Path, path: str = "/", ports: range = PORTS) -> Server:
    """Return a server for `folder` on the first free port of `ports`; raise OSError when none is free.

    It answers as soon as it serves, and what was asked meanwhile, too. Port 0 asks the system for any free one.
    """

    def handler(*args: Any, **more: Any) -> Handler:
        return Handler(*args, folder=folder, path=path, **more)

    refused = None
    for port in ports:
        try:
            return Server((HOST, port), handler)
        except OSError as error:
            refused = error
    raise OSError(f"{_which(ports)} cannot be had: {refused}; name another with --port")


def _which(ports: range) -> str:
    last = ports.stop - 1
    return f"port {last} of {HOST}" if len(ports) == 1 else f"a port of {HOST} from {ports.start} to {last}"


def address(server: Server, path: str = "/") -> str:
    """Return the address of what `server` serves."""
    return f"http://{HOST}:{server.server_address[1]}{path}"


@contextmanager
def serving(folder: Path, path: str = "/") -> Iterator[str]:
    """Serve `folder` in a thread on any free port while the block runs; gives its address."""
    with bind(folder, path, range(1)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield address(server, path)
        finally:
            server.shutdown()
            thread.join()
