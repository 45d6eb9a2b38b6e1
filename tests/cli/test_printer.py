"""``companion printer``: from the calibration sheet to corrected sheets."""

from pathlib import Path

import pypdfium2
import pytest

from companion.data.papers import read_profiles
from tests.cli.commands import Call
from tests.press.decks import write_deck
from tests.press.pdf_geometry import read_pages

READ = ["--top", "5.3", "--bottom", "5.1", "--left", "4.6", "--right", "4.8", "--across", "99.8"]


@pytest.fixture
def printers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call) -> Path:
    monkeypatch.setenv("COMPANION_PRINTERS", str(tmp_path / "printers.toml"))
    return tmp_path / "printers.toml"


def read_words(file: str, page: int = 0) -> str:
    return str(pypdfium2.PdfDocument(file)[page].get_textpage().get_text_bounded()).replace("\r\n", " ")


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 61])
def test_a_printer_without_a_name_is_not_kept(call: Call, printers: Path, name: str) -> None:
    for words in (("set", name, *READ), ("set", "office", *READ, "--tray", name or "\t")):
        assert call("printer", *words).code == 2
    assert not printers.exists()


def test_readings_are_kept_and_listed(call: Call, printers: Path) -> None:
    assert "No printer has been measured yet" in call("printer", "list").out
    done = call("printer", "set", "office", *READ)
    said = "office: backs 0.2 mm right, -0.3 mm down, 0.05° clockwise; size 99.8 × 100%"
    assert done.out.startswith(said + ".\n")
    assert "print with --printer office" in done.out
    assert call("printer", "set", "office", *READ, "--tray", "2", "--paper", "letter").code == 0
    listed = call("printer", "list").out.splitlines()
    assert listed[0] == f"{said} (A4)"
    assert listed[1].startswith("office, tray 2:")
    answer = call("printer", "list", "--json").json["printers"]
    assert [each["paper"] for each in answer] == ["a4", "letter"]
    assert (answer[0]["offset_x"], answer[0]["scale_x"]) == (0.2, 0.998)


def test_sheets_are_printed_for_the_printer_and_bear_its_name(call: Call, printers: Path, tmp_path: Path) -> None:
    write_deck(tmp_path / "tiny")
    kept = call("printer", "set", " my office ", *["5,3" if word == "5.3" else word for word in READ], "--margin", "21")
    assert "print with --printer 'my office'" in kept.out
    assert call("print", "tiny", "--printer", "my office", "-o", "out").code == 0
    file = "out/tiny-en-a4-my-office.pdf"
    for page in read_pages(Path(file).read_bytes()):
        assert all(min(x, y) > 21 for line in page.find_lines() for x, y in line.points)
    for number in (0, 2):
        assert "my office: backs 0.2 mm right" in read_words(file, number)
    other = call("print", "tiny", "--printer", "my office", "--paper", "letter")
    assert "has been measured for a4, not for letter" in other.err


@pytest.mark.parametrize(
    ("language", "title", "name"), [("en", "Calibration sheet", "NAME"), ("fr", "étalonnage", "NOM")]
)
def test_the_calibration_sheet_explains_how_to_read_it(
    call: Call, printers: Path, language: str, title: str, name: str
) -> None:
    assert call("printer", "sheet", "--lang", language, "--paper", "letter", "-o", "out").code == 0
    words = read_words(f"out/printer-sheet-letter-{language}.pdf")
    for word in (title, f"companion printer set {name} --paper letter", "--top", "--bottom", "--across", "--down"):
        assert word in words


def test_a_calibration_sheet_is_two_files_for_two_passes_or_corrected_for_a_printer(call: Call, printers: Path) -> None:
    done = call("printer", "sheet", "--sides", "separate", "-o", "out", "--json")
    names = [f"out/printer-sheet-a4-en-{side}.pdf" for side in ("fronts", "backs")]
    assert done.json["files"] == names
    assert all(Path(name).exists() for name in names)
    call("printer", "set", "office", *READ)
    assert call("printer", "sheet", "--printer", "office", "-o", "out").code == 0
    assert "corrected for office" in read_words("out/printer-sheet-a4-en-corrected.pdf")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["set", "office", "--top", "15", "--bottom", "5", "--left", "5", "--right", "5"], "reads from 0 to 10"),
        (["set", "office", *READ, "--down", "90"], "was not printed at 100%"),
        (["set", "office", *READ, "--margin", "nan"], "'nan' is not a number"),
        (["set", "office", *READ, "--paper", "a9"], "'a9' is not a paper"),
        (["sheet", "--paper", "100x148"], "too small for the calibration sheet"),
        (["sheet", "--printer", "attic"], "No printer 'attic' has been measured"),
        (["sheet", "--printer", ""], "printer"),
    ],
)
def test_bad_printer_arguments_give_one_sentence_and_keep_nothing(
    call: Call, printers: Path, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    before = [*tmp_path.iterdir()]
    result = call("printer", *arguments)
    assert (result.code, result.out, sentence in result.err) == (2, "", True), result
    assert [*tmp_path.iterdir()] == before


def test_a_control_sheet_adds_and_a_new_one_replaces_and_the_margin_stays(call: Call, printers: Path) -> None:
    scales = ("--left", "5", "--right", "5", "--bottom", "5")
    assert call("printer", "set", "office", "--top", "6", *scales, "--margin", "7").code == 0
    added = call("printer", "set", "office", "--corrected", "--top", "5.2", *scales)
    assert added.code == 0, added
    (kept,) = read_profiles(printers)
    assert (kept.offset_x**2 + kept.offset_y**2) ** 0.5 > 0.5
    assert kept.margin == 7
    anew = call("printer", "set", "office", "--top", "5.2", *scales)
    assert "It replaces what was saved: office" in anew.out
    (replaced,) = read_profiles(printers)
    assert (replaced.offset_x**2 + replaced.offset_y**2) ** 0.5 < 0.2
    assert replaced.margin == 7
