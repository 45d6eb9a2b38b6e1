"""What commands write: once more without a word, never over an input or a file of the player's own."""

import ast
import io
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest

from companion.cli.outputs import OutputPath
from tests.choice import pick
from tests.cli.commands import ALL, Call, list_options
from tests.cli.test_printer import READ
from tests.press.decks import write_deck

PACKAGE = Path(__file__).parents[2] / "companion"
MINE = "# my own\n"
CURVE = ["shogun", "odds", "--fresh", "--attacker", "blue=2", "--defender", "yellow=1"]
OPENS = re.compile(r"open|write_|os\.re|copyfile|shutil\.move|mkstemp")
OPENING = {"os.replace", "os.rename", "os.open", "tempfile.mkstemp", "shutil.copyfile", "shutil.move"}


@pytest.fixture
def desk(call: Call, tmp_path: Path) -> Path:
    """A folder with a map, a deck and a table."""
    write_deck(tmp_path / "tiny")
    assert call("shogun", "play", "--table", "friday", "--players", "blue,yellow,red", "--seed", "a").code == 0
    return tmp_path


WRITERS: dict[str, tuple[list[str], str]] = {
    "score svg": (["honshu", "score", "map.txt", "--svg", "out.svg"], "out.svg"),
    "odds": ([*CURVE, "--svg", "out.svg"], "out.svg"),
    "table": (["table", "export", "friday", "-o", "out.json"], "out.json"),
    "sheet": (["printer", "sheet"], "output/printer-sheet-a4-en.pdf"),
    "print": (["print", "tiny/deck.toml"], "output/tiny-en-a4.pdf"),
    "export svg": (["export", "tiny/deck.toml", "--to", "svg"], "output/tiny-en-svg/cards/2.svg"),
    "tts": (["export", "tiny/deck.toml", "--to", "tts"], "output/tiny-en-tts/tiny.json"),
    "contact": (["export", "tiny/deck.toml", "--to", "contact"], "output/tiny-en-contact.pdf"),
}
"""Commands that write, and a file each writes."""


def read_files(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and not file.name.startswith("tables.sqlite") and not {"backups", "own"} & {*file.parts}
    }


@pytest.mark.parametrize("writer", WRITERS)
def test_commands_overwrite_their_own_files_but_never_foreign_ones(call: Call, desk: Path, writer: str) -> None:
    words, name = WRITERS[writer]
    for _ in range(2):
        done = call(*words)
        assert (done.code, done.err.count("Error"), Path(name).parts[0] in done.out) == (0, 0, True), done
    made = (desk / name).read_bytes()
    (desk / name).write_text(MINE)
    before = read_files(desk)
    refused = call(*words)
    assert refused.code == 2
    assert "is there already, and Companion did not make it.\n--overwrite replaces it" in refused.err
    assert read_files(desk) == before
    assert call(*words, "--overwrite").code == 0
    assert (desk / name).read_bytes() == made


NOWHERE = {
    **{name: words for name, (words, goal) in WRITERS.items() if goal.startswith("out.")},
    "sheet": ["printer", "sheet", "-o", "out.pdf"],
    "print": ["print", "tiny/deck.toml", "-o", "out.pdf"],
    "contact": ["export", "tiny/deck.toml", "--to", "contact", "-o", "out.pdf"],
    "template": ["deck", "template", "tiny/deck.toml", "-o", "out.svg"],
    "store": ["shogun", "play", "--table", "friday", "--players", "b,y,r", "--store", "out.sqlite"],
    "printer": ["printer", "set", "office", *READ, "--config", "out.toml"],
}
"""Commands that name the file they write."""


@pytest.mark.parametrize("writer", pick(reversed(NOWHERE), 4))
def test_naming_a_file_makes_no_folder(call: Call, desk: Path, writer: str) -> None:
    words = [f"none/{word}" if word.startswith("out.") else word for word in NOWHERE[writer]]
    before = read_files(desk)
    refused = call(*words)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "was not written: the folder none is not there." in refused.err
    assert read_files(desk) == before
    assert not (desk / "none").exists()
    (desk / "none").mkdir()
    call(*words)
    assert [*(desk / "none").glob("out.*")]


def test_the_usual_folder_is_no_way_out_and_a_named_one_may_be_a_link(
    call: Call, desk: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (desk / "output").symlink_to(elsewhere)
    refused = call("print", "tiny/deck.toml")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "output is a link to" in refused.err
    assert not [*elsewhere.iterdir()]
    assert call("print", "tiny/deck.toml", "-o", "output").code == 0
    assert [*elsewhere.iterdir()]


def test_naming_a_folder_makes_it(call: Call, desk: Path) -> None:
    for words in (["print", "tiny/deck.toml"], ["printer", "sheet"], ["export", "tiny/deck.toml", "--to", "contact"]):
        assert call(*words, "-o", f"new/{words[0]}").code == 0
        assert [*(desk / "new" / words[0]).iterdir()]
    assert call("deck", "new", "new/market").code == 0


def test_no_output_replaces_what_the_same_command_reads(call: Call, desk: Path) -> None:
    (desk / "towers.toml").write_text('[attic]\np = "0.7"\nB = "2"\n')
    os.link(desk / "map.txt", desk / "hard.txt")
    for words in (
        ["honshu", "score", "map.txt", "--svg", "map.txt"],
        ["honshu", "score", "map.txt", "--pdf", "hard.txt"],
        ["table", "export", "friday", "-o", "tables.sqlite"],
        [*CURVE, "--presets", "towers.toml", "--preset", "attic", "--svg", "towers.toml"],
    ):
        before = read_files(desk)
        refused = call(*words, "--overwrite")
        assert refused.code == 2
        assert "was not written: the same command reads it." in refused.err
        assert read_files(desk) == before
    assert call("shogun", "play", "--table", "friday", "show").code == 0


def check_pdf(raw: bytes) -> None:
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        assert len(pdf.pages)


PIPED: dict[str, tuple[list[str], Callable[[bytes], object]]] = {
    "svg": (["honshu", "score", "map.txt", "--svg", "-"], ElementTree.fromstring),
    "odds": ([*CURVE, "--curve", "--svg", "-"], ElementTree.fromstring),
    "table": (["table", "export", "friday", "-o", "-"], json.loads),
    "sheet": (["printer", "sheet", "-o", "-"], check_pdf),
    "print": (["print", "tiny/deck.toml", "-o", "-"], check_pdf),
}


@pytest.mark.parametrize("writer", PIPED)
def test_a_dash_is_standard_output_and_people_read_on_standard_error(desk: Path, writer: str, call: Call) -> None:
    words, read = PIPED[writer]
    before = read_files(desk)
    done = call(*words)
    assert done.code == 0, done
    read(done.raw)
    assert read_files(desk) == before


def test_only_one_file_can_go_to_standard_output(call: Call, desk: Path) -> None:
    for more in (["--json"], ["--pdf", "-"]):
        refused = call("honshu", "score", "map.txt", "--svg", "-", *more)
        assert refused.code == 2
        assert refused.err == "Error: Only one file can go to standard output.\n"
        assert "<svg" not in refused.out
    for words in (["print", "tiny", "--sides", "separate"], ["export", "tiny", "--to", "png"]):
        result = call(*words, "-o", "-")
        assert (result.code, result.out) == (2, "")
        assert "'-' is one file, but there are several; name a folder." in result.err
    refused = call(*CURVE[:-1], "blue=1", "--svg", "-")
    assert (refused.code, refused.out) == (1, "")


@pytest.mark.parametrize("name", ALL)
def test_every_command_that_writes_has_overwrite_and_names_its_files(name: str) -> None:
    command = ALL[name]
    outputs = [each for each in list_options(command) if isinstance(each.type, OutputPath)]
    if name == "pocket build":  # its folder is what it is asked for
        return
    flags = {flag for each in list_options(command) for flag in each.opts}
    assert bool(outputs) == ("--overwrite" in flags)
    for each in list_options(command):
        # What is not such an output names a file to read, or one that Companion keeps.
        if {"--svg", "--pdf", "-o", "--output"} & set(each.opts) and each not in outputs:
            assert name == "honshu score"


def test_all_files_are_written_in_one_place() -> None:
    """Only two modules open a file to write; a store's copies are the table's own."""
    # decks handed in, looked over before they are kept; pictures that go with the program
    passing = {"data/decks/uploads.py", "service/press/own_decks.py", "web/own_decks.py", "press/face/drawing/scans.py"}
    passing |= {"press/ink/reportlab_inside.py", "press/ink/source_pages.py"}  # streams of a PDF that is being made
    own = {*passing, "data/files.py", "data/outputs.py", "table/store.py"}
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        calls = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Call)] if OPENS.search(text) else []
        for call in calls:
            name = ast.unparse(call.func)
            modes = [str(each.value) for each in call.args if isinstance(each, ast.Constant)]
            opened = name.rpartition(".")[2] == "open" and any(set(mode) & set("wax+") for mode in modes)
            written = name.endswith((".write_bytes", ".write_text")) and not name.startswith("formatter.")
            if name in OPENING or opened or written:
                found.add(str(path.relative_to(PACKAGE)))
    assert found - own == {"cli/main.py"}  # which opens nothing but the null device
