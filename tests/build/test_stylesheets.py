"""The theme's style sheets are laid into the site without the rules that no page can match."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_runtime.build.errors import BuildError
from site_runtime.build.stylesheets import FOLDER, trim, trimmed
from tests.conftest import Site

KNOWN = {"a", "b"}


@pytest.mark.parametrize(
    ("sheet", "left"),
    [
        (".a{color:red}", ".a{color:red}"),
        ("p .b>li::before{}", "p .b>li::before{}"),
        (".a .other{}", ""),
        (".a.other:hover{}", ""),
        (".other>.a, .b{}", " .b{}"),
        (".a,.other,.b{}", ".a,.b{}"),
        # Neither of these asks for the class.
        (".a:not(.other){}", ".a:not(.other){}"),
        (":is(.a,.other) p{}", ":is(.a,.other) p{}"),
        ('[class*=".other"]{}', '[class*=".other"]{}'),
        ("p+*{}", ""),
        (".a ~ *:hover{}", ""),
        (".a~:not(.b){}", ""),
        (".a + ::before{}", ""),
        ("p+*>b{}", "p+*>b{}"),
        (".a+.b{}", ".a+.b{}"),
        ("p ~ li:first-child{}", "p ~ li:first-child{}"),
        (".a>*{}", ".a>*{}"),
        ("p:not(.a + *){}", "p:not(.a + *){}"),
        ("/* .a */ @media print{.other{} .a{}}", "@media print{.a{}}"),
        ("@media print{@supports (top:0){.other{}}}", ""),
        ("@keyframes other{from{top:0}}", "@keyframes other{from{top:0}}"),
        ('@charset "UTF-8";@page{margin:0}', '@charset "UTF-8";@page{margin:0}'),
    ],
)
def test_what_is_left_of_a_sheet(sheet: str, left: str) -> None:
    assert trimmed(sheet, KNOWN) == left


@pytest.mark.parametrize("sheet", [".a{} }", "@media print{.a{} .b}"])
def test_what_is_no_sheet_is_told(sheet: str, tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / "main.css").write_text(sheet)
    with pytest.raises(BuildError, match=r"main\.css: this style sheet of the theme cannot be read: line 1: "):
        trim(tmp_path)


def test_the_sites_own_theme_is_trimmed(site: Site) -> None:
    import material

    theme = next(Path(material.__file__).parent.glob(f"templates/{FOLDER}/main.*.css"))
    full, laid = theme.read_text("utf-8"), (site.folder / FOLDER / theme.name).read_text("utf-8")
    assert len(laid) < 0.75 * len(full)
    for kept in (".md-search__input", ".md-typeset .headerlink", ".md-typeset table:not([class])", "@media print"):
        assert kept in full
        assert kept in laid
    for gone in (".md-typeset table:not([class])+*", ".md-typeset .critic"):
        assert gone in full
        assert gone not in laid
    assert not list((site.folder / FOLDER).glob("*.map"))
