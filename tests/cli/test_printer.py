"""``companion printer``: from the calibration sheet to corrected sheets."""

import json
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from companion.cli.main import companion
from companion.data.papers import read_profiles
from companion.errors import CompanionError
from tests.press.decks import write_deck
from tests.press.pdf_geometry import read

READ = ["--top", "5.3", "--bottom", "5.1", "--left", "4.6", "--right", "4.8", "--across", "99.8"]


@pytest.fixture
def printers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_PRINTERS", str(tmp_path / "printers.toml"))
    return tmp_path / "printers.toml"


def call(*arguments: object, language: str = "en") -> Result:
    return CliRunner().invoke(companion, ["--ui-lang", language, *map(str, arguments)])


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 61])
def test_a_printer_has_a_name(printers: Path, name: str) -> None:
    for words in (("set", name, *READ), ("set", "office", *READ, "--tray", name or "\t")):
        refused = call("printer", *words)
        assert refused.exit_code == 2 or isinstance(refused.exception, CompanionError)
    assert not printers.exists()
    call("printer", "set", " my office ", *READ)
    assert [each.printer for each in read_profiles(printers)] == ["my office"]
    assert "print with --printer 'my office'" in call("printer", "set", "my office", *READ).output
    unnamed = call("printer", "sheet", "--printer", "", "-o", printers.parent)
    assert isinstance(unnamed.exception, CompanionError)


def test_unmeasured_rulers_count_as_true_to_size(printers: Path) -> None:
    call("printer", "set", "office", *READ[:-2], "--down", "100.5")
    call("printer", "set", "attic", *READ)
    attic, office = read_profiles(printers)
    assert (office.scale_x, office.scale_y) == (1, 1.005)
    assert (attic.scale_x, attic.scale_y) == (0.998, 1)


@pytest.mark.parametrize(("language", "name"), [("en", "NAME"), ("fr", "NOM")])
def test_the_sheet_calls_a_name_as_its_language_does(printers: Path, tmp_path: Path, language: str, name: str) -> None:
    call("printer", "sheet", "--lang", language, "-o", tmp_path)
    (file,) = tmp_path.glob("*.pdf")
    words = pypdfium2.PdfDocument(file)[0].get_textpage().get_text_range()
    assert f"companion printer set {name} --paper a4" in words


def test_readings_are_kept_and_listed(printers: Path) -> None:
    assert "No printer has been measured yet" in call("printer", "list").output
    done = call("printer", "set", "office", *READ)
    said = "office: backs 0.2 mm right, -0.3 mm down, 0.05° clockwise; size 99.8 × 100%"
    assert done.output.startswith(said + ".\n")
    assert "print with --printer office" in done.output
    assert call("printer", "set", "office", *READ, "--tray", "2", "--paper", "letter", "--json").exit_code == 0
    listed = call("printer", "list").output.splitlines()
    assert listed[0] == f"{said} (A4)"
    assert listed[1].startswith("office, tray 2:")
    answer = json.loads(call("printer", "list", "--json").output)["printers"]
    assert [entry["paper"] for entry in answer] == ["a4", "letter"]
    assert answer[0]["offset_x"] == 0.2
    assert answer[0]["scale_x"] == 0.998
    assert printers.exists()


def test_the_config_option_names_the_printers_file(printers: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert call("printer", "set", "office", *READ, "--config", file).exit_code == 0
    assert file.exists()
    assert not printers.exists()
    assert "office" in call("printer", "list", "--config", file).output


def test_sheets_are_printed_for_the_printer(printers: Path, tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "tiny")
    call("printer", "set", "office", *READ, "--margin", "21")
    done = call("print", deck, "--printer", "office", "-o", tmp_path)
    assert done.exit_code == 0
    for page in read((tmp_path / "tiny-en-a4-office.pdf").read_bytes()):
        assert all(min(x, y) > 21 for line in page.lines() for x, y in line.points)
    pdf = pypdfium2.PdfDocument(tmp_path / "tiny-en-a4-office.pdf")
    for number in (0, 2):
        assert "office: backs 0.2 mm right" in pdf[number].get_textpage().get_text_bounded().replace("\r\n", " ")
    with pytest.raises(CompanionError, match="has been measured for a4, not for letter"):
        companion.main(["print", str(deck), "--printer", "office", "--paper", "letter"], standalone_mode=False)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_calibration_sheet_explains_how_to_read_it(printers: Path, tmp_path: Path, language: str) -> None:
    done = call("printer", "sheet", "--paper", "letter", "-o", tmp_path, language=language)
    assert done.exit_code == 0
    pdf = pypdfium2.PdfDocument(tmp_path / f"printer-sheet-letter-{language}.pdf")
    assert len(pdf) == 2
    words = pdf[0].get_textpage().get_text_bounded()
    for word in ("--top", "--bottom", "--left", "--right", "--across", "--down", "--paper letter"):
        assert word in words
    assert ("Calibration sheet" if language == "en" else "étalonnage") in words


def test_a_sheet_for_two_passes_is_two_files(printers: Path, tmp_path: Path) -> None:
    done = call("printer", "sheet", "--sides", "separate", "-o", tmp_path, "--json")
    names = [Path(file).name for file in json.loads(done.output)["files"]]
    assert names == ["printer-sheet-a4-en-front.pdf", "printer-sheet-a4-en-back.pdf"]
    assert all((tmp_path / name).exists() for name in names)


def test_the_calibration_sheet_can_be_printed_corrected(printers: Path, tmp_path: Path) -> None:
    call("printer", "set", "office", *READ)
    assert call("printer", "sheet", "--printer", "office", "-o", tmp_path).exit_code == 0
    words = pypdfium2.PdfDocument(tmp_path / "printer-sheet-a4-en-corrected.pdf")[0].get_textpage()
    assert "corrected for office" in words.get_text_bounded()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["set", "office", "--top", "15", "--bottom", "5", "--left", "5", "--right", "5"], "reads from 0 to 10"),
        (["set", "office", *READ, "--down", "90"], "was not printed at 100%"),
        (["set", "office", *READ, "--paper", "a9"], "'a9' is not a paper"),
        (["sheet", "--paper", "100x148"], "too small for the calibration sheet"),
        (["sheet", "--printer", "attic"], "no printer 'attic' has been measured"),
    ],
)
def test_bad_printer_arguments_give_one_sentence_and_keep_nothing(
    printers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CompanionError, match=sentence):
        companion.main(["printer", *arguments], standalone_mode=False)
    assert not printers.exists()
    assert list(tmp_path.iterdir()) == []


def test_a_reading_that_is_no_number_is_refused(printers: Path) -> None:
    assert call("printer", "set", "office", *READ).exit_code == 0
    kept = printers.read_bytes()
    for option in ("--top", "--across", "--margin"):
        words = {**dict(zip(READ[::2], READ[1::2], strict=True)), option: "nan"}
        done = call("printer", "set", "office", *(word for pair in words.items() for word in pair))
        assert done.exit_code == 2
        assert "'nan' is not a number" in done.output
    assert printers.read_bytes() == kept


def test_a_control_sheet_adds_and_a_new_one_replaces_and_the_margin_stays(printers: Path) -> None:
    scales = ("--left", "5", "--right", "5", "--bottom", "5")
    assert call("printer", "set", "office", "--top", "6", *scales, "--margin", "7").exit_code == 0
    added = call("printer", "set", "office", "--corrected", "--top", "5.2", *scales)
    assert added.exit_code == 0, added.output
    (kept,) = read_profiles(printers)
    assert (kept.offset_x**2 + kept.offset_y**2) ** 0.5 > 0.5
    assert kept.margin == 7
    anew = call("printer", "set", "office", "--top", "5.2", *scales)
    assert "It takes the place of what was kept: office" in anew.output
    (replaced,) = read_profiles(printers)
    assert (replaced.offset_x**2 + replaced.offset_y**2) ** 0.5 < 0.2
    assert replaced.margin == 7


def test_a_reading_may_have_a_comma_and_sheets_bear_the_printers_name(printers: Path, tmp_path: Path) -> None:
    assert call("printer", "set", "my office", *["5,3" if word == "5.3" else word for word in READ]).exit_code == 0
    assert read_profiles(printers)[0].offset_y != 0
    deck = write_deck(tmp_path / "deck")
    done = call("print", deck, "--printer", "my office", "--lang", "en", "-o", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "out" / "tiny-en-a4-my-office.pdf").exists()
