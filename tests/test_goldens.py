"""Every golden file is renewed in one way, as CONTRIBUTING says."""

import re
from pathlib import Path

import pytest

from tests import goldens
from tests.goldens import GOLDEN, kept
from tests.press.golden_faces import FACES

TESTS = Path(__file__).parent


def test_a_golden_file_is_renewed_only_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(goldens, "GOLDEN", tmp_path)
    monkeypatch.delenv("UPDATE_GOLDEN", raising=False)
    (tmp_path / "tower.txt").write_text("before\n")
    assert kept("tower.txt", "after\n") == "before\n"
    monkeypatch.setenv("UPDATE_GOLDEN", "1")
    assert kept("tower.txt", "after\n") == "after\n" == (tmp_path / "tower.txt").read_text()


def test_every_golden_file_is_one_that_can_be_renewed() -> None:
    """None is read but by ``kept``, and each is named where it is."""
    files = [path for path in TESTS.rglob("*.py") if path != Path(__file__)]
    sources = {path: path.read_text(encoding="utf-8") for path in files}
    asked = re.compile(r"kept\(\s*f?\"([^\"]+)\"")
    found = {name for text in sources.values() for name in asked.findall(text)}
    assert "{name}.txt" in found  # which is of a face
    named = {re.sub(r"\{\w+\}", "*", name) for name in found - {"{name}.txt"}}
    named |= {f"{name}.txt" for name in FACES}
    left = {file.name for file in GOLDEN.iterdir() if file.is_file()}
    assert left == {file.name for name in named for file in GOLDEN.glob(name)}
    wrong = re.compile(r"(?i)golden\w*\.(read|write)_text|_GOLDEN\"\)")
    assert [path.name for path, text in sources.items() if wrong.search(text)] == ["goldens.py"]
