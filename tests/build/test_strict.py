"""A wrong fence stops `mkdocs build --strict` and says where, what and which names come near."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from site_runtime.commands.build import build
from tests.build.conftest import SAMPLES, OnePage
from tests.build.html import read

FENCE = "```lesson\n{}\n```\n"


@pytest.mark.parametrize(
    ("fence", "told"),
    [
        ("lesson: team_protocls\nfunction: open_request", "no lesson “team_protocls”; nearest: team_protocols"),
        ("lesson: team_protocols\nfunction: open_requests", "no function “open_requests”; nearest: open_request"),
        (
            "lesson: team_protocols\nfunction: open_request\ninputs: plan, shutdwon",
            "no input “shutdwon”; nearest: shutdown",
        ),
    ],
)
def test_a_wrong_name_stops_the_build_with_page_name_and_nearest_names(
    fence: str, told: str, one_page: OnePage
) -> None:
    done = one_page("# Page\n\n" + FENCE.format(fence))
    assert done.returncode != 0
    assert "part/page.md:3: in a `lesson` fence: " in done.stderr
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_options_in_the_head_stop_the_build(one_page: OnePage) -> None:
    done = one_page('# Page\n\n```{.lesson inputs="plan"}\nlesson: team_protocols\nfunction: open_request\n```\n')
    assert done.returncode != 0
    assert "part/page.md: in a `lesson` fence: the fence's head takes no options, but has inputs" in done.stderr


def test_a_quiet_build_is_strict_too(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(SAMPLES / "paged", tmp_path / "paged")
    (tmp_path / "paged" / "greeting" / "pages" / "index.md").write_text("# Page\n\n[nowhere](nowhere.md)\n", "utf-8")
    assert build(tmp_path / "site", [tmp_path / "paged"], quiet=True) != 0
    assert "'nowhere.md', but the target" in capfd.readouterr().err


def test_an_area_may_stand_twice_on_a_page_and_in_a_list(one_page: OnePage, tmp_path: Path) -> None:
    fence = FENCE.format("lesson: team_protocols\nfunction: open_request\ninputs: plan")
    indented = "".join(f"    {line}\n" for line in fence.splitlines())
    done = one_page(f"# Page\n\n{fence}\n- item\n\n{indented}")
    assert done.returncode == 0, done.stderr
    tree = read((tmp_path / "site" / "part" / "page" / "index.html").read_text("utf-8"))
    first, second = tree.all("lesson-lab")
    assert first.one(of="lab-manifest").text == second.one(of="lab-manifest").text
