"""Open a page in a real, installed browser and keep it open; nothing else of the browser is used.

Playwright and Selenium are imported only here and only when their browser is asked for.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from site_runtime.build.browsers import FLAGS, BrowserError, find_chromium
from site_runtime.parity.results import ParityError


def _module(runtime: str, name: str, requirement: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        way = f"`make setup` brings it, or: pip install {requirement}"
        raise ParityError(f"{runtime}: the package {requirement} is missing. {way}") from error


def _program(runtime: str, name: str, package: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise ParityError(f"{runtime}: there is no {name} on PATH. On Debian or Ubuntu: apt-get install {package}")
    return path


@contextmanager
def _playwright(runtime: str, kind: str, **launch: Any) -> Iterator[Any]:
    """Yield a page of a browser that Playwright starts."""
    api = _module(runtime, "playwright.sync_api", "playwright==1.64.1")
    with api.sync_playwright() as playwright:
        try:
            browser = getattr(playwright, kind).launch(**launch)
        except api.Error as error:
            raise ParityError(f"{runtime}: {launch.get('executable_path')} did not start: {error}") from error
        try:
            yield browser.new_page()
        finally:
            browser.close()


@contextmanager
def chromium(url: str) -> Iterator[None]:
    """Hold `url` open in headless Chromium; raise ParityError when there is none."""
    try:
        path = find_chromium()
    except BrowserError as error:
        raise ParityError(f"chromium: {error}") from error
    with _playwright("chromium", "chromium", executable_path=path, args=list(FLAGS)) as page:
        page.goto(url)
        yield


@contextmanager
def firefox(url: str) -> Iterator[None]:
    """Hold `url` open in headless Firefox ESR; raise ParityError when there is none."""
    path = _program("firefox", "firefox-esr", "firefox-esr")
    # The channel is how this exact Playwright drives a Firefox that it has not brought itself.
    with _playwright("firefox", "firefox", channel="moz-firefox", executable_path=path) as page:
        page.goto(url)
        yield


def _mini_browser() -> str:
    places = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), reverse=True)
    if not places:
        way = "On Debian or Ubuntu: apt-get install webkit2gtk-driver"
        raise ParityError(f"webkit: WebKitGTK's MiniBrowser is missing. {way}")
    return str(places[0])


@contextmanager
def _display() -> Iterator[None]:
    """Run the block with an X server: the one there is, else one of its own, as xvfb-run does."""
    if os.environ.get("DISPLAY"):
        yield
        return
    reader, writer = os.pipe()
    command = [_program("webkit", "Xvfb", "xvfb"), "-displayfd", str(writer), "-screen", "0", "1280x1024x24"]
    with subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL) as server:
        os.close(writer)
        try:
            with os.fdopen(reader) as number:
                os.environ["DISPLAY"] = f":{number.readline().strip()}"
            yield
        finally:
            os.environ.pop("DISPLAY", None)
            server.terminate()


@contextmanager
def webkit(url: str) -> Iterator[None]:
    """Hold `url` open in WebKitGTK; raise ParityError when there is none."""
    selenium = _module("webkit", "selenium.webdriver", "selenium")
    service_module = _module("webkit", "selenium.webdriver.webkitgtk.service", "selenium")
    service = service_module.Service(_program("webkit", "WebKitWebDriver", "webkit2gtk-driver"))
    options = selenium.WebKitGTKOptions()
    options.binary_location = _mini_browser()
    options.add_argument("--automation")
    with _display():
        driver = selenium.WebKitGTK(options=options, service=service)
        try:
            driver.get(url)
            yield
        finally:
            driver.quit()
