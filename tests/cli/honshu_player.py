"""A player of Honshu at a command line, to test with."""

import io
import json
import sys
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.paths import assets

EXAMPLE = assets() / "games/honshu/example63.json"
GRID = json.loads(EXAMPLE.read_text(encoding="utf-8"))["grid"]


class Player:
    """A player at a command line, in a folder of their own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.capsys = capsys
        self.patch = patch
        self.err = ""

    def write(self, name: str, content: str | bytes) -> str:
        raw = content.encode() if isinstance(content, str) else content
        (self.folder / name).write_bytes(raw)
        return name

    def __call__(self, *words: str, code: int = 0, language: str = "en", piped: str | bytes = "") -> str:
        """Run a command, check its exit code, and return what it says on standard output."""
        raw = piped.encode() if isinstance(piped, str) else piped
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        left = 0
        try:
            run(["--ui-lang", language, "honshu", *words])
        except SystemExit as leaving:
            left = int(leaving.code or 0)
        told = self.capsys.readouterr()
        self.err = told.err
        assert left == code, told
        assert "Traceback" not in told.err
        return told.out

    def json(self, *words: str, code: int = 0, piped: str = "") -> dict:
        return json.loads(self(*words, "--json", code=code, piped=piped))

    def expect_refusal(self, *words: str, piped: str | bytes = "", language: str = "en") -> str:
        assert self(*words, code=2, piped=piped, language=language) == ""
        assert self.err.count("\n") == 1
        return self.err
