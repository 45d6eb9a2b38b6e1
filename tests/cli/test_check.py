"""``companion check``, and the check before a print or an export."""

from pathlib import Path

import pikepdf
import pytest

from tests.cli.commands import Call
from tests.press.decks import FACE, WORDS, format_element, write_deck

LOST = {"name": "note", "x": 9, "y": 60, "width": 40, "height": 8, "size": 8}
FAULT = format_element("text", text="\u231b", when="{number} == 2", **LOST)
THIN = format_element("line", x=5, y=5, dx=9, dy=0, stroke="ink", stroke_width=0.05, when="{number} == 3|4|5")
BLURRED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">'
    '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    '<circle cx="10" cy="10" r="6" fill="#a33" filter="url(#f)"/></svg>'
)


def test_check_passes_a_good_deck_and_names_the_faults_of_another(call: Call, tmp_path: Path) -> None:
    write_deck(tmp_path)
    assert call("check", "deck.toml").out == "tiny is ready to print.\n"
    write_deck(tmp_path, front=FACE + FAULT)
    done = call("check", "deck.toml")
    assert done.code == 1
    assert "tiny/cards/2 (en, fr): no font has \u231b (U+231B) in '\u231b' (box 'note').\n" in done.out
    assert done.out.endswith("One problem found (glyph).\n")
    found = call("check", "deck.toml", "--lang", "fr", "--json").json["faults"]
    assert [(each["cards"], each["languages"], each["rule"]) for each in found] == [(["tiny/cards/2"], ["fr"], "glyph")]


def test_a_deck_with_faults_is_printed_only_by_force(call: Call, tmp_path: Path) -> None:
    write_deck(tmp_path, words={"en": WORDS["en"].replace("Card {number}", "word " * 200)})
    done = call("print", "deck.toml", "-o", "out")
    assert done.code == 1
    assert "5 cards, first tiny/cards/1 (en): the text 'word word" in done.out
    assert done.out.count("does not fit 'title'") == 1
    assert "Nothing was written; --force writes it anyway" in done.out
    assert not (tmp_path / "out").exists()
    assert call("print", "deck.toml", "--force", "-o", "out").code == 0
    (printed,) = (tmp_path / "out").glob("*.pdf")
    with pikepdf.open(printed) as pdf:
        assert len(pdf.pages) == 4


def test_check_examines_names_used_only_on_the_first_page(call: Call, tmp_path: Path) -> None:
    write_deck(tmp_path, words={"en": 'title = "Tiny \u9f98"\ncard = "Card"\n[component]\ncards = "cards \u0e01"\n'})
    done = call("check", "deck.toml")
    assert done.code == 1
    assert "tiny (en): no font has \u9f98 (U+9F98) in 'Tiny \u9f98' (box 'title')." in done.out
    assert "(box 'component.cards')" in done.out


@pytest.mark.parametrize("words", [["print"], ["export", "--to", "svg"]])
def test_force_lets_through_only_the_rules_it_names(call: Call, tmp_path: Path, words: list[str]) -> None:
    """Alone ``--force`` forces all, also where the deck is named after it."""
    write_deck(tmp_path, front=FACE + FAULT + THIN)
    for force, code, left in ((["layout"], 1, ["stroke"]), (["qr", "--force", "glyph"], 0, ["glyph", "stroke"])):
        done = call(*words, "--force", *force, "deck.toml", "--json")
        assert done.code == code, done
        assert [each["rule"] for each in done.json["remarks"]] == left
    assert call(*words, "--force", "deck.toml").code == 0
    assert call(*words, "deck.toml", "--force").code == 0
    wrong = call(*words, "deck.toml", "--force=glpyh")
    assert (wrong.code, "glyph" in wrong.err) == (2, True)


@pytest.mark.parametrize("words", [["check"], ["print"], ["export", "--to", "png", "--dpi", "72"]])
def test_a_drawing_that_becomes_a_picture_stops_only_a_strict_command(
    call: Call, tmp_path: Path, words: list[str]
) -> None:
    write_deck(tmp_path, front=FACE + format_element("picture", file="blurred.svg", x=19, y=30, width=20, height=20))
    (tmp_path / "blurred.svg").write_text(BLURRED)
    done = call(*words, "deck.toml")
    assert (done.code, (done.out + done.err).count("drawn as a picture, 600 dots")) == (0, 1), done
    strict = call(*words, "deck.toml", "--strict")
    assert (strict.code, "problem found (drawing)" in strict.out) == (1, True), strict
