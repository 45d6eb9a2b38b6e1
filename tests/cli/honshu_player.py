"""A player of Honshu at a command line, to test with."""

import json
from pathlib import Path
from typing import Any

from companion.paths import assets
from tests.cli.commands import Call

EXAMPLE = assets() / "games/honshu/example63.json"
GRID = json.loads(EXAMPLE.read_text(encoding="utf-8"))["grid"]


class Player:
    """A player at a command line, in a folder of their own."""

    def __init__(self, folder: Path, call: Call) -> None:
        self.folder, self._call, self.err = folder, call, ""

    def write(self, name: str, content: str | bytes) -> None:
        (self.folder / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def __call__(self, *words: str, code: int = 0, language: str = "en", piped: str = "") -> str:
        """Run a command, check its exit code, and return what it says on standard output."""
        result = self._call("--ui-lang", language, "honshu", *words, typed=piped)
        assert result.code == code, result
        self.err = result.err
        return result.out

    def ask_json(self, *words: str, code: int = 0, piped: str = "") -> Any:
        return json.loads(self(*words, "--json", code=code, piped=piped))

    def expect_refusal(self, *words: str, piped: str = "") -> str:
        assert self(*words, code=2, piped=piped) == ""
        assert self.err.count("\n") == 1
        return self.err
