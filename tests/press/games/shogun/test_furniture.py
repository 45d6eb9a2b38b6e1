"""What stands in the provinces is kept in a file, and the board is not printed where that is not of this map.

``UPDATE_GOLDEN=1`` writes the file anew after a wanted change, as ``python .ci/furniture.py`` does.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import DeckError
from companion.paths import assets
from companion.press.games.shogun import board
from companion.press.games.shogun.board import FURNITURE_FILE, format_furniture, load_furniture
from tests.goldens import read_golden
from tests.press.games.shogun.furnishing import FURNISHING

FILE = assets() / "games/shogun" / FURNITURE_FILE


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    load_furniture.cache_clear()
    yield
    load_furniture.cache_clear()


def test_the_furniture_file_is_up_to_date() -> None:
    """Else run ``python .ci/furniture.py``."""
    found = FURNISHING.found()
    text = format_furniture(found)
    assert text == read_golden(FILE, text)
    assert load_furniture() == found
    assert len(found) == 45


@pytest.mark.parametrize(
    ("where", "name", "value"), [(board, "NAME_SIZE", 9.1), (board, "LABEL_HEIGHT", 8.5), (board, "RADIUS", 1.25)]
)
def test_furniture_for_another_size_is_refused(monkeypatch: pytest.MonkeyPatch, where, name, value) -> None:
    monkeypatch.setattr(where, name, value)
    with pytest.raises(DeckError, match=r"furniture\.json: it is damaged, or made for another map"):
        load_furniture()


@pytest.mark.parametrize("was", ['"hash"', '"label"', '"provinces"', '"Aki"', "[394.0", '"margin": 1', "}}\n", None])
def test_a_damaged_or_lost_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, was: str | None) -> None:
    monkeypatch.setattr(board, "FURNITURE_FILE", str(tmp_path / FURNITURE_FILE))
    if was is not None:
        damaged = was[:-1] + chr(ord(was[-1]) ^ 1)
        text = FILE.read_text(encoding="utf-8").replace(was, damaged, 1)
        (tmp_path / FURNITURE_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(DeckError, match="install Companion again"):
        load_furniture()
