"""What tests of the command line share: players of each game at a command line, and tables they play at."""

from pathlib import Path

import pytest

from tests.cli import honshu_player
from tests.cli.asking import Asking
from tests.cli.calling import Call, caller


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Call:
    return caller(tmp_path, monkeypatch, capsysbinary)


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Asking:
    return Asking(tmp_path, monkeypatch, capsys)


@pytest.fixture
def honshu(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> honshu_player.Player:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    player = honshu_player.Player(tmp_path, capsys, monkeypatch)
    player.write("map.txt", "\n".join(honshu_player.GRID) + "\n")
    player.write("laid.txt", "A1 0 0 0\n50 2 0 0\n17 4 1 90 under 50\n")
    return player


@pytest.fixture
def friday(ask: Asking) -> Asking:
    ask.begin()
    return ask
