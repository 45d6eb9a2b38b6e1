"""The words in which rules are sought are kept beside them, and never older than they are.

``UPDATE_GOLDEN=1`` writes the files anew, as ``make commands`` does.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.data import rulebook
from companion.data.rulebook import INDEX_FILE, build_rule_index, format_rule_index, rule_index
from companion.paths import assets
from companion.play.games import GAMES
from tests.goldens import read_golden

READ = (rulebook.rulebook, rule_index, rulebook._build_index)


@pytest.fixture(autouse=True)
def _fresh_index() -> Iterator[None]:
    for each in READ:
        each.cache_clear()
    yield
    for each in READ:
        each.cache_clear()


@pytest.fixture
def copied_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Shogun's rules in a folder of their own, whose words are kept there too."""
    folder = tmp_path / "games" / "shogun"
    folder.mkdir(parents=True)
    for file in (assets() / "games" / "shogun").glob("rules*"):
        shutil.copy(file, folder)
    monkeypatch.setattr(rulebook, "assets", lambda: tmp_path)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_the_rule_index_file_is_up_to_date(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else run ``make commands``."""
    text, words = format_rule_index(game), build_rule_index(game)
    assert text == read_golden(assets() / "games" / game / INDEX_FILE, text)
    monkeypatch.setattr(rulebook, "build_rule_index", lambda game: pytest.fail(f"{game} is made anew"))
    assert rule_index(game) == words
    assert len(words) == len(rulebook.rulebook(game))


@pytest.mark.parametrize("file", ["rules.en.toml", "rules.de.toml"])
def test_changed_rules_are_found_by_their_new_words(copied_rules: Path, file: str) -> None:
    text = (copied_rules / file).read_text(encoding="utf-8")
    (copied_rules / file).write_text(text.replace('title = "', 'title = "Xylophon ', 1), encoding="utf-8")
    first, *_ = rulebook.rulebook("shogun")
    assert rulebook.search_rules("xylophon", ("shogun",)) == [first]


@pytest.mark.parametrize("was", ["0", '"title"', None])
def test_a_damaged_or_lost_rule_index_finds_nothing(copied_rules: Path, was: str | None) -> None:
    """The words are made from the rules then."""
    text = (copied_rules / INDEX_FILE).read_text(encoding="utf-8")
    (copied_rules / INDEX_FILE).unlink()
    if was is not None:
        assert was in text
        (copied_rules / INDEX_FILE).write_text(text.replace(was, was[:-1] + chr(ord(was[-1]) ^ 1)), encoding="utf-8")
    assert rule_index("shogun") == build_rule_index("shogun")
