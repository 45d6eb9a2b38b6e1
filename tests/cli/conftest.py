"""What tests of the command line share: players of each game at a command line, and tables they play at."""

from pathlib import Path

import pytest

from tests.cli import honshu_player
from tests.cli.commands import Call, make_caller
from tests.cli.shogun_player import ShogunPlayer


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Call:
    (tmp_path / "map.txt").write_text("F F\nT T\n")
    return make_caller(tmp_path, monkeypatch, capsysbinary)


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> ShogunPlayer:
    return ShogunPlayer(make_caller(tmp_path, monkeypatch, capsysbinary))


@pytest.fixture
def friday(ask: ShogunPlayer) -> ShogunPlayer:
    ask.begin()
    return ask


@pytest.fixture
def honshu(tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> honshu_player.Player:
    monkeypatch.setenv("COLUMNS", "80")
    player = honshu_player.Player(tmp_path, call)
    player.write("map.txt", "\n".join(honshu_player.GRID) + "\n")
    player.write("laid.txt", "A1 0 0 0\n50 2 0 0\n17 4 1 90 under 50\n")
    return player
