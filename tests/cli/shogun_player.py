"""The command line as a player of Shogun uses it: words in, answer and exit code out."""

from __future__ import annotations

import shlex
from typing import Any

from tests.cli.commands import Call, Result


class ShogunPlayer:
    """A player at the command line; his tables are kept in a folder of the test."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def begin(self, table: str = "friday", more: str = "--seed kabuto") -> Result:
        """Begin a table of three; nothing is typed at it."""
        begun = self(f"play --table {table} --players blue,yellow,red {more}")
        assert begun.code == 0, begun.err
        return begun

    def play(self, *lines: str, table: str = "friday", more: str = "", lang: str = "en") -> Result:
        """Play whole lines, each of which stands in the command."""
        return self(f"play --table {table} {shlex.join(lines)} {more}", lang=lang)

    def read_tower(self, table: str = "friday") -> Any:
        """What ``show`` tells a program of the tower."""
        return self.play("show", table=table, more="--json").json

    def __call__(self, line: str, *, lang: str = "en", typed: str = "") -> Result:
        """Run ``companion shogun``, or ``companion table``, with the words of a line, as a shell would."""
        words = shlex.split(line)
        return self._call("--ui-lang", lang, *([] if words[:1] == ["table"] else ["shogun"]), *words, typed=typed)
