"""A game of thirty-six cards that only the tests bring: a folder, and one line in the list of games."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest

ROOT = Path(__file__).parents[2]
GAME = Path(__file__).parent / "game"
SCRIPTS = Path(__file__).parent


class Copy:
    """A copy of the program with a fourth game in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("companion", "assets", "templates"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(GAME, folder, dirs_exist_ok=True)
        listed = folder / "companion" / "play" / "games.py"
        text = listed.read_text(encoding="utf-8")
        assert text.count('"hogen")\n') == 1
        listed.write_text(text.replace('"hogen")\n', '"hogen", "ochiba")\n'), encoding="utf-8")

    def run(self, line: str, store: Path, typed: str | None = None, code: int = 0) -> subprocess.CompletedProcess[str]:
        return self.python(["-m", "companion.cli.main", *shlex.split(line)], store, typed, code)

    def python(
        self, words: list[str], store: Path, typed: str | None = None, code: int | None = 0
    ) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LANG")}
        environment = {
            **kept,
            "PYTHONPATH": f"{self.folder}{os.pathsep}{ROOT}",
            "COMPANION_STORE": str(store),
            "LC_ALL": "C.UTF-8",
        }
        done = subprocess.run(
            [sys.executable, *words],
            cwd=store.parent,
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert code is None or done.returncode == code, done.stdout + done.stderr
        return done


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("fourth"))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


def play_out(copy: Copy, store: Path, table: str, tricks: int) -> None:
    """Play tricks with commands: whoever's turn it is lays the first leaf that may be laid."""
    for _ in range(3 * tricks):
        seat = json.loads(copy.run(f"ochiba show {table} --json", store).stdout)["turn"]
        hand = json.loads(copy.run(f"ochiba show {table} --seat {seat} --json", store).stdout)["hand"]
        for leaf in hand:
            if (
                copy.python(
                    ["-m", "companion.cli.main", "ochiba", "lay", leaf, table, "--seat", seat], store, code=None
                ).returncode
                == 0
            ):
                break


def test_a_fourth_games_cards_are_printed(copy: Copy, store: Path, tmp_path: Path) -> None:
    copy.run(f"print ochiba -o {tmp_path / 'leaves.pdf'}", store)
    with pikepdf.open(tmp_path / "leaves.pdf") as pdf:
        assert len(pdf.pages) >= 8, "thirty-six leaves, fronts and backs"
    assert "leaves" in copy.run("print ochiba --list", store).stdout
    assert "companion print ochiba --only leaves" in copy.run("print --help", store).stdout
    (tmp_path / "own.txt").write_text("title,text\nDragon,It breathes fire.\n")
    copy.run(f"print {tmp_path / 'own.txt'} --list", store)  # each game was asked whether that is its own


def test_a_fourth_game_is_dealt_and_played_by_commands(copy: Copy, store: Path) -> None:
    assert "ochiba" in copy.run("--help", store).stdout
    copy.run("ochiba deal grove --players Aya,Bo,Chen --seed leaves", store)
    play_out(copy, store, "grove", 1)
    shown = json.loads(copy.run("ochiba show grove --json", store).stdout)
    assert sum(shown["won"].values()) == 1
    assert shown["hand"] is None, "nobody's hand is shown unasked"
    refused = copy.run(f"ochiba lay M1 grove --seat {_not(shown['turn'])}", store, code=1)
    assert "It is not your turn." in refused.stdout
    assert "is not a leaf" in copy.run("ochiba lay Z9 grove --seat east", store, code=2).stderr
    assert "grove" in copy.run("table list", store).stdout
    history = json.loads(copy.run("table log grove --json", store).stdout)["history"]
    assert [event["kind"] for event in history] == ["new", "lay", "lay", "lay"]
    copy.run("table undo grove", store)
    assert [line for line in copy.run("table log grove", store).stdout.splitlines() if "Undone" in line]
    copy.run("table rename grove wood", store)
    copy.run("table delete wood --yes", store)


def _not(seat: str) -> str:
    return "east" if seat != "east" else "south"


def test_a_fourth_game_is_played_at_the_prompt(copy: Copy, store: Path) -> None:
    copy.run("ochiba deal grove --players Aya,Bo,Chen --seed leaves", store)
    hand = json.loads(copy.run("ochiba show grove --seat east --json", store).stdout)["hand"]
    told = copy.run("ochiba play grove", store, typed=f"{hand[0]}\n").stdout
    assert f"Aya lays {hand[0]}." in told
    assert "Bo lays a leaf." in told
    other = copy.run("ochiba play grove", store, typed="concede\n", code=1)
    assert "between two tricks" in other.stdout + other.stderr


def test_a_fourth_game_is_exported_imported_and_verified(copy: Copy, store: Path, tmp_path: Path) -> None:
    copy.run("ochiba deal grove --players Aya,Bo,Chen", store)
    assert (
        "hidden"
        in copy.run("table export grove", store, code=1).stderr + copy.run("table export grove", store, code=1).stdout
    ), "hands lie face down"
    assert "every record is true" in copy.run("table check grove", store).stdout
    copy.run("ochiba concede grove", store)
    copy.run(f"table export grove -o {tmp_path / 'grove.json'}", store)
    other = tmp_path / "other" / "tables.sqlite"
    other.parent.mkdir()
    copy.run(f"table import {tmp_path / 'grove.json'}", other)
    assert "every record is true" in copy.run("table check grove", other).stdout
    text = (tmp_path / "grove.json").read_text(encoding="utf-8")
    (tmp_path / "forged.json").write_text(text.replace('"Aya"', '"Eve"'), encoding="utf-8")
    copy.run(f"table import {tmp_path / 'forged.json'} --as forged", other, code=2)


def test_a_fourth_game_is_played_on_phones(copy: Copy, store: Path) -> None:
    done = copy.python([str(SCRIPTS / "phones.py")], store)
    assert done.stdout.split() == ["listed", "seated", "hidden", "laid", "undone", "verified"]


@pytest.mark.parametrize(
    ("missing", "line"),
    [("companion/cli/ochiba", "--help"), ("companion/play/ochiba", "ochiba deal g --players A,B,C")],
)
def test_a_missing_part_is_an_error_at_the_start(
    copy: Copy, tmp_path: Path, store: Path, missing: str, line: str
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(copy.folder, broken)
    shutil.rmtree(broken / missing)
    lacking = object.__new__(Copy)
    lacking.folder = broken
    done = lacking.python(["-m", "companion.cli.main", *shlex.split(line)], store, code=None)
    assert done.returncode != 0
    assert "ochiba" in done.stderr


def test_missing_pages_are_an_error_at_the_start(copy: Copy, tmp_path: Path, store: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(copy.folder, broken)
    shutil.rmtree(broken / "companion/web/ochiba")
    lacking = object.__new__(Copy)
    lacking.folder = broken
    done = lacking.python(["-c", "import companion.web.app"], store, code=None)
    assert done.returncode != 0
    assert "companion.web.ochiba" in done.stderr
