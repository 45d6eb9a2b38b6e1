"""``companion check``, the check before a print, and printing only what changed."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pikepdf

from tests.cli.here import run_in_process
from tests.cli.test_main import HERE
from tests.press.decks import DECK, FACE, WORDS, element, write_deck
from tests.press.pdf_geometry import read

LOST = {"name": "note", "x": 9, "y": 60, "width": 40, "height": 8, "size": 8}
FAULT = element("text", text="\u231b", when="{number} == 2", **LOST)
THIN = element("line", x=5, y=5, dx=9, dy=0, stroke="ink", stroke_width=0.05, when="{number} == 3|4|5")


def companion(*words: str, **environment: str) -> CompletedProcess[str]:
    return run_in_process(words, folder=Path.cwd(), environment={**HERE, **environment})


def test_check_passes_a_good_deck_and_names_the_faults_of_another(tmp_path: Path) -> None:
    file = str(write_deck(tmp_path))
    assert companion("check", file).stdout == "tiny is ready to print.\n"
    write_deck(tmp_path, front=FACE + FAULT)
    done = companion("check", file)
    assert done.returncode == 1
    assert "tiny/cards/2 (en, fr): no font has \u231b (U+231B) in '\u231b' (box 'note').\n" in done.stdout
    assert done.stdout.endswith("One problem found (glyph).\n")
    found = json.loads(companion("check", file, "--lang", "fr", "--json").stdout)["faults"]
    assert [(each["cards"], each["languages"], each["rule"]) for each in found] == [(["tiny/cards/2"], ["fr"], "glyph")]


def test_a_faulty_deck_is_printed_only_by_force(tmp_path: Path) -> None:
    file = str(write_deck(tmp_path, front=FACE + FAULT))
    done = companion("print", file, "-o", str(tmp_path / "out"))
    assert done.returncode == 1
    assert "Nothing was written; --force writes it anyway" in done.stdout
    assert not (tmp_path / "out").exists()
    assert companion("print", file, "--force", "-o", str(tmp_path / "out")).returncode == 0
    assert list((tmp_path / "out").glob("*.pdf"))


def test_overflowing_words_are_printed_only_with_force(tmp_path: Path) -> None:
    """At their smallest size; what is not there at all is refused with or without it."""
    long = {"en": WORDS["en"].replace("Card {number}", "word " * 200)}
    file, out = str(write_deck(tmp_path, words=long)), str(tmp_path / "out")
    done = companion("print", file, "-o", out)
    assert done.returncode == 1
    assert "5 cards, first tiny/cards/1 (en): the text 'word word" in done.stdout
    assert done.stdout.count("does not fit 'title'") == 1
    assert companion("print", file, "--force", "-o", out).returncode == 0
    (printed,) = (tmp_path / "out").glob("*.pdf")
    with pikepdf.open(printed) as pdf:
        assert len(pdf.pages) == 4
    write_deck(tmp_path, front=FACE + element("rect", width=1, height=1, fill="pnik"))
    for force in ((), ("--force",)):
        done = companion("print", file, *force, "-o", out, "--overwrite")
        assert (done.returncode, done.stderr) == (1, "")
        assert "front.toml, row 28: 'pnik' is not a colour" in done.stdout
        assert "--force" not in done.stdout


def test_print_changed_prints_only_changed_cards(tmp_path: Path) -> None:
    own = {"XDG_DATA_HOME": str(tmp_path / "own")}
    file = str(write_deck(tmp_path))
    out = tmp_path / "out"
    words = ("print", file, "--lang", "en", "--sides", "fronts", "--no-cover", "-o", str(out))
    assert companion(*words, **own).returncode == 0
    assert "no card has changed since it was printed" in companion(*words, "--changed", **own).stdout
    assert not list(out.glob("*changed*"))
    dot = element("circle", x=9, y=9, radius=2, fill="ink", when="{number} == 3|5")
    write_deck(tmp_path, DECK + "copies = 2\n", front=FACE + dot)
    assert companion(*words, "--changed", **own).returncode == 0
    (printed,) = out.glob("*changed*.pdf")
    # three new copies, and both copies of the two cards that changed, on one sheet
    (page,) = read(printed.read_bytes())
    assert len(page.cards(58, 87, 3)) == 7
    (record,) = (tmp_path / "own" / "companion" / "printed").iterdir()
    assert record.read_text(encoding="utf-8").partition("[waiting]")[2].count('= "2 x ') == 5
    assert companion(*words, "--printed", **own).returncode == 0
    assert "no card has changed" in companion(*words, "--changed", **own).stdout


def test_check_looks_at_names_used_only_on_the_first_page(tmp_path: Path) -> None:
    odd = {"en": 'title = "Tiny \u9f98"\ncard = "Card"\n[component]\ncards = "cards \u0e01"\n'}
    file = str(write_deck(tmp_path, words=odd))
    done = companion("check", file)
    assert done.returncode == 1
    assert "tiny (en): no font has \u9f98 (U+9F98) in 'Tiny \u9f98' (box 'title')." in done.stdout
    assert "(box 'component.cards')" in done.stdout
    assert companion("print", file, "-o", str(tmp_path / "out")).returncode == 1
    assert not (tmp_path / "out").exists()


def test_force_lets_through_only_the_rules_it_names(tmp_path: Path) -> None:
    """Alone ``--force`` forces all, also where the deck is named after it."""
    file = str(write_deck(tmp_path / "deck", front=FACE + FAULT + THIN))
    for number, words in enumerate((["print"], ["export", "--to", "svg"])):
        out = str(tmp_path / str(number))
        for force, code in ((["--force", "layout"], 1), (["--force", "qr", "--force", "glyph"], 0)):
            done = companion(*words, *force, file, "-o", out, "--json")
            assert done.returncode == code, done.stderr
            assert [each["rule"] for each in json.loads(done.stdout)["remarks"]] == [*[["glyph"], []][code], "stroke"]
        assert companion(*words, "--force", file, "-o", out).returncode == 0
        assert companion(*words, file, "-o", out, "--force").returncode == 0
        wrong = companion(*words, file, "-o", out, "--force=glpyh")
        assert (wrong.returncode, "glyph" in wrong.stderr) == (2, True)


def test_check_exits_0_when_there_are_only_remarks(tmp_path: Path) -> None:
    file = str(write_deck(tmp_path, front=FACE + THIN))
    line = "Note: 3 cards, first tiny/cards/3 (en, fr): a line (-) is 0.05 mm wide; the minimum is 0.09 mm.\n"
    done = companion("check", file)
    assert (done.returncode, done.stdout) == (0, f"{line}tiny is ready to print.\n")
    done = companion("print", file, "-o", str(tmp_path / "out"), "--lang", "en", "--lang", "fr")
    assert (done.returncode, line in done.stdout) == (0, True)
