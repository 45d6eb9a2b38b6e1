"""What pages are made of: style sheets that older phones read too, and what those and the pages name."""

import re
from pathlib import Path

import pytest

from companion.paths import assets, templates

WEB = assets() / "web"
PICTURES = {file.name: file for file in (WEB / "img").iterdir()}
PAGES = sorted((templates() / "web").rglob("*.html"))
SHEETS = sorted(WEB.glob("*.css"))


def strip_comments(sheet: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)


def list_rules(text: str) -> list[tuple[tuple[str, ...], str]]:
    """Every rule of a style sheet: the blocks it stands in with its selector, and what it declares."""
    found: list[tuple[tuple[str, ...], str]] = []
    at = 0
    while (opened := text.find("{", at)) >= 0:
        end, level = opened + 1, 1
        while level:
            level += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        head, body = " ".join(text[at:opened].split()), text[opened + 1 : end - 1]
        if head.startswith(("@media", "@supports")):
            found += [((head, *where), inside) for where, inside in list_rules(body)]
        else:
            found.append(((head,), body))
        at = end
    return found


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda file: file.stem)
def test_an_older_browser_reads_the_style_sheet(sheet: Path) -> None:
    """A selector that a browser does not know makes it drop the whole rule; so does a nested one."""
    for (*around, selector), body in list_rules(strip_comments(sheet)):
        assert "color-mix" not in body
        assert "{" not in body or selector.startswith("@"), f"nested: {selector}"
        if ":has(" in selector:
            assert "@supports selector(:has(*))" in around, selector


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda file: file.stem)
def test_every_picture_of_a_style_sheet_exists(sheet: Path) -> None:
    for name in re.findall(r"url\(img/([^)]+)\)", strip_comments(sheet)):
        assert name in PICTURES
    assert "http" not in strip_comments(sheet)


def test_what_was_undone_fades_in_its_picture_not_in_its_words() -> None:
    rules = list_rules(strip_comments(WEB / "tables.css"))
    faded = [where[-1] for where, what in rules if "opacity" in what and ".gone" in where[-1]]
    assert len(faded) == 3
    assert [each for each in faded if not each.endswith(("img", "img)", ".faces"))] == []


def test_every_class_that_a_page_names_has_a_style() -> None:
    """A rule that is lost when style sheets are parted leaves its page bare, and nothing else tells of it."""
    looks = "".join(map(strip_comments, [*SHEETS, *WEB.rglob("*.js")]))
    named = {
        name
        for page in PAGES
        for words in re.findall(r' class="([^"{}]+)"', page.read_text(encoding="utf-8"))
        for name in words.split()
    }
    assert len(named) > 100
    assert [name for name in sorted(named) if not re.search(rf"\.{name}\b", looks)] == []
