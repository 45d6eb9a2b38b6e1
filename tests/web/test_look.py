"""What pages are made of: style sheets that older phones read too, small pictures, macros for every part."""

import re
from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.paths import assets, templates
from companion.play.games import GAMES, get_game

WEB = assets() / "web"
PICTURES = {file.name: file for file in (WEB / "img").iterdir()}
PAGES = sorted((templates() / "web").rglob("*.html"))
SHEETS = sorted(WEB.glob("*.css"))
COLOURS = ("black", "blue", "purple", "red", "yellow")
GOODS = ("blue", "brown", "grey", "yellow")


def strip_comments(sheet: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)


def rules(text: str, depth: int = 0) -> list[tuple[tuple[str, ...], str]]:
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
            found += [((head, *where), inside) for where, inside in rules(body, depth + 1)]
        else:
            found.append(((head,), body))
        at = end
    return found


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda file: file.stem)
def test_an_older_browser_reads_the_style_sheet(sheet: Path) -> None:
    """A selector that a browser does not know makes it drop the whole rule; so does a nested one."""
    for (*around, selector), body in rules(strip_comments(sheet)):
        assert "color-mix" not in body
        assert "{" not in body or selector.startswith("@"), f"nested: {selector}"
        if ":has(" in selector:
            assert "@supports selector(:has(*))" in around, selector


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda file: file.stem)
def test_every_picture_of_a_style_sheet_is_there(sheet: Path) -> None:
    for name in re.findall(r"url\(img/([^)]+)\)", strip_comments(sheet)):
        assert name in PICTURES
    assert "http" not in strip_comments(sheet)


def test_every_card_cube_good_and_square_has_its_picture() -> None:
    shogun, hogen = open_deck("shogun"), open_deck("hogen")
    actions = [card.id for part in shogun.components if part.name == "action-cards" for card in part.cards]
    samurai = [card.id for part in hogen.components if part.name == "samurai" for card in part.cards]
    wanted = {f"kabuto-{colour}.svg" for colour in COLOURS}
    wanted |= {f"cube-{colour}.svg" for colour in (*COLOURS, "green", "none")}
    wanted |= {f"good-{good}.svg" for good in GOODS}
    wanted |= {f"sq-production-{good}.png" for good in GOODS}
    wanted |= {f"sq-factory-{good}-{worth}.png" for good in GOODS for worth in (2, 3, 4)}
    wanted |= {f"sq-{kind}-1.png" for kind in ("forest", "town", "lake", "fallow")}
    assert len(actions) == 10
    assert len(samurai) == 16
    wanted |= {f"action-{name}.svg" for name in actions}
    wanted |= {f"{kind}-{name[:-1].lower()}-{name[-1]}.webp" for kind in ("card", "head") for name in samurai}
    wanted |= {f"mon-{name[:-1].lower()}.svg" for name in samurai}
    for game in map(get_game, GAMES):
        wanted |= {game.picture, *(f"{game.emblem}-{colour}.svg" for colour in COLOURS)}
    assert sorted(wanted - PICTURES.keys()) == []


def test_every_class_that_a_page_names_is_drawn_somehow() -> None:
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
