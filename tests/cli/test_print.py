"""``companion print``: files, words, JSON, and what happens when something is wrong."""

import fcntl
import io
import os
import pty
import re
import resource
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pikepdf
import pytest

from companion.data.deck import open_deck
from companion.play.games import GAMES
from tests.bench.plain_deck import write_plain_deck
from tests.choice import SEED
from tests.cli.commands import Call
from tests.press.decks import write_deck

COMMAND = [sys.executable, "-m", "companion.cli.main"]
HERE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parents[2])}
"""The program is this checkout's, wherever it is called."""

MANY = ["--paper", "a4", "--paper", "letter", "--sides", "duplex-short", "--sides", "separate", "--lang", "en"]
MANY += ["--lang", "fr", "--ink", "full", "--ink", "low"]


@pytest.fixture
def deck(tmp_path: Path, call: Call) -> Path:
    return write_deck(tmp_path / "tiny")


def list_pdfs(folder: Path) -> set[str]:
    return {file.name for file in folder.glob("**/*.pdf")} | {file.name for file in folder.glob("**/.*")}


def count_pages(file: Path) -> int:
    with pikepdf.open(io.BytesIO(file.read_bytes())) as pdf:
        return len(pdf.pages)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Wrote output/tiny-en-a4.pdf: 4 pages on 2 sheets of A4.", "100%", "flip on the long edge"]),
        ("fr", [", 4 pages sur 2 feuilles A4.", "100\u202f%", "le bord long"]),
    ],
)
def test_one_edition_is_described_in_words(
    call: Call, tmp_path: Path, deck: Path, language: str, said: list[str]
) -> None:
    done = call("--ui-lang", language, "print", "tiny")
    assert (done.code, done.err) == (0, "")
    assert [words for words in said if words not in done.out] == []
    assert list_pdfs(tmp_path) == {f"tiny-{language}-a4.pdf"}
    assert count_pages(tmp_path / "output" / f"tiny-{language}-a4.pdf") == 4


def test_many_editions_give_a_file_each_and_a_table(call: Call, tmp_path: Path, deck: Path) -> None:
    done = call("print", "tiny", *MANY, "-o", "out")
    assert (done.code, done.err) == (0, "")
    names = list_pdfs(tmp_path / "out")
    assert len(names) == 2 * 2 * 2 * 3
    rows = [line.split() for line in done.out.splitlines() if ".pdf" in line]
    assert {Path(row[0]).name for row in rows} == names
    for file, count, _, stock in rows:
        assert count_pages(Path(file)) == int(count)
        assert stock == ("A4" if "a4" in file else "Letter")
    total = next(line.split() for line in done.out.splitlines() if line.startswith("in all"))
    assert total[-2:] == [str(sum(int(row[1]) for row in rows)), str(sum(int(row[2]) for row in rows))]
    assert "flip on the short edge" in done.out
    assert "turn the sheets over about their long edge" in done.out


def test_the_list_marks_components_printed_only_on_request(call: Call, tmp_path: Path) -> None:
    always, extra = call("print", "shogun", "--list").out.split("Printed only when asked for with --only:")
    assert "board-sun" in always
    assert "travel" not in always
    for name in ("board-travel-sun", "board-travel-moon", "tuckbox"):
        assert re.search(rf"^ *1 +{name} ", extra, re.M)
    answer = call("print", "shogun", "--list", "--json").json["components"]
    assert {each["component"] for each in answer} == {line.split()[1] for line in always.strip().splitlines()}
    assert list_pdfs(tmp_path) == set()


def test_a_requested_net_is_printed_though_only_changed_cards_are(call: Call) -> None:
    """It has no cards that could change; «no card has changed» would be no answer."""
    for _ in range(2):
        done = call("print", "hogen", "--only", "tuckbox", "--changed")
        assert (done.code, "Wrote " in done.out) == (0, True), done


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["go"], "'go' is not a game here"),
        (["nowhere/deck.toml"], "there is no such file"),
        (["fox.webp"], "fox.webp: there is no such file"),
        (["fox.PNG"], "fox.PNG: one picture is not a deck; put the pictures of all cards into a folder, and give"),
        (["cards.zip"], "cards.zip: this file is packed; unpack it, and give the folder"),
        (["fox.xls"], "fox.xls: .xls workbooks cannot be read; save this one as .xlsx or as CSV"),
        ([], "Name what to print: hogen, honshu, shogun, or the folder of your own deck"),
        (["honshu", "--lang", "xx"], "the deck honshu has no words in 'xx'; it has en, de, fr"),
        (["honshu", "--only", "dice"], "'dice' is not a component of honshu; it has map cards"),
        (["honshu", "--paper", "a9"], "'a9' is not a paper; choose a4"),
        (["honshu", "--bleed", "4"], "4 mm of bleed is more than the face of"),
        (["honshu", "--tray", "2"], "--tray needs --printer"),
        (["honshu", "--reverse-backs"], "--reverse-backs is for --sides separate"),
        (["honshu", "--cut-lines", "--sides", "fold"], "--cut-lines is not for --sides fold"),
        (["honshu", "--cut-lines", "-o", "-"], "--cut-lines writes files beside the PDF"),
        (["honshu", "--proof", "--changed"], "--proof is not for --changed"),
        (["honshu", "-o", "given.txt/out"], "was not written: given.txt is not a folder."),
        # The first of these would do; the second does not, and neither is written.
        (["honshu", "--paper", "a4", "--paper", "60x60"], "does not fit"),
        (["tiny", "--sheets", "2-"], "'2-' names no sheets"),
        (["tiny", "--copies", "100"], "100 is not in the range"),
        (["tiny", "other"], "Two decks would both be written to output/tiny-en-a4"),
    ],
)
def test_a_bad_print_order_gives_one_sentence_and_writes_nothing(
    call: Call, tmp_path: Path, deck: Path, arguments: list[str], sentence: str
) -> None:
    for name in ("given.txt", "fox.PNG", "cards.zip", "fox.xls"):
        (tmp_path / name).write_text("", encoding="utf-8")
    write_deck(tmp_path / "other")
    done = call("print", *arguments)
    assert (done.code, done.out, sentence in done.err) == (2, "", True), done
    french = call("--ui-lang", "fr", "print", *arguments)
    assert (french.code, bool(re.match("Erreur|Usage", french.err))) == (2, True)
    assert list_pdfs(tmp_path) == set()


@pytest.mark.parametrize(
    ("cards", "message"),
    [(200, "output/plain-en-a4-fronts.pdf was not written"), (1200, "Nothing was written: the folder ")],
)
def test_a_disk_that_fills_up_leaves_every_old_file(
    call: Call, tmp_path: Path, deck: Path, cards: int, message: str
) -> None:
    """The second file is too large for what is left, or even for its draft; the first one stays as well."""
    (tmp_path / "large").mkdir()
    large = write_plain_deck(tmp_path / "large", cards)
    assert call("print", "tiny", "--sides", "fronts").code == 0
    old = (tmp_path / "output" / "tiny-en-a4-fronts.pdf").read_bytes()

    def limit_file_size() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(old) + 200, len(old) + 200))

    done = subprocess.run(
        [*COMMAND, "print", "tiny", large, "--sides", "fronts", "--no-cover"],
        env={**HERE, "XDG_DATA_HOME": str(tmp_path / "own"), "PYTHONDONTWRITEBYTECODE": "1"},  # half a module is none
        capture_output=True,
        text=True,
        preexec_fn=limit_file_size,
    )
    assert (done.returncode, message in done.stderr) == (2, True), done
    assert (tmp_path / "output" / "tiny-en-a4-fronts.pdf").read_bytes() == old
    assert list_pdfs(tmp_path) == {"tiny-en-a4-fronts.pdf"}


@pytest.mark.parametrize("columns", [20, 80])
@pytest.mark.parametrize("editions", [MANY, ["--no-cover"]])
def test_a_terminal_shows_progress_of_long_work_on_one_line(tmp_path: Path, columns: int, editions: list[str]) -> None:
    """Short work shows nothing; each width is looked at in one of two languages, with another seed in the other."""
    language = ("fr", "en")[(columns // 20 + SEED) % 2]
    deck, (ours, theirs) = write_deck(tmp_path / "tiny"), pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [*COMMAND, "--ui-lang", language, "print", str(deck), "--only", "cards", *editions]
    environment = {**HERE, "TERM": "xterm"}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs
    ) as process:
        os.close(theirs)
        shown = b"".join(iter(lambda: read_terminal(ours), b"")).decode()
    os.close(ours)
    assert process.returncode == 0
    plain = re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", shown)
    if editions != MANY:
        assert "%" not in plain
        return
    lines = [line for line in re.split(r"[\r\n]+", plain) if line]
    assert 0 < max(map(len, lines)) < columns
    assert any("100%" in line for line in lines)
    assert plain.count("\n") == 2  # one for laying out, one for composing
    assert any("tiny-cards" in line for line in lines) is (columns >= 80)


def read_terminal(terminal: int) -> bytes:
    """What a terminal shows next; nothing once the program has left it."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


def test_a_lost_card_is_printed_alone(call: Call, tmp_path: Path) -> None:
    done = call("print", "honshu", "--only", "map-cards", "--cards", "17,42")
    assert (done.code, done.err) == (0, "")
    assert list_pdfs(tmp_path) == {"honshu-map-cards-17-42-en-a4.pdf"}
    assert count_pages(tmp_path / "output" / "honshu-map-cards-17-42-en-a4.pdf") == 2
    assert "A new back betrays a card" in done.out
    fronts = call("print", "--cards", "Kai", "--sides", "fronts")
    assert "Note: Kai is in Shogun: Kai (Sun), Kai (Moon)." in fronts.out
    assert "new back" not in fronts.out
    assert (tmp_path / "output" / "shogun-kai-en-a4-fronts.pdf").exists()
    many = ["--cards", "Minamoto 4", "--copies", "3", "--sides", "fold", "--sides", "separate", "--json"]
    answer = call("print", "hogen", *many).json
    assert [(each["cards"], each["pages"]) for each in answer["files"]] == [(3, 1), (3, 1), (3, 1)]


def test_changed_cards_are_printed_again_until_they_are_confirmed(call: Call, tmp_path: Path, deck: Path) -> None:
    call("print", "tiny", "--changed")
    words = 'title = "Tiny"\ncard = "No {number}"\ncomponent.cards = "cards"\n'
    (tmp_path / "tiny" / "words.en.toml").write_text(words, encoding="utf-8")
    for _ in range(2):
        done = call("print", "tiny", "--changed")
        assert "2 pages on one sheet" in done.out
        assert "add --printed" in done.out
    assert call("print", "tiny", "--changed", "--printed", "--ui-lang", "fr").code == 0
    assert call("print", "tiny", "--printed", "--json").json["printed"] == [{"edition": "tiny-en-a4", "cards": 5}]
    assert "no card has changed" in call("print", "tiny", "--changed").out
    assert {each.suffix for each in (tmp_path / "output").iterdir()} == {".pdf"}  # and nothing beside it
    (record,) = (tmp_path / "own" / "companion" / "printed").glob("*en*")
    record.write_text('{"version": 9}', encoding="utf-8")
    for option in ("--changed", "--printed"):
        done = call("print", "tiny", option)
        assert f"{record.name}: this is no longer a record of what is cut out; delete it" in done.err
    assert call("print", "tiny").code == 0  # the whole edition begins anew
    assert call("print", "tiny", "--changed").code == 0


def test_a_print_to_a_named_pdf_writes_that_file(call: Call, tmp_path: Path, deck: Path) -> None:
    goal = tmp_path / "new" / "My Cards.PDF"
    goal.parent.mkdir()
    done = call("print", "tiny", "-o", str(goal))
    assert done.out.startswith(f"Wrote {goal}: ")
    assert goal.read_bytes().startswith(b"%PDF")
    assert [each.name for each in goal.parent.iterdir()] == [goal.name]
    assert "no card has changed" in call("print", "tiny", "-o", str(goal), "--changed").out


WITHOUT = (
    "import sys; sys.modules.update(dict.fromkeys(['numpy', 'shapely', 'pypdfium2']));"
    " from companion.web.pocket import pillow_stub as none; none.__path__ = []; sys.modules['PIL'] = none"
)
"""Python asks for a module that is known to be none, and says that it cannot be imported. For Pillow stands
what does so in a browser: reportlab imports it, and asks it for nothing.
"""


def print_bare(folder: Path, *words: str) -> str:
    """What is said where numpy, shapely and Pillow cannot be had, such as in a browser."""
    code = f"{WITHOUT}; from companion.cli.main import run; run()"
    program = [sys.executable, "-c", code, *words, "--output", str(folder)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.deep if game == "shogun" else ()) for game in GAMES]
)
def test_every_part_of_a_game_is_printed_in_plain_python(tmp_path: Path, game: str) -> None:
    parts = [component.name for component in open_deck(game).components]
    assert {"tuckbox", *(("tower", "board-sun", "board-moon") if game == "shogun" else ())} <= {*parts}
    said = print_bare(tmp_path, "print", game, *(word for part in parts for word in ("--only", part)))
    assert ".pdf" in said
    assert {file.read_bytes()[:5] for file in tmp_path.glob("*.pdf")} == {b"%PDF-"}


@pytest.mark.deep
def test_split_towers_low_ink_and_calibration_print_in_plain_python(tmp_path: Path) -> None:
    order = ("print", "shogun", "--lang", "fr", "--only", "tower", "--cube", "12", "--only", "province-cards")
    assert "with joints" in print_bare(tmp_path, *order, "--ink", "low", "--paper", "letter")
    assert "Wrote " in print_bare(tmp_path, "printer", "sheet")


def test_the_bleed_that_saves_sheets_is_named_as_an_option(call: Call) -> None:
    cards = ("print", "shogun", "--only", "province-cards", "--copies", "2", "--overwrite")
    assert "Note: Smaller bleed (0.8 mm) saves one sheet of A4: --bleed 0.8\n" in call(*cards).out
    assert "--bleed 0,8\n" in call(*cards, "--ui-lang", "fr").out
    assert "Smaller bleed" not in call(*cards, "--bleed", "0.8").out
