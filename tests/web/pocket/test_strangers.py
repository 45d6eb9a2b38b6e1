"""Decks of strangers, in a phone's browser: what reaches out, runs or swells is told of."""

import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.cli.test_main import companion
from tests.web.pocket.served import Handset
from tests.web.pocket.test_own_decks import folder_of, list_deck_names, read_refusal, take_in, wait_for_deck, zip_of

OUTSIDE = {
    "../../lib/deck.toml": "'../../lib/deck.toml' lies outside the folder of the deck.",
    "/companion/companion/units.py": "'/companion/companion/units.py' lies outside the folder of the deck.",
    "..\\..\\deck.toml": "'..\\..\\deck.toml' lies outside the folder of the deck.",
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_file_that_would_lie_outside_is_refused(own: Page, tmp_path: Path, name: str) -> None:
    """In a zip file, and among files that are dropped, whose names a page could make up."""
    take_in(own, zip_of(tmp_path / "none", tmp_path / "a.zip", more={name: b"name = 'x'"}))
    assert read_refusal(own) == f"a.zip: {OUTSIDE[name]}"
    own.evaluate(
        """async name => {
        const body = new FormData(document.getElementById("own"));
        const at = new URL("/print/own", location.origin);
        const files = [name, "a.csv"].map(each => [each, new File(["x"], "x")]);
        await companion.ask({ method: "POST", url: at.href, body, files });
    }""",
        name,
    )
    assert read_refusal(own).endswith("lies outside the folder of the deck.")
    assert list_deck_names(own) == []


def test_a_symbolic_link_in_a_zip_file_is_not_followed(own: Page, tmp_path: Path) -> None:
    """It is a file with a path in it, as a table of which it has no card."""
    link = zipfile.ZipInfo("cards.csv")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr(link, "/companion/assets/games/honshu/map_cards.csv")
    take_in(own, tmp_path / "a.zip")
    assert read_refusal(own) == "cards.csv: this table has no cards."
    assert list_deck_names(own) == []


FACE = """size = [63, 88]
[[element]]
kind = "drawing"
file = "{file}"
x = 5
y = 5
width = 50
height = 50
"""
DECK = """name = "strange"
[[component]]
name = "cards"
face = "card"
table = "{table}"
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inner}</svg>'
EVIL = """fetch("https://evil.example/"); document.title = "evil";"""


def strange(file: str = "a.svg", table: str = "cards.csv", inner: str = "", head: str = "") -> Mapping[str, bytes]:
    """A deck of one card, on which is a drawing."""
    texts = {
        "deck.toml": DECK.format(table=table),
        "cards.csv": "name\nOne\n",
        "faces/card.toml": FACE.format(file=file),
        "faces/a.svg": head + SVG.format(inner=inner),
    }
    return {name: text.encode() for name, text in texts.items()}


STRANGE = {
    "a table outside": strange(table="../../../etc/passwd"),
    "a table anywhere": strange(table="/etc/passwd"),
    "a drawing outside": strange(file="../../../../companion/assets/web/img/mark.svg"),
    "a drawing anywhere": strange(file="/companion/assets/web/img/mark.svg"),
    "a picture from elsewhere": strange(inner="<image href='https://evil.example/a.png' width='9' height='9'/>"),
    "a page inside": strange(inner=f"<foreignObject><body onload='{EVIL}'/></foreignObject>"),
    "what doubles": strange(
        head='<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
        inner="<text>&b;</text>",
    ),
}


def test_a_malicious_deck_is_reported_as_by_check_and_does_no_harm(ready: Handset, tmp_path: Path) -> None:
    page = ready.open("/print/own")
    for what, files in STRANGE.items():
        folder = folder_of(files, tmp_path / what / "strange")
        check = companion("check", str(folder), folder=tmp_path / what)
        assert check.returncode == 1, (what, check.stdout)
        take_in(page, folder, "folder")
        wait_for_deck(page)
        told = page.locator("main .note.bad[role=status] p").all_inner_texts()
        here = check.stdout.replace(f"{folder}/", "strange/").replace(f"{folder.parent}/", "")
        assert " ".join(told).split() == here.split(), what
        page.locator("a.act").click()
        expect(page.get_by_role("heading", name="Print", exact=True)).to_be_visible()
        expect(page.locator("[data-wait]")).to_have_count(0)
        assert page.title() == "Print · Companion", what
    assert [url for url in ready.asked if "evil" in url] == []
