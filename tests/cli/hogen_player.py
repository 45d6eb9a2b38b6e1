"""A player of Hogen at a command line, to test with."""

import json

import pytest

from companion.cli.main import run


class Player:
    """A player at a command line; every command is one call."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: str, code: int = 0, language: str = "en") -> str:
        """Run a command, check its exit code, and return all it says."""
        left = 0
        try:
            run(["--ui-lang", language, "hogen", *words])
        except SystemExit as leaving:
            left = int(leaving.code or 0)
        said = self.capsys.readouterr()
        assert left == code, said
        return said.out + said.err

    def json(self, *words: str, code: int = 0) -> dict:
        return json.loads(self(*words, "--json", code=code))
