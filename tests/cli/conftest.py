"""What tests of the command line share: a table of Shogun, and the command that plays at it."""

import json
from pathlib import Path

import pytest

from companion.cli.main import run

PLAYERS = ["--players", "blue,yellow,red"]


class Answer:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> dict:
        return json.loads(self.out)


@pytest.fixture
def shogun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "tables.sqlite"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")

    def command(*words: str, lang: str = "en") -> Answer:
        capsys.readouterr()
        code = 0
        try:
            run(["--ui-lang", lang, "shogun", *words])
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return command


@pytest.fixture
def friday(shogun):
    assert shogun("new", "friday", *PLAYERS, "--seed", "kabuto").code == 0
    return shogun
