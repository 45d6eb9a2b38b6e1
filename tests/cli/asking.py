"""The command line as a player uses it: words in, answer and exit code out."""

from __future__ import annotations

import io
import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import run


@dataclass(frozen=True)
class Answer:
    """What a command left with, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code in (0, 1), self.err
        return json.loads(self.out)

    @property
    def objects(self) -> list[Any]:
        """The answers to several lines, an object each."""
        return [json.loads(line) for line in self.lines]

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Asking:
    """A player at the command line; his tables are kept in a folder of the test."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setenv("COMPANION_STORE", str(folder / "tables.sqlite"))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def begin(self, table: str = "friday", more: str = "--seed kabuto") -> Answer:
        """Begin a table of three; nothing is typed at it."""
        begun = self(f"play --table {table} --players blue,yellow,red {more}")
        assert begun.code == 0, begun.err
        return begun

    def play(self, *lines: str, table: str = "friday", more: str = "", lang: str = "en") -> Answer:
        """Play whole lines, each of which stands in the command."""
        return self(f"play --table {table} {shlex.join(lines)} {more}", lang=lang)

    def tower(self, table: str = "friday") -> Any:
        """What ``show`` tells a program of the tower."""
        return self.play("show", table=table, more="--json").json

    def __call__(self, line: str, *, lang: str = "en", typed: str = "") -> Answer:
        """Run ``companion shogun``, or ``companion table``, with the words of a line, as a shell would."""
        words = shlex.split(line)
        self._capsys.readouterr()
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        code = 0
        try:
            run(["--ui-lang", lang, *([] if words[:1] == ["table"] else ["shogun"]), *words])
        except SystemExit as left:
            code = int(left.code or 0)
        said = self._capsys.readouterr()
        assert "Traceback" not in said.err
        return Answer(code, said.out, said.err)
