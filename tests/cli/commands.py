"""Any command of Companion, called in a folder of its own with a map; and the tree of all commands."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from companion.cli.main import companion, run


def list_commands(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            assert inner is not None
            yield from list_commands(inner, f"{name} {each}".strip())


ALL = dict(list_commands(companion))


def list_options(command: click.Command) -> Iterator[click.Option]:
    context = click.Context(command, parent=click.Context(companion))
    yield from (each for each in command.get_params(context) if isinstance(each, click.Option))


@dataclass
class Result:
    """What a command left with."""

    code: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        return self.raw.decode()

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        return json.loads(self.raw)

    @property
    def objects(self) -> list[Any]:
        return [json.loads(line) for line in self.lines]


Call = Callable[..., Result]


def make_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Call:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "tables.sqlite"))

    def call_command(*words: str, typed: str | bytes = "") -> Result:
        raw = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), "utf-8"))
        capsysbinary.readouterr()
        code = 0
        try:
            run(words)
        except SystemExit as left:
            code = int(left.code or 0)
        output = capsysbinary.readouterr()
        assert b"Traceback" not in output.err
        return Result(code, output.out, output.err.decode())

    return call_command
