"""A game of thirty-six cards that only the tests bring: a folder, and one line in the list of games."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pikepdf
import pytest

ROOT = Path(__file__).parents[2]
GAME = Path(__file__).parent / "game"


class Copy:
    """A copy of the program with a fourth game in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("companion", "assets", "templates"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(GAME, folder, dirs_exist_ok=True)
        listed = folder / "companion" / "play" / "games.py"
        text = listed.read_text(encoding="utf-8")
        assert '"hogen")\n' in text
        listed.write_text(text.replace('"hogen")\n', '"hogen", "ochiba")\n'), encoding="utf-8")

    def run(self, line: str, store: Path, typed: str = "", code: int | None = 0) -> CompletedProcess[str]:
        return self.run_python(["-m", "companion.cli.main", *shlex.split(line)], store, typed, code)

    def ask(self, line: str, store: Path) -> Any:
        return json.loads(self.run(f"{line} --json", store).stdout)

    def run_python(self, words: list[str], store: Path, typed: str = "", code: int | None = 0) -> CompletedProcess[str]:
        own = {"PYTHONPATH": f"{self.folder}{os.pathsep}{ROOT}", "COMPANION_STORE": str(store), "LC_ALL": "C.UTF-8"}
        program, environment = [sys.executable, *words], {**os.environ, **own}
        done = subprocess.run(program, cwd=store.parent, env=environment, input=typed, capture_output=True, text=True)
        assert code is None or done.returncode == code, done.stdout + done.stderr
        return done


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("fourth"))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


def test_a_fourth_games_cards_are_printed(copy: Copy, store: Path, tmp_path: Path) -> None:
    copy.run(f"print ochiba -o {tmp_path / 'leaves.pdf'}", store)
    with pikepdf.open(tmp_path / "leaves.pdf") as pdf:
        assert len(pdf.pages) >= 8, "thirty-six leaves, fronts and backs"
    assert "leaves" in copy.run("print ochiba --list", store).stdout
    assert "companion print ochiba --only leaves" in copy.run("print --help", store).stdout


def test_a_fourth_game_is_dealt_and_played_by_commands_and_at_the_prompt(copy: Copy, store: Path) -> None:
    assert "ochiba" in copy.run("--help", store).stdout
    assert "Lay a leaf." in copy.run("ochiba --help", store).stdout
    menu = "from companion.cli.prompt import run_menu; run_menu(print)"
    assert "  4  Ochiba\n" in copy.run_python(["-c", menu], store, typed="1\n\n\n").stdout
    assert "Ochiba: Laying a leaf" in copy.run("rules may I lay any leaf", store).stdout
    copy.run("ochiba deal grove --players Aya,Bo,Chen --seed leaves", store)
    for _ in range(3):  # whoever's turn it is lays the first leaf that may be laid
        seat = copy.ask("ochiba show grove", store)["turn"]
        lay = (
            f"ochiba lay {leaf} grove --seat {seat}"
            for leaf in copy.ask(f"ochiba show grove --seat {seat}", store)["hand"]
        )
        assert 0 in (copy.run(line, store, code=None).returncode for line in lay)
    shown = copy.ask("ochiba show grove", store)
    assert sum(shown["won"].values()) == 1
    assert shown["hand"] is None, "nobody's hand is shown unasked"
    other = "east" if shown["turn"] != "east" else "south"
    assert "It is not your turn." in copy.run(f"ochiba lay M1 grove --seat {other}", store, code=1).stdout
    assert "is not a leaf" in copy.run("ochiba lay Z9 grove --seat east", store, code=2).stderr
    history = copy.ask("table log grove", store)["history"]
    assert [event["kind"] for event in history] == ["new", "lay", "lay", "lay"]
    leaf = copy.ask(f"ochiba show grove --seat {shown['turn']}", store)["hand"][0]
    assert f" lays {leaf}." in copy.run("ochiba play grove", store, typed=f"{leaf}\n").stdout
    refused = copy.run("ochiba play grove", store, typed="concede\n", code=1)
    assert "between two tricks" in refused.stdout + refused.stderr
    copy.run("table undo grove", store)
    assert "Undone" in copy.run("table log grove", store).stdout


def test_a_fourth_game_is_exported_imported_and_verified(copy: Copy, store: Path, tmp_path: Path) -> None:
    copy.run("ochiba deal grove --players Aya,Bo,Chen", store)
    refused = copy.run("table export grove", store, code=1)
    assert "hidden" in refused.stderr + refused.stdout, "hands lie face down"
    copy.run("ochiba concede grove", store)
    copy.run(f"table export grove -o {tmp_path / 'grove.json'}", store)
    copy.run(f"table import {tmp_path / 'grove.json'} --as again", store)
    assert "nothing was changed" in copy.run("table check again", store).stdout
    text = (tmp_path / "grove.json").read_text(encoding="utf-8")
    (tmp_path / "forged.json").write_text(text.replace('"Aya"', '"Eve"'), encoding="utf-8")
    copy.run(f"table import {tmp_path / 'forged.json'} --as forged", store, code=2)


def test_a_fourth_game_is_played_on_phones(copy: Copy, store: Path) -> None:
    assert copy.run_python([str(GAME.with_name("phones.py"))], store).stdout == "verified\n"


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("companion/cli/ochiba", ["-m", "companion.cli.main", "ochiba", "--help"]),
        ("companion/play/ochiba", ["-m", "companion.cli.main", "ochiba", "deal", "g", "--players", "A,B,C"]),
        ("companion/web/ochiba", ["-c", "import companion.web.app"]),
    ],
)
def test_a_missing_part_is_an_error_at_the_start(copy: Copy, store: Path, missing: str, words: list[str]) -> None:
    away = shutil.move(copy.folder / missing, store.parent / "away")
    try:
        done = copy.run_python(words, store, code=None)
    finally:
        shutil.move(away, copy.folder / missing)
    assert (done.returncode != 0, "ochiba" in done.stderr) == (True, True)
