"""The command `lesson`: help, records, errors, serving. It starts without a single installed package."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from site_runtime.cli import COMMANDS
from site_runtime.commands.serve import has_desktop

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).with_name("samples")


def lesson(*words: str, python: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *python, "-m", "site_runtime", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(command: str) -> None:
    done = lesson(command, "--help")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: lesson {command} ")


def test_the_commands_are_listed_without_importing_one_of_them() -> None:
    done = lesson("--help", python=("-S", "-X", "importtime"))
    assert done.returncode == 0
    assert all(f"  {name}" in done.stdout for name in COMMANDS)
    assert "site_runtime.build" not in done.stderr


def test_a_wrong_command_is_a_wrong_command_line() -> None:
    done = lesson("recrod")
    assert done.returncode == 2
    assert "record" in done.stderr


def test_recording_needs_no_package_and_prints_a_table() -> None:
    done = lesson("record", "team_protocols/open_request", python=("-S",))
    assert done.returncode == 0, done.stderr
    head, *rows = done.stdout.splitlines()
    assert head.split() == ["input", "snapshots", "bytes", "observed"]
    assert len(rows) == 6
    assert re.fullmatch(
        r"team_protocols/open_request/plan +\d+ +\d+  \{'request_id': 'req-1', 'status': 'pending'\}", rows[0]
    )


def test_records_as_json_hold_whole_traces() -> None:
    done = lesson("record", "team_protocols/match_response/forged", "--json")
    found = json.loads(done.stdout)
    assert found["python"] == ".".join(map(str, sys.version_info[:3]))
    (record,) = found["records"]
    assert (record["lesson"], record["area"], record["input"]) == ("team_protocols", "match_response", "forged")
    assert record["bytes"] == len(record["trace"].encode())
    end = json.loads(record["trace"].splitlines()[-1])["end"]
    assert (record["snapshots"], record["focus"], record["output"]) == (end["snapshots"], end["focus"], end["output"])


def test_folders_of_lessons_from_outside_are_recorded() -> None:
    done = lesson("record", "--lessons", str(SAMPLES / "plain"), "--lessons", str(SAMPLES / "paged"), "--json")
    records = json.loads(done.stdout)["records"]
    assert [f"{r['lesson']}/{r['area']}/{r['input']}" for r in records] == [
        "counter/add/tags",
        "counter/add/empty",
        "greeting/hello/world",
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["team_protocol"], "nearest: team_protocols"),
        (["team_protocols/opn_request"], "nearest: team_protocols/open_request"),
        (["team_protocols/open_request/plam"], "nearest: team_protocols/open_request/plan"),
        (["team_protocols/open_req"], "there is no recorded input “team_protocols/open_req”"),
        (["--lessons", "missing"], "missing: there is no such folder"),
        (["--lessons", "README.md"], "README.md: this is a file; name the folder of lessons"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest_and_status_2(words: list[str], told: str) -> None:
    done = lesson("record", *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("words", [["record"], ["record", "--json"], ["bench", "--parts", "native", "--json"]])
def test_a_folder_without_lessons_is_told(words: list[str], tmp_path: Path) -> None:
    done = lesson(*words, "--lessons", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"lesson {words[0]}: ")
    assert f"{tmp_path}: no lesson in it" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["serve", "--port", "99999"], "99999: a port is a number from 0 (any free one) to 65535"),
        (["serve", "--port", "-1"], "-1: a port is a number from 0 (any free one) to 65535"),
        (["serve", "--port", "http"], "http: a port is a number from 0 (any free one) to 65535"),
        (["bench", "--parts", "native,palyer"], "there is no part “palyer”; nearest: player"),
        (["bench", "--lessons", "missing"], "missing: there is no such folder"),
        (["parity", "--lessons", "missing"], "missing: there is no such folder"),
    ],
)
def test_a_wrong_value_is_a_wrong_command_line(words: list[str], told: str) -> None:
    done = lesson(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_taken_port_is_told_before_anything_is_built(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = lesson("serve", "--port", port, "--site", str(tmp_path / "site"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"lesson serve: port {port} of 127.0.0.1 cannot be had: ")
    assert "name another with --port" in done.stderr
    assert not (tmp_path / "site").exists()


def test_serve_builds_says_where_and_ends_quietly_on_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "site_runtime", "serve", "--quiet", "--site", str(tmp_path / "site")]
    options = ["--lessons", str(SAMPLES / "plain")]
    # Where the tests run in the background Ctrl-C is ignored, and what they start would ignore it too.
    heard = partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    run = partial(subprocess.Popen, cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=heard)
    with run([*command, *options]) as process:
        assert process.stdout is not None
        first, second = process.stdout.readline(), process.stdout.readline()
        try:
            for line in (first, second):
                address = re.search(r"http://127\.0\.0\.1:\d+/\S+", line)
                assert address, line
                with urlopen(address[0]) as response:
                    assert b"<lesson-lab" in response.read()
        finally:
            process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=10)
        assert rest.strip() == ""
        assert process.returncode == 0
    assert first.startswith("The lesson: ")


def test_a_build_that_fails_fails_the_command(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = lesson("build", "--site", str(tmp_path / "site"), "--lessons", str(tmp_path / "empty"))
    assert done.returncode != 0
    assert "no lesson in it" in done.stderr
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("env", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
    ],
)
def test_a_browser_is_opened_only_where_one_can_be_seen(env: dict[str, str], platform: str, expected: bool) -> None:
    assert has_desktop(env, platform) is expected


def test_the_installed_command_is_the_module() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lesson", "--help"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, lesson("--help").stdout)
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
