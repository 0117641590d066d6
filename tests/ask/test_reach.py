"""Code that a reader runs reaches no other origin, not the page, and nothing that is stored."""

from __future__ import annotations

import pytest

from tests.ask.conftest import Asking
from tests.parity.conftest import Host

pytestmark = pytest.mark.browser

ATTEMPTS = {
    "fetch elsewhere": "js.fetch(elsewhere)",
    "fetch at home": "js.fetch(home)",
    "fetch by another name": "js.WorkerGlobalScope.prototype.fetch(elsewhere)",
    "pyfetch": "pyodide.http.pyfetch(elsewhere).send(None)",
    "open_url": "pyodide.http.open_url(elsewhere).read()",
    "urllib": "urllib.request.urlopen(elsewhere)",
    "socket": "socket.create_connection(('localhost', 80))",
    "XMLHttpRequest": "js.XMLHttpRequest.new()",
    "WebSocket": "js.WebSocket.new(elsewhere.replace('http', 'ws'))",
    "EventSource": "js.EventSource.new(elsewhere)",
    "WebTransport": "js.WebTransport.new(elsewhere.replace('http', 'https'))",
    "FontFace": "js.FontFace.new('x', f'url({elsewhere})')",
    "a package from elsewhere": "pyodide_js.loadPackage(elsewhere + '.whl').then(print) and js.undefined_name.x",
    "import of an address": "pyodide.code.run_js(f'import({elsewhere!r})')",
    "import at run time": "importlib.import_module(elsewhere)",
    "importScripts": "js.importScripts(elsewhere)",
    "eval": "js.eval('1')",
    "Function": "js.Function.new('return 1')()",
    "a timer of text": "js.setTimeout('self.close()', 0).denied",
    "indexedDB": "js.indexedDB.open('x')",
    "IDBFS": "pyodide_js.FS.filesystems.IDBFS.indexedDB().open('x')",
    "caches": "js.caches.open('x')",
    "cookieStore": "js.cookieStore.getAll()",
    "BroadcastChannel": "js.BroadcastChannel.new('x')",
    "storage": "js.navigator.storage.getDirectory()",
    "a file system": "js.webkitRequestFileSystemSync(0, 1)",
    "locks": "js.navigator.locks.query()",
    "locks by their prototype": "js.LockManager.prototype.query.call(js.navigator.locks)",
    "the service worker": "js.navigator.serviceWorker.getRegistrations()",
    "devices": "js.navigator.usb.getDevices()",
    "permissions": "js.navigator.permissions.query",
    "Worker": "js.Worker.new(js.URL.createObjectURL(js.Blob.new(['close()'])))",
    "Worker by its address": "js.Worker.new(home)",
    "SharedWorker": "js.SharedWorker.new(home)",
    "Notification": "js.Notification.new('x')",
    "the page": "js.document.title",
    "the window": "js.window.name",
    "the parent": "js.parent.document",
    "opener": "js.opener.name",
    "localStorage": "js.localStorage.setItem('x', 'y')",
    "sessionStorage": "js.sessionStorage.setItem('x', 'y')",
    "a message to the page": "js.postMessage('x')",
    "the worker's first message": "js.onmessage(js.MessageEvent.new('message'))",
}
PREPARE = """
import importlib, socket, urllib.request
import js, pyodide, pyodide.code, pyodide.http, pyodide_js
home = js.location.origin + "/index.html?own"
elsewhere = home.replace("127.0.0.1", "localhost")
reached = []

def attempt(name, text):
    try:
        eval(text, globals())
    except BaseException as error:
        return
    reached.append(name)
"""


def test_nothing_is_reached(asking: Asking, probe: Host) -> None:
    asking.fresh()
    asking.ask(
        "await R.run(own('', '')); while (R.spare !== 'ready') await new Promise((then) => setTimeout(then, 20))"
    )
    asking.page.evaluate("addEventListener('message', () => { document.title = 'heard'; }); document.title = 'mine'")
    heard = len(probe.heard)
    call = "".join(f"attempt({name!r}, {text!r})\n" for name, text in ATTEMPTS.items()) + "print(reached)\n"
    got = asking.ask(f"return await R.run(own({PREPARE!r}, {call!r}))")
    assert (got["output"], got["exception"]) == ("[]\n", None)
    assert probe.heard[heard:] == []
    left = asking.page.evaluate(
        """async () => [document.title, localStorage.length, sessionStorage.length, document.cookie,
          (await indexedDB.databases()).length]"""
    )
    assert left == ["mine", 0, 0, "", 0]


NAMES = "js.Object.getOwnPropertyNames(js.Object.getPrototypeOf(js.navigator))"
KEPT = {
    *("constructor", "userAgent", "userAgentData", "platform", "language", "languages", "onLine"),
    *("hardwareConcurrency", "appVersion", "appName", "product"),
}


def test_of_the_navigator_only_what_it_is_called_is_left(asking: Asking) -> None:
    got = asking.ask(f"return (await R.run(own('import js', 'print(*{NAMES})'))).output")
    assert set(got.split()) <= KEPT
    assert "userAgent" in got.split()


FORGED = """
import js
from pyodide.ffi import create_proxy
heard = []
js.MessagePort.prototype.postMessage = create_proxy(lambda *args: heard.append(args))
js.JSON.parse = js.JSON.stringify = create_proxy(lambda *args: "forged")
"""


def test_what_the_worker_says_cannot_be_caught_or_forged(asking: Asking) -> None:
    asking.fresh()
    first = asking.ask(f"return (await R.run(own({FORGED!r}, 'print(1)'))).output")
    then = asking.ask("return (await R.run(own('', 'import __main__, js\\nprint(2)'))).output")
    assert (first, then) == ("1\n", "2\n")
