"""A page on which everything is open at once: axe finds nothing on it either, in both schemes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.axe import SCHEMES, violations, wish
from tests.page.conftest import Opener
from tests.page.lab import Lab
from tests.page.trials import condition, open_ask, open_editor


@pytest.mark.browser
def test_axe_finds_nothing_on_a_page_with_open_labs(page: Page, open_lab: Opener) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    lab = open_lab("open_request", lang="en")
    line = lab.line("request_id = f")
    lab.number(line).click()
    condition(lab, "protocol.py", line, condition="len(state) > 0", log="kind")
    open_ask(lab)
    edited, own = (Lab(page, lab.site, area, lab.address) for area in ("reply_request", "match_response"))
    open_editor(edited)
    own.at(".lab-own-new").click()
    page.locator(".site-contents summary").click()
    for scheme in SCHEMES:
        wish(page, scheme)
        assert violations(page) == [], scheme
