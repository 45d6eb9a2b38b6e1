"""A PDF of cards on the command line: print, export and check tell the same of it."""

import json
from pathlib import Path

import pypdfium2

from tests.cli.commands import Call
from tests.press.cards_in_pdf import draw_cards, draw_words, grid_of, write_pdf


def test_print_export_and_check_tell_the_same(call: Call, tmp_path: Path) -> None:
    cards = grid_of(8, 12, (63, 88), 2, (3, 3), [f"{number}" for number in range(1, 10)])
    file, out = write_pdf(tmp_path / "game.pdf", [[draw_words], [draw_cards(cards)]]), tmp_path / "out"
    note = "Note: 3 x 3 cards of 63 x 88 mm a page; gap 2 mm; page 2; no backs.\nNote: page 1 has no such grid"
    printed = call("print", str(file), "-o", str(out), "--no-cover")
    assert note in printed.out
    assert "--grid, --gap, --size, --pages and --backs say how" in printed.out
    assert note in call("export", str(file), "--to", "png", "--dpi", "50", "-o", str(out)).out
    assert note in call("check", str(file)).out
    assert len([*out.rglob("*.png")]) == 9
    words = pypdfium2.PdfDocument(out / "game-en-a4.pdf")[0].get_textpage().get_text_bounded()
    assert {*map(str, range(1, 9))} <= {*words.split()}  # as text, not as a picture
    whole = call("print", str(file), "--backs", "alternate", "--pages", "1-2", "-o", str(out), "--json", "--overwrite")
    assert "backs on every second page" in json.loads(whole.out)["files"][0]["notes"][0]


def test_what_a_pdf_is_asked_for_is_refused_elsewhere(call: Call, tmp_path: Path) -> None:
    assert "'honshu' is no PDF; only a PDF is cut into cards." in call("print", "honshu", "--grid", "3x3").err
    file = write_pdf(tmp_path / "rules.pdf", [[draw_words]])
    refused = call("print", str(file))
    assert (refused.code, "no grid of cards is found here" in refused.err) == (2, True)
    assert "--grid says how many cards lie on a page" in refused.err
    assert "no grid of cards is found here" in call("check", str(file)).err


def test_a_cut_pdf_is_listed_boxed_and_checked_as_it_is_printed(call: Call, tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "game.pdf", [[draw_cards(grid_of(8, 12, (63, 88), 2, (3, 3), ["1"] * 9))]] * 2)
    assert "18  cards" in call("print", str(file), "--list").out
    boxed = call("print", str(file), "--only", "tuckbox", "-o", str(tmp_path / "out"))
    assert "Tuck box: 18 cards of 63 x 88 mm" in boxed.out
    checked = call("check", str(file), "--pages", "2", "--grid", "3x3", "--gap", "2", "--backs", "none")
    assert "3 x 3 cards of 63 x 88 mm a page; gap 2 mm; page 2; no backs." in checked.out
    assert "--languages alone" in call("check", "--languages", "--grid", "3x3").err
