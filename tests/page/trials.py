"""What a reader does with questions, conditions, own inputs and edited code, as the tests do it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, Worker, expect

from tests.page.lab import Lab

SLOW = 90_000


def pythons(page: Page) -> list[Worker]:
    """Return the workers that run Python; the theme's search has one of its own."""
    return [worker for worker in page.workers if worker.url.startswith("blob:")]


def open_ask(lab: Lab) -> None:
    if lab.at(".lab-ask").get_attribute("open") is None:
        lab.at(".lab-ask summary").click()


def ask(lab: Lab, expression: str) -> Locator:
    """Ask once at the shown step; return the newest answer's place."""
    open_ask(lab)
    lab.at(".lab-ask-line .lab-ask-field").fill(expression)
    lab.at('[data-ask="here"]').click()
    entry = lab.at(".lab-entry").first
    expect(entry.locator(".lab-watch-name")).to_have_text(expression)
    return entry.locator(".lab-answer")


def watch(lab: Lab, expression: str) -> Locator:
    """Watch an expression; return the place of its answer."""
    open_ask(lab)
    lab.at(".lab-ask-line .lab-ask-field").fill(expression)
    lab.at('[data-ask="watch"]').click()
    return watched(lab, expression).locator(".lab-answer")


def watched(lab: Lab, expression: str) -> Locator:
    """Return a watched expression's row."""
    name = lab.page.locator(".lab-watch-name").get_by_text(expression, exact=True)
    return lab.at(".lab-watch").filter(has=name)


def condition(lab: Lab, file: str, line: int, condition: str = "", log: str = "") -> Locator:
    """Give a breakpoint a condition or a log expression; return its row in the list."""
    if lab.at(".lab-stops").get_attribute("open") is None:
        lab.at(".lab-stops summary").click()
    item = lab.at(".lab-stop-item").filter(has_text=f"{file}:{line}")
    if item.locator(".lab-condition").is_hidden():
        item.locator('[data-condition="edit"]').click()
    for field, text in (("condition", condition), ("log", log)):
        item.locator(f'[data-field="{field}"]').fill(text)
        item.locator(f'[data-field="{field}"]').press("Enter")
    return item


def origin(lab: Lab, name: str) -> None:
    """Wait until a recording of this origin is shown."""
    expect(lab.at(".lab-badge")).to_have_attribute("data-origin", name, timeout=SLOW)
    expect(lab.at(".lab-halt")).to_be_hidden()


def fill(lab: Lab, **values: str) -> None:
    """Fill in fields of the form; a choice by its option's name."""
    for name, value in values.items():
        field = lab.at(f'.lab-own [data-field="{name}"]')
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def own(lab: Lab, action: str) -> None:
    lab.at(f'[data-own-action="{action}"]').click()


def open_editor(lab: Lab) -> Locator:
    """Open the experiment copy; return what one types into."""
    lab.at(".lab-edit-open").click()
    content = lab.at(".lab-editor .cm-content")
    content.wait_for(timeout=SLOW)
    return content


def insert_after(lab: Lab, text: str, line: str) -> None:
    """Type a line below the only one of the copy that has `text`."""
    row = lab.at(".lab-editor .cm-line").filter(has_text=text)
    expect(row).to_have_count(1)
    row.click()
    lab.page.keyboard.press("End")
    lab.page.keyboard.press("Enter")
    lab.page.keyboard.type(line)
