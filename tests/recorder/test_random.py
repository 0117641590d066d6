"""Random small programs: what the quick way skips could not have changed, and recording changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from site_runtime.recorder import record_program, run_program
from site_runtime.trace import validate
from tests.recorder.random_programs import programs

# Programs that leave a generator behind unfinished: what ends it at the collector's time is not the recording's.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
SOME = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@SOME
@given(programs)
def test_quiet_lines_hide_nothing(source: str) -> None:
    assert record_program(source).text == record_program(source, always=True).text


@SOME
@given(programs)
def test_a_recorded_run_leaves_what_a_plain_one_leaves(source: str) -> None:
    recorded, plain = record_program(source), run_program(source)
    assert (recorded.output, recorded.files, recorded.exception) == (plain.output, plain.files, plain.exception)
    validate(recorded.text)
