"""The runtimes by name. Each is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from site_runtime.parity.results import Job, Session

Runner = Callable[[Job], list[Session]]
"""Records a job in one runtime (native: in each interpreter found); raises ParityError when it cannot."""

DEFAULT = "native,node,chromium"


def _native(job: Job) -> list[Session]:
    from site_runtime.parity.native import run_native

    return run_native(job)


def _node(job: Job) -> list[Session]:
    from site_runtime.parity.node import run_node

    return run_node(job)


def _browser(name: str) -> Runner:
    def run(job: Job) -> list[Session]:
        from site_runtime.parity import browsers, page, site

        with site.site_of(job) as files:
            return [page.run_page(name, getattr(browsers, name), files, page.inputs_of(job))]

    return run


RUNNERS: Mapping[str, Runner] = {
    "native": _native,
    "node": _node,
    "chromium": _browser("chromium"),
    "firefox": _browser("firefox"),
    "webkit": _browser("webkit"),
}
