"""The stems of the words of rules are kept, and are those of the stemmer.

``UPDATE_GOLDEN=1`` writes the files anew, as ``make commands`` does.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.data import rulebook
from companion.data.catalogue import LANGUAGES
from companion.data.rulebook import format_stems, search_rules
from companion.paths import assets
from companion.play.games import GAMES
from tests.goldens import read_golden


@pytest.fixture(autouse=True)
def _fresh_index() -> Iterator[None]:
    cached = (rulebook.rulebook, rulebook._read_language, rulebook._build_index)
    for each in cached:
        each.cache_clear()
    yield
    for each in cached:
        each.cache_clear()


@pytest.fixture
def copied_assets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The rules of the games, and how questions are read, in a folder of their own."""
    shutil.copytree(assets() / "questions", tmp_path / "questions")
    for game in GAMES:
        for file in (assets() / "games" / game).glob("rules*"):
            (tmp_path / "games" / game).mkdir(parents=True, exist_ok=True)
            shutil.copy(file, tmp_path / "games" / game)
    monkeypatch.setattr(rulebook, "assets", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_stems_are_kept_as_the_stemmer_finds_them(code: str, copied_assets: Path) -> None:
    """Else run ``make commands``."""
    (copied_assets / "questions" / f"{code}.json").unlink()
    text = format_stems(GAMES, code)
    assert text == read_golden(assets() / "questions" / f"{code}.json", text)


@pytest.mark.parametrize("file", ["rules.en.toml", "rules.de.toml"])
def test_changed_rules_are_found_by_their_new_words(copied_assets: Path, file: str) -> None:
    rules = copied_assets / "games" / "shogun" / file
    text = rules.read_text(encoding="utf-8")
    rules.write_text(
        text.replace('title = "Sun', 'title = "Xylophone Sun').replace('title = "Son', 'title = "Xylophone Son')
    )
    (rule,), others = search_rules("xylophones", ("shogun",))
    assert (rule.name, others) == ("sides", [])


def test_a_language_without_a_stemmer_is_searched_by_whole_words(copied_assets: Path) -> None:
    for file in (copied_assets / "questions").glob("fr.*"):
        file.unlink()
    assert search_rules("jachère", ("honshu",))[0][0].name == "fallow"
