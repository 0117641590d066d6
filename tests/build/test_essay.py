"""The essay's own code: the same recordings everywhere, and each merged field goes wrong where the essay says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from essay_code.four_facts.apart import carry_through
from essay_code.four_facts.merged import agree_then_save, run_when_answered, run_when_approved, trust_the_box
from essay_code.four_facts.saving import fails, works

ROOT = Path(__file__).resolve().parents[2]
YES = {"from": "lead", "request_id": "req-1", "approve": True}
NO = {**YES, "approve": False}
FORGED = {**YES, "from": "reviewer"}


def test_its_recordings_are_the_same_natively_and_in_pyodide() -> None:
    command = [sys.executable, "-m", "site_runtime", "parity", "--lessons", "essay_code"]
    done = subprocess.run(
        [*command, "--runtimes", "native,node", "--json"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    report = json.loads(done.stdout)
    assert (done.returncode, report["differences"]) == (0, [])
    assert report["inputs"] == 13
    assert "node" in {runtime["name"] for runtime in report["runtimes"]}


@pytest.mark.parametrize(
    ("reply", "allow", "last"), [(YES, True, "permitted"), (YES, False, "permitted"), (NO, True, "agreed")]
)
def test_kept_apart_nothing_is_written_beyond_the_first_no(reply: dict[str, object], allow: bool, last: str) -> None:
    record = dict.fromkeys(("saved", "matched", "agreed", "permitted"))
    said = carry_through(record, [], dict(reply), {"allow": allow}, works)
    written = [name for name, value in record.items() if value is not None]
    assert written[-1] == last
    assert (said == "运行") == (record["permitted"] is True)


def test_merged_each_field_says_what_is_not_so() -> None:
    record = {"status": "pending"}
    with pytest.raises(OSError, match="存不下去"):
        agree_then_save(record, [], dict(YES), fails)
    assert record["status"] == "approved"
    record = {"request_id": "req-1", "status": "pending"}
    trust_the_box(record, [dict(NO), dict(FORGED)])
    assert record["status"] == "approved"
    assert run_when_answered({"reply": NO, "answered": False}, dict(NO)) == "运行"
    assert run_when_approved({"status": "approved"}, {"allow": False, "ran": False}) == "运行"
