"""What `python -m tools.lighthouse` makes of reports: the median, its limit, and what costs points."""

from __future__ import annotations

from typing import Any

import pytest

from tools import lighthouse


def report(performance: float, seo: float = 1) -> dict[str, Any]:
    refs = {"performance": [("fast", 3), ("told", 0)], "seo": [("named", 1)]}
    points = {"performance": performance, "seo": seo}
    audits = {"fast": performance, "told": 0, "named": seo}
    return {
        "categories": {
            name: {"score": points[name], "auditRefs": [{"id": id, "weight": weight} for id, weight in given]}
            for name, given in refs.items()
        },
        "audits": {id: {"id": id, "title": id.title(), "score": score} for id, score in audits.items()},
    }


def test_the_median_of_the_runs_is_held_to_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert lighthouse.told([report(0.4), report(0.95), report(1)]) == 0
    assert "performance: 95 (at least 95; runs 40, 95, 100)" in capsys.readouterr().out
    assert lighthouse.told([report(0.94), report(0.9), report(1)]) == 1
    assert lighthouse.told([report(1, seo=0.99)]) == 1


def test_only_what_costs_points_is_named() -> None:
    assert lighthouse.faults(report(0.5)) == ["fast: Fast"]
    assert lighthouse.faults(report(1)) == []


@pytest.mark.parametrize("arguments", [["beauty"], ["--runs", "0"], ["--page", "no/such/"]])
def test_a_wrong_command_line_says_so(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        lighthouse.main(arguments)
    assert ended.value.code == 2
    assert "error: " in capsys.readouterr().err
