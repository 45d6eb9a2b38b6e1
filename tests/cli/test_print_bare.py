"""Everything is printed where numpy, shapely and Pillow cannot be had, such as in a browser."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.play.games import GAMES

WITHOUT = (
    "import sys; sys.modules.update(dict.fromkeys(['numpy', 'shapely', 'pypdfium2']));"
    " from companion.web.pocket import no_pictures as none; none.__path__ = []; sys.modules['PIL'] = none"
)
"""Python asks for a module that is known to be none, and says that it cannot be imported. For Pillow stands
what does so in a browser: reportlab imports it, and asks it for nothing.
"""


def print_bare(folder: Path, *words: str) -> str:
    code = f"{WITHOUT}; from companion.cli.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code, *words, "--output", folder], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.deep if game == "shogun" else ()) for game in GAMES]
)
def test_every_part_of_a_game_is_printed_in_plain_python(tmp_path: Path, game: str) -> None:
    parts = [component.name for component in open_deck(game).components]
    assert {"tuckbox", *(("tower", "board-sun", "board-moon") if game == "shogun" else ())} <= {*parts}
    said = print_bare(tmp_path, "print", game, *(word for part in parts for word in ("--only", part)))
    assert "Wrote " in said
    assert ".pdf: " in said
    assert [file.read_bytes()[:5] for file in tmp_path.glob("*.pdf")] == [b"%PDF-"]


@pytest.mark.deep
def test_split_towers_low_ink_and_calibration_print_in_plain_python(tmp_path: Path) -> None:
    order = ("print", "shogun", "--lang", "fr", "--only", "tower", "--cube", "12", "--only", "province-cards")
    assert "with joints" in print_bare(tmp_path, *order, "--ink", "low", "--paper", "letter")
    assert "Wrote " in print_bare(tmp_path, "printer", "sheet")
