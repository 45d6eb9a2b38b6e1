"""A store as several evenings leave it."""

from pathlib import Path

import pytest

from companion.data.shogun.towers import get_preset
from companion.play.honshu.changes import LayCard
from companion.service.hogen import begin as begin_hogen
from companion.service.kept_tables import open_table
from companion.service.playing import play
from companion.service.shogun.session import begin_table
from companion.table.history import Undo
from tests.play.honshu.moves import begin as begin_honshu
from tests.table.games import PLAYERS, build_attack

SEATS = {"blue": "Aya", "red": "Bo"}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with a table of each game, and a backup from the beginning of each."""
    path = tmp_path / "tables.sqlite"
    begin_table(path, "harvest", PLAYERS, get_preset("shogun"), seed="kabuto").close()
    with open_table(path, "harvest") as shogun:
        play(shogun, build_attack(province="Kozuke"))
        play(shogun, Undo())
    begin_hogen(path, "heike", ("Aya", "Bo", "Chen"), {}, seed="plum").close()
    begin_honshu(path, "friday", SEATS, 5).close()
    with open_table(path, "friday") as honshu:
        play(honshu, LayCard("blue", "A1", 0, 0))
    return path
