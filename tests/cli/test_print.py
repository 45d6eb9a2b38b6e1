"""``companion print``: files, words, JSON, and what happens when something is wrong."""

import io
import json
import os
import pty
import re
import resource
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from tests.bench.plain import plain
from tests.cli.here import run_in_process
from tests.press.decks import DECK, write_deck

COMMAND = [sys.executable, "-m", "companion.cli.main"]
HERE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parents[2])}
"""The program is this checkout's, wherever it is called."""


def companion(
    *arguments: object, folder: Path, language: str = "en", **more: object
) -> subprocess.CompletedProcess[str]:
    """Run it here, or as a program of its own where that is to be started in some way."""
    own = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "own")}
    environment = {**HERE, **own, "PYTHONDONTWRITEBYTECODE": "1"}
    words = ["--ui-lang", language, *map(str, arguments)]
    if not more:
        return run_in_process(words, folder=folder, environment=environment)
    return subprocess.run(
        [*COMMAND, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        **more,  # type: ignore[call-overload]
    )


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return write_deck(tmp_path / "tiny")


def list_pdfs(folder: Path) -> set[str]:
    return {file.name for file in folder.glob("**/*.pdf")} | {file.name for file in folder.glob("**/.*")}


def pages(file: Path) -> int:
    with pikepdf.open(io.BytesIO(file.read_bytes())) as pdf:
        return len(pdf.pages)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Wrote output/tiny-en-a4.pdf: 4 pages on 2 sheets of A4.", "100%", "flip on the long edge"]),
        ("fr", [", 4 pages sur 2 feuilles A4.", "100\u202f%", "le bord long"]),
    ],
)
def test_one_edition_is_told_in_words(tmp_path: Path, deck: Path, language: str, said: list[str]) -> None:
    done = companion("print", deck, folder=tmp_path, language=language)
    assert (done.returncode, done.stderr) == (0, "")
    for words in said:
        assert words in done.stdout
    assert list_pdfs(tmp_path) == {f"tiny-{language}-a4.pdf"}
    assert pages(tmp_path / "output" / f"tiny-{language}-a4.pdf") == 4


MANY = ["--paper", "a4", "--paper", "letter", "--sides", "duplex-short", "--sides", "separate", "--lang", "en"]
MANY += ["--lang", "fr", "--ink", "full", "--ink", "low"]


def test_many_editions_give_a_file_each_and_a_table(tmp_path: Path, deck: Path) -> None:
    done = companion("print", deck, *MANY, "-o", tmp_path / "out", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    names = list_pdfs(tmp_path / "out")
    assert len(names) == 2 * 2 * 2 * 3
    rows = [line.split() for line in done.stdout.splitlines() if ".pdf" in line]
    assert {Path(row[0]).name for row in rows} == names
    for file, count, _, stock in rows:
        assert pages(Path(file)) == int(count)
        assert stock == ("A4" if "a4" in file else "Letter")
    total = next(line.split() for line in done.stdout.splitlines() if line.startswith("in all"))
    assert total[-2:] == [str(sum(int(row[1]) for row in rows)), str(sum(int(row[2]) for row in rows))]
    assert "flip on the short edge" in done.stdout
    assert "turn the sheets over about their long edge" in done.stdout


def test_the_list_names_components_and_counts(tmp_path: Path, deck: Path) -> None:
    done = companion("print", deck, "--list", folder=tmp_path)
    assert done.stdout.split() == ["5", "cards", "cards"]
    answer = json.loads(companion("print", deck, "--list", "--json", folder=tmp_path, language="fr").stdout)
    assert answer["components"] == [{"game": "tiny", "component": "cards", "count": 5, "name": "cartes"}]
    assert list_pdfs(tmp_path) == set()


def test_the_list_names_what_is_printed_only_when_asked_for(tmp_path: Path) -> None:
    listed = companion("print", "shogun", "--list", folder=tmp_path).stdout
    always, extra = listed.split("Printed only when asked for with --only:")
    assert "board-sun" in always
    assert "travel" not in always
    for name in ("board-travel-sun", "board-travel-moon", "tuckbox"):
        assert re.search(rf"^ *1 +{name} ", extra, re.M)
    answer = json.loads(companion("print", "shogun", "--list", "--json", folder=tmp_path).stdout)
    assert {each["component"] for each in answer["components"]} == {
        line.split()[1] for line in always.strip().splitlines()
    }


def test_a_net_asked_for_is_printed_even_where_only_changes_are(tmp_path: Path) -> None:
    """It has no cards that could change; «no card has changed» would be no answer."""
    for _ in range(2):
        done = companion("print", "hogen", "--only", "tuckbox", "--changed", folder=tmp_path)
        assert (done.returncode, "Wrote " in done.stdout) == (0, True), done


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["go"], "'go' is not a game here"),
        (["nowhere/deck.toml"], "there is no such file"),
        (["honshu", "--lang", "xx"], "the deck honshu has no words in 'xx'; it has en, de, fr"),
        (["honshu", "--only", "dice"], "'dice' is not a component of honshu; it has map cards"),
        (["honshu", "--paper", "a9"], "'a9' is not a paper; choose a4"),
        (["honshu", "--paper", "60x60"], "does not fit"),
        (["honshu", "--bleed", "4"], "4 mm bleed are more than the face of"),
        (["honshu", "--bleed", "-1"], "-1"),
        (["honshu", "--printer", "office"], "no printer 'office' has been measured"),
        (["honshu", "--tray", "2"], "--tray needs --printer"),
        (["honshu", "--reverse-backs"], "--reverse-backs is for --sides separate"),
        (["honshu", "--cut-lines", "--sides", "fold"], "--cut-lines is not for --sides fold"),
        (["honshu", "--cut-lines", "-o", "-"], "--cut-lines writes files beside the PDF"),
        (["honshu", "--proof", "--changed"], "--proof is not for --changed"),
        (["honshu", "-o", "given.txt/out"], "was not written"),
        # The first of these would do; the second does not, and neither is written.
        (["honshu", "--paper", "a4", "--paper", "60x60"], "does not fit"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_bad_print_order_gives_one_sentence_and_writes_nothing(
    tmp_path: Path, arguments: list[str], sentence: str, language: str
) -> None:
    (tmp_path / "given.txt").write_text("", encoding="utf-8")
    done = companion("print", *arguments, folder=tmp_path, language=language)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    if language == "en":
        assert sentence in done.stderr
    else:
        assert re.match("Erreur|Usage", done.stderr)
        assert sentence not in done.stderr or sentence == "-1"
    assert list_pdfs(tmp_path) == set()


@pytest.mark.parametrize(
    ("cards", "told"),
    [(200, "output/plain-en-a4-fronts.pdf was not written"), (1200, "nothing was written: the folder ")],
)
def test_a_disk_that_fills_up_leaves_every_old_file(tmp_path: Path, deck: Path, cards: int, told: str) -> None:
    """The second file is too large for what is left, or even for its draft; the first one stays as well."""
    (tmp_path / "large").mkdir()
    large = plain(tmp_path / "large", cards)
    assert companion("print", deck, "--sides", "fronts", folder=tmp_path).returncode == 0
    old = (tmp_path / "output" / "tiny-en-a4-fronts.pdf").read_bytes()

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(old) + 200, len(old) + 200))

    done = companion(
        "print", deck, large, "--sides", "fronts", "--no-cover", folder=tmp_path, preexec_fn=little_room
    )  # it may not keep compiled modules either: half of one is no module
    assert done.returncode == 2
    assert told in done.stderr
    assert (tmp_path / "output" / "tiny-en-a4-fronts.pdf").read_bytes() == old
    assert list_pdfs(tmp_path) == {"tiny-en-a4-fronts.pdf"}


def test_two_decks_of_one_name_are_not_written_over_each_other(tmp_path: Path, deck: Path) -> None:
    other = write_deck(tmp_path / "other")
    done = companion("print", deck, other, folder=tmp_path)
    assert (done.returncode, list_pdfs(tmp_path)) == (2, set())
    assert "two decks would both be written to output/tiny-en-a4" in done.stderr


@pytest.mark.parametrize(
    ("cards", "editions", "told"), [(5, MANY, True), (310, ["--no-cover"], True), (5, ["--no-cover"], False)]
)
def test_a_terminal_sees_how_far_long_work_is(tmp_path: Path, cards: int, editions: list[str], told: bool) -> None:
    deck = write_deck(tmp_path / "tiny", DECK.replace("range = 5", f"range = {cards}"))
    ours, theirs = pty.openpty()
    environment = {**HERE, "TERM": "xterm"}
    command = [*COMMAND, "print", str(deck), *editions]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=theirs, stdout=subprocess.PIPE) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        assert process.stdout is not None
        assert b"Composing" not in process.stdout.read()
    os.close(ours)
    assert process.returncode == 0
    assert ("Composing" in shown.decode()) is told
    assert ("100%" in shown.decode()) is told


@pytest.mark.parametrize("option", ["--bleed", "--thickness"])
@pytest.mark.parametrize("value", ["nan", "-inf"])
def test_a_length_is_a_number(tmp_path: Path, deck: Path, option: str, value: str) -> None:
    done = companion("print", deck, "--only", "cards", option, value, folder=tmp_path)
    assert (done.returncode, list_pdfs(tmp_path)) == (2, set())
    assert "Traceback" not in done.stderr
    assert value in done.stderr


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path, deck: Path) -> None:
    (tmp_path / "taken").write_text("x", encoding="utf-8")
    for folder in ("taken", "taken/below"):
        done = companion("print", deck, "-o", folder, folder=tmp_path)
        assert (done.returncode, list_pdfs(tmp_path)) == (2, set())
        assert "was not written: taken is not a folder." in done.stderr


def test_a_lost_card_is_printed_alone(tmp_path: Path) -> None:
    done = companion("print", "honshu", "--only", "map-cards", "--cards", "17,42", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert list_pdfs(tmp_path) == {"honshu-map-cards-17-42-en-a4.pdf"}
    assert pages(tmp_path / "output" / "honshu-map-cards-17-42-en-a4.pdf") == 2
    many = ["--cards", "Minamoto 4", "--copies", "3", "--sides", "fold", "--sides", "separate", "--json"]
    answer = json.loads(companion("print", "hogen", *many, folder=tmp_path).stdout)
    assert [(each["cards"], each["pages"]) for each in answer["files"]] == [(3, 1), (3, 1), (3, 1)]
    assert len(list((tmp_path / "output").glob("*.toml"))) == 0


def test_changed_cards_are_printed_again_until_printed_is_given(tmp_path: Path, deck: Path) -> None:
    companion("print", deck, "--changed", folder=tmp_path)
    (tmp_path / "tiny" / "words.en.toml").write_text(
        'title = "Tiny"\ncard = "No {number}"\ncomponent.cards = "cards"\n', encoding="utf-8"
    )
    for _ in range(2):
        done = companion("print", deck, "--changed", folder=tmp_path)
        assert "2 pages on one sheet" in done.stdout
        assert "add --printed" in done.stdout
    said = companion("print", deck, "--changed", "--printed", folder=tmp_path, language="fr")
    assert said.returncode == 0
    said = companion("print", deck, "--printed", "--json", folder=tmp_path)
    assert json.loads(said.stdout)["printed"] == [{"edition": "tiny-en-a4", "cards": 5}]
    assert "no card has changed" in companion("print", deck, "--changed", folder=tmp_path).stdout
    assert {each.suffix for each in (tmp_path / "output").iterdir()} == {".pdf"}  # and nothing beside it
    (record,) = (tmp_path / "own" / "companion" / "printed").iterdir()
    record.write_text("version = 9\n", encoding="utf-8")
    for option in ("--changed", "--printed"):
        done = companion("print", deck, option, folder=tmp_path)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
        assert f"{record.name}: the entry version = '9' is none of ours" in done.stderr
    assert companion("print", deck, folder=tmp_path).returncode == 0  # the whole edition begins anew
    assert companion("print", deck, "--changed", folder=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--sheets", "2-"], "'2-' names no sheets"),
        (["--sheets", "0"], "'0' names no sheets"),
        (["--sheets", ""], "'' names no sheets"),
        (["--sheets", "9"], "there is no sheet 9: tiny-en-a4 has one sheet of A4"),
        (["--copies", "0"], "0 is not in the range"),
        (["--copies", "100"], "100 is not in the range"),
        (["--cards", "6"], "there is no card '6' here: tiny has cards (1-5"),
        (["--cards", ""], "there is no card '' here"),
    ],
)
def test_a_missing_sheet_or_card_gives_one_sentence(
    tmp_path: Path, deck: Path, arguments: list[str], sentence: str
) -> None:
    done = companion("print", deck, *arguments, folder=tmp_path)
    assert (done.returncode, list_pdfs(tmp_path)) == (2, set())
    assert sentence in done.stderr
    french = companion("print", deck, *arguments, folder=tmp_path, language="fr")
    assert (french.returncode, "Traceback" in french.stderr) == (2, False)
    assert sentence not in french.stderr


def test_a_named_pdf_is_that_file(tmp_path: Path, deck: Path) -> None:
    goal = tmp_path / "new" / "My Cards.PDF"
    goal.parent.mkdir()
    done = companion("print", deck, "-o", goal, folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith(f"Wrote {goal}: ")
    assert goal.read_bytes().startswith(b"%PDF")
    assert sorted(each.suffix for each in goal.parent.iterdir()) == [".PDF"]
    assert "no card has changed" in companion("print", deck, "-o", goal, "--changed", folder=tmp_path).stdout
    sheet = tmp_path / "sheet.pdf"
    assert companion("printer", "sheet", "-o", sheet, folder=tmp_path).returncode == 0
    assert sheet.read_bytes().startswith(b"%PDF")


def test_pictures_are_read_by_a_module_that_waits_until_it_is_used(tmp_path: Path) -> None:
    """A deck without pictures never loads it; one with pictures finds it whole."""
    (photos := tmp_path / "photos").mkdir()
    Image.new("RGB", (744, 1039), "#804020").save(photos / "fox.png")
    for words, loaded in (([plain(tmp_path, 3)], False), ([photos, "--size", "63x88"], True)):
        asked = ["print", *map(str, words), "-o", str(tmp_path / "out")]
        program = f"import sys; from companion.cli.main import run; run({asked}); print(*sys.modules)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert "reportlab.lib.utils" in done.stdout.split()
        assert ("PIL.ExifTags" in done.stdout.split()) is loaded


def test_a_component_is_printed_by_its_name_in_the_readers_language(tmp_path: Path) -> None:
    done = companion("print", "hogen", "--only", "Übersichten, Notizbögen", folder=tmp_path, language="de")
    assert done.returncode == 2
    done = companion("print", "hogen", "--only", "aide-mémoire", folder=tmp_path, language="fr")
    assert done.returncode == 0, done.stderr
    assert "hogen-aide-mémoire-fr-a4.pdf" in done.stdout
    done = companion("export", "hogen", "--to", "svg", "--only", "Notizbögen", folder=tmp_path, language="de")
    assert done.returncode == 0, done.stderr
