"""Outputs that hold few characters, such as a pipe on Windows: near ones are written, and nothing breaks."""

import io
import sys
from contextlib import suppress

import pytest

from companion.cli.main import run
from companion.cli.voice import replace_unprintable
from tests.cli.commands import ALL


@pytest.mark.parametrize("page", ["cp1252", "cp437"])
def test_every_french_help_can_be_read(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ALL:
        out = io.TextIOWrapper(io.BytesIO(), page, write_through=True)
        monkeypatch.setattr(sys, "stdout", out)
        with suppress(SystemExit):
            run(["--ui-lang", "fr", *name.split(), "--help"])
        said = out.buffer.getvalue().decode(page)
        assert said.replace("\xa0", " ").startswith(f"Usage : companion {name}".rstrip()), name


def test_unprintable_characters_are_written_as_the_nearest_ones() -> None:
    replace_unprintable()
    said = "✓✗ 2×3−1 – — → … ≥≤ ‘a’ “b” «c» œuf Œuf é ñ 本州"
    assert said.encode("ascii", "companion.near").decode() == (
        '+x 2x3-1 - - -> ... >=<= \'a\' "b" "c" oeuf OEuf e n ??'
    )
    assert "é – ✓".encode("cp1252", "companion.near") == b"\xe9 \x96 +"
