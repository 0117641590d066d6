"""Python in this browser: run and record beside the shipped trace, what is shown, failures and the way out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, Worker, expect

from site_runtime.build.server import serving
from tests.conftest import Site
from tests.page.conftest import Opener
from tests.page.lab import LESSON, PAGES, Lab

pytestmark = pytest.mark.browser

SLOW = 60_000


def test_run_and_debug_work_here_and_say_how_much_is_equal(lab: Lab) -> None:
    shown, here = lab.at(".lab-shown"), lab.at(".lab-here")
    python = lab.manifest["python"]
    expect(shown).to_have_text(f"构建时由 CPython {python} 记录")
    expect(here).to_have_text("此浏览器还没有记录")

    lab.at(".lab-run").click()
    expect(lab.at(".lab-progress")).to_be_visible()
    expect(lab.at(".lab-run-facts")).to_contain_text("CPython 3.14", timeout=SLOW)
    recorded = lab.states("plan")[-1].output
    assert lab.at(".lab-output-text").inner_text().strip() == recorded.strip()
    expect(lab.at(".lab-run-same")).to_have_text("运行与调试的输出相同")
    expect(shown).to_have_text(f"构建时由 CPython {python} 记录")

    lab.command("over", 3)
    lab.at(".lab-debug").click()
    assert lab.position == 0
    count = len(lab.states("plan")) - 1
    expect(here).to_have_text(f"此浏览器：{count} 个快照中 {count} 个相同", timeout=SLOW)
    expect(shown).to_contain_text("在此浏览器中实时运行（CPython 3.14")
    lab.command("over")
    assert lab.position > 0
    lab.at('.lab-seg[data-origin="shipped"]').click()
    expect(shown).to_have_text(f"构建时由 CPython {python} 记录")


def pythons(page: Page) -> list[Worker]:
    """Return the workers that run Python; the theme's search has one of its own."""
    return [worker for worker in page.workers if worker.url.startswith("blob:")]


def altered(trace: str) -> str:
    """Return a trace in which the first argument that names the folder has another value."""
    changed = trace.replace('"mailbox",', '"letters",', 1)
    assert changed != trace
    return changed


def test_a_difference_is_shown_with_step_line_name_and_both_values(page: Page, site: Site, open_lab: Opener) -> None:
    trace = (site.folder / f"assets/lesson/traces/{LESSON}/open_request/direction.jsonl").read_text("utf-8")
    page.route("**/traces/**/direction.jsonl", lambda route: route.fulfill(body=altered(trace)))
    lab = open_lab()
    lab.choose("direction")
    lab.at(".lab-debug").click()
    difference = lab.at(".lab-difference")
    expect(difference).to_be_visible(timeout=SLOW)
    first = lab.states("direction")[0]
    expect(difference).to_contain_text(f"第 1 步，第 {first.line} 行，directory")
    assert difference.locator("dd").all_inner_texts() == ["'letters'", "'mailbox'"]
    expect(lab.at(".lab-here")).to_contain_text("有差异")
    expect(lab.at(".lab-shown")).to_contain_text("构建时")
    lab.command("over")
    assert lab.position > 0


def fails_and_recovers(lab: Lab, title: str, mend: Callable[[], object]) -> None:
    """The message is there, stepping goes on, and Retry makes good what failed."""
    lab.at(".lab-run").click()
    problem = lab.at(".lab-problem")
    expect(problem).to_contain_text(title, timeout=SLOW)
    expect(lab.at(".lab-shown")).to_contain_text("构建时")
    lab.command("over")
    assert lab.position > 0
    mend()
    problem.get_by_role("button", name="重试").click()
    expect(lab.at(".lab-run-same")).to_be_visible(timeout=SLOW)
    expect(problem).to_have_count(0)


def test_wasm_that_does_not_load(page: Page, open_lab: Opener, faults: list[str]) -> None:
    page.context.route("**/*.wasm", lambda route: route.abort())
    fails_and_recovers(open_lab(), "已记录的步骤仍可查看", lambda: page.context.unroute("**/*.wasm"))
    faults.clear()


def test_a_wheel_with_a_wrong_hash(page: Page, site: Site, open_lab: Opener, faults: list[str]) -> None:
    wheel = next((site.folder / "assets/lesson").glob("*.whl")).read_bytes()

    def swapped(route: Route) -> None:
        route.fulfill(body=wheel[:-30] + b"\0" * 30, content_type="application/zip")

    page.context.route("**/*.whl", swapped)
    fails_and_recovers(open_lab(), "校验值", lambda: page.context.unroute("**/*.whl"))
    faults.clear()


def test_a_worker_that_dies(page: Page, lab: Lab) -> None:
    lab.at(".lab-run").click()
    expect(lab.at(".lab-run-same")).to_be_visible(timeout=SLOW)
    (python,) = pythons(page)
    python.evaluate("() => { self.close(); }")
    page.wait_for_timeout(300)
    fails_and_recovers(lab, "中止", lambda: None)


def test_stop_ends_a_run_at_once(page: Page, open_lab: Opener, faults: list[str]) -> None:
    page.context.route("**/*.wasm", lambda route: None)
    lab = open_lab()
    lab.at(".lab-run").click()
    expect(lab.at(".lab-here")).to_contain_text("载入")
    lab.at(".lab-halt").click()
    expect(lab.at(".lab-here")).to_have_text("此浏览器还没有记录")
    assert lab.at(".lab-problem").count() == 0
    faults.clear()


def test_labs_live_through_instant_navigation_and_no_worker_is_left_behind(page: Page, open_lab: Opener) -> None:
    lab = open_lab()
    page.evaluate("window.notReloaded = true")
    lab.at(".lab-run").click()
    expect(lab.at(".lab-run-same")).to_be_visible(timeout=SLOW)
    assert len(pythons(page)) == 1
    page.locator(".md-header__topic a, .md-logo").first.click()
    expect(lab.dom).to_have_count(0)
    page.go_back()
    lab.at(".lab-ui").wait_for()
    lab.command("over")
    assert lab.position > 0
    page.go_forward()
    expect(lab.dom).to_have_count(0)
    page.wait_for_timeout(5000)
    assert pythons(page) == []
    assert page.evaluate("window.notReloaded")
    page.go_back()
    lab.at(".lab-run").click()
    expect(lab.at(".lab-run-same")).to_be_visible(timeout=SLOW)
    assert len(pythons(page)) == 1


def test_below_another_path_of_a_host(page: Page, site: Site, faults: list[str]) -> None:
    with serving(site.folder, "/some/where/") as url:
        page.goto(url + PAGES["zh"])
        lab = Lab(page, site, "open_request", PAGES["zh"])
        lab.at(".lab-ui").wait_for()
        lab.choose("limit")
        lab.at(".lab-debug").click()
        expect(lab.at('.lab-badge[data-tone="good"]')).to_be_visible(timeout=SLOW)
    assert faults == []


def test_it_records_by_itself_after_the_first_sign_of_interest(page: Page, site: Site) -> None:
    page.goto(site.url + PAGES["zh"])
    lab = Lab(page, site, "open_request", PAGES["zh"])
    lab.at(".lab-ui").wait_for()
    page.wait_for_timeout(500)
    assert pythons(page) == []
    lab.command("over")
    position = lab.position
    expect(lab.at('.lab-badge[data-tone="good"]')).to_be_visible(timeout=SLOW)
    expect(lab.at(".lab-shown")).to_contain_text("实时")
    assert lab.position == position


def test_it_loads_nothing_unasked_where_traffic_is_to_be_spared(page: Page, lab: Lab) -> None:
    lab.command("over")
    page.wait_for_timeout(1000)
    assert pythons(page) == []
