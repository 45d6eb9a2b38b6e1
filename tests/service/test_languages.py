"""What a language lacks is named with the file in which it stands, as found from Companion's own folder."""

from pathlib import Path

import pytest

from companion.data.catalogue import Catalogue
from companion.paths import templates
from companion.service import languages
from companion.service.languages import check_languages

FILE = "companion/rules/shogun/battle.py"
WORDS = "Buildings, markers and armies leave it: the province is neutral."


def test_missing_translations_are_listed_by_file(monkeypatch: pytest.MonkeyPatch) -> None:
    files = sorted((templates() / "locales/fr").glob("*.po"))
    kept = [file for file in files if file.name not in ("tower.po", "web-board.po")]
    monkeypatch.setattr(languages, "language", lambda code: Catalogue(code, kept))
    answer = check_languages(["fr"])
    assert answer.negative
    found = {(row["file"], row["text"]) for row in answer.data["missing"]}
    assert (FILE, WORDS) in found
    assert ("assets/games/shogun/rulings.toml", "To the supplies.") in found
    assert all((templates().parent / file).is_file() for file, _ in found)
    assert {Path(file).parts[0] for file, _ in found} == {"assets", "companion", "templates"}
    lines = [line.translate() for line in answer.lines]
    assert lines.index(f"fr, {FILE}:") < lines.index(f"  {WORDS}")
    assert lines[-1] == f"{len(found)} texts are missing."
