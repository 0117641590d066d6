"""The local server: types, the site's own 404 page, sub-paths, ports."""

from __future__ import annotations

import gzip
import os
import socket
import struct
import time
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from site_runtime.build.server import TYPES, address, bind, serving

SITEMAP = "<urlset><url><loc>http://127.0.0.1:8000/</loc></url><url><loc>http://127.0.0.1:8000/en/</loc></url></urlset>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in [f"file{ending}" for ending in TYPES] + ["index.html"]:
        (tmp_path / name).write_text(name)
    (tmp_path / "404.html").write_text("not here")
    (tmp_path / "sitemap.xml").write_text(SITEMAP)
    return tmp_path


@pytest.fixture(params=["/", "/some/where/"])
def url(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    with serving(folder, request.param) as served:
        assert served.endswith(request.param)
        yield served


def test_each_kind_of_file_has_its_type(url: str) -> None:
    for ending, kind in TYPES.items():
        with urlopen(f"{url}file{ending}") as response:
            assert response.headers["Content-Type"] == kind
            assert response.read() == f"file{ending}".encode()


def asked(address: str, **more: str) -> tuple[int, Message, bytes]:
    """Return status, head and body as they came, for a browser that takes compressed text."""
    try:
        with urlopen(Request(address, headers={"Accept-Encoding": "gzip, br", **more})) as response:
            return response.status, response.headers, response.read()
    except HTTPError as other:
        with other:
            return other.code, other.headers, other.read()


@pytest.mark.parametrize("name", ["file.js", "file.html", "file.json", ""])
def test_text_goes_compressed_to_who_takes_it(name: str, url: str) -> None:
    status, head, body = asked(f"{url}{name}")
    assert (status, head["Content-Encoding"], head["Vary"]) == (200, "gzip", "Accept-Encoding")
    assert head["Content-Type"] == TYPES[Path(name or "index.html").suffix]
    assert int(head["Content-Length"]) == len(body)
    assert gzip.decompress(body).decode() == (name or "index.html")
    with urlopen(f"{url}{name}") as response:
        assert response.headers["Content-Encoding"] is None
        assert response.read().decode() == (name or "index.html")


@pytest.mark.parametrize("name", ["file.wasm", "file.whl"])
def test_what_is_compressed_already_goes_as_it_is(name: str, url: str) -> None:
    _, head, body = asked(f"{url}{name}")
    assert (head["Content-Encoding"], body.decode()) == (None, name)


def test_a_file_is_sent_again_only_when_it_has_changed(url: str, folder: Path) -> None:
    _, head, body = asked(f"{url}file.js")
    assert gzip.decompress(body) == b"file.js"
    since = {"If-Modified-Since": head["Last-Modified"]}
    status, again, none = asked(f"{url}file.js", **since)
    assert (status, none, again["Last-Modified"]) == (304, b"", head["Last-Modified"])
    (folder / "file.js").write_text("another")
    os.utime(folder / "file.js", (0, 0))
    assert gzip.decompress(asked(f"{url}file.js", **since)[2]) == b"another"


def test_a_folder_is_its_index(url: str) -> None:
    with urlopen(url) as response:
        assert response.read() == b"index.html"


def missing(address: str) -> str:
    with pytest.raises(HTTPError) as error:
        urlopen(address)
    with error.value:
        assert error.value.code == 404
        return error.value.read().decode()


def test_a_missing_page_is_answered_with_the_sites_own(url: str) -> None:
    assert missing(f"{url}none/") == "not here"


def test_nothing_is_served_outside_the_sites_place(folder: Path) -> None:
    with serving(folder, "/some/where/") as url:
        assert missing(url.replace("some/where/", "index.html")) == "not here"
    (folder / "inner").mkdir()
    with serving(folder / "inner") as url:
        assert "404" in missing(f"{url}../index.html")


def test_the_site_map_names_the_address_that_was_asked(url: str) -> None:
    with urlopen(f"{url}sitemap.xml") as response:
        assert response.read().decode() == SITEMAP.replace("http://127.0.0.1:8000/", url)


def test_a_taken_port_is_passed_over_and_none_free_is_told(folder: Path) -> None:
    with bind(folder, ports=range(1)) as first:
        taken = first.server_address[1]
        with bind(folder, ports=range(taken, taken + 20)) as second:
            assert address(second) != address(first)
        with pytest.raises(OSError, match=f"^port {taken} of 127.0.0.1 cannot be had: .*; name another with --port$"):
            bind(folder, ports=range(taken, taken + 1))


@pytest.mark.parametrize("path", ["%00", "file%00.html", "%ed%a0%80", "x" * 5000])
def test_what_can_be_no_file_is_missing_and_nothing_is_logged(
    path: str, url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert missing(f"{url}{path}") == "not here"
    assert capfd.readouterr().err == ""


def test_a_browser_that_hangs_up_is_no_news(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "big.bin").write_bytes(bytes(30_000_000))
    with serving(folder) as url:
        for request in (b"GET /big.bin HTTP/1.1\r\n\r\n", b"GET /big"):
            with socket.create_connection(("127.0.0.1", urlsplit(url).port or 0)) as browser:
                browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # as a reset
                browser.sendall(request)
                time.sleep(0.2)
        assert missing(f"{url}none/") == "not here"
    assert capfd.readouterr().err == ""
