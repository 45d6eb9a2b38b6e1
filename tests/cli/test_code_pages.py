"""Outputs that hold few characters, such as a pipe on Windows: near ones are written, and nothing breaks."""

import io
import sys
from contextlib import suppress

import pytest

from companion.cli import voice
from companion.cli.main import run
from companion.cli.voice import replace_unprintable
from tests.cli.calling import ALL

PAGES = ("cp1252", "cp437")


def run_on_code_page(words: list[str], page: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a command writes to a pipe of that code page."""
    out, err = (io.TextIOWrapper(io.BytesIO(), page, write_through=True) for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    with suppress(SystemExit):
        run(words)
    voice._chosen.clear()
    return (out.buffer.getvalue() + err.buffer.getvalue()).decode(page)


@pytest.mark.parametrize("page", PAGES)
def test_every_french_help_can_be_read(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ALL:
        said = run_on_code_page(["--ui-lang", "fr", *name.split(), "--help"], page, monkeypatch)
        assert said.replace("\xa0", " ").startswith(f"Usage : companion {name}".rstrip()), name


def test_unprintable_characters_are_written_as_the_nearest_ones() -> None:
    replace_unprintable()
    said = "✓✗ 2×3−1 – — → … ≥≤ ‘a’ “b” «c» œuf Œuf é ñ 本州"
    assert said.encode("ascii", "companion.near").decode() == (
        '+x 2x3-1 - - -> ... >=<= \'a\' "b" "c" oeuf OEuf e n ??'
    )
    assert "é – ✓".encode("cp1252", "companion.near") == b"\xe9 \x96 +"
