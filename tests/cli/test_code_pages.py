"""Outputs that hold few characters, such as a pipe on Windows: near ones are written, and nothing breaks."""

import io
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from companion.cli import voice
from companion.cli.main import run
from companion.cli.voice import replace_unprintable
from tests.cli.calling import ALL

PAGES = ("cp1252", "cp437", "cp850")


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


@pytest.mark.parametrize("page", PAGES)
def test_doctor_writes_plus_signs_where_check_marks_cannot_be_written(
    page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = run_on_code_page(["table", "doctor", "--store", str(tmp_path)], page, monkeypatch)
    assert "+ The tables are kept in" in said
    assert "\n· Only a phone can tell" in said


def test_unprintable_characters_are_written_as_the_nearest_ones() -> None:
    replace_unprintable()
    said = "✓✗ 2×3−1 – — → … ≥≤ ‘a’ “b” «c» œuf Œuf é ñ 本州"
    assert said.encode("ascii", "companion.near").decode() == (
        '+x 2x3-1 - - -> ... >=<= \'a\' "b" "c" oeuf OEuf e n ??'
    )
    assert "é – ✓".encode("cp1252", "companion.near") == b"\xe9 \x96 +"


def test_an_error_writes_unprintable_characters_as_question_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "ren\u00e9e ?" in run_on_code_page(["print", "Renée 本州"[:7]], "cp437", monkeypatch)


@pytest.mark.parametrize("_time", range(2))
def test_replaced_error_handlers_do_not_leak_into_the_next_test(_time: int) -> None:
    assert sys.stdout.errors != "companion.near"
    replace_unprintable()
