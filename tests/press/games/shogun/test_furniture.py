"""What stands in the provinces is kept in a file, and found anew where the map, the labels or a size change.

``UPDATE_GOLDEN=1`` writes the file anew after a wanted change.
"""

import os
from collections.abc import Iterator

import pytest

from companion.paths import assets
from companion.press.games.shogun.board import placing, provinces
from companion.press.games.shogun.board.provinces import KEPT, found, furniture, told

FILE = assets() / "games/shogun" / KEPT


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    furniture.cache_clear()
    yield
    furniture.cache_clear()


def test_the_file_holds_what_is_found_anew() -> None:
    text = told(found())
    if os.environ.get("UPDATE_GOLDEN"):
        FILE.write_text(text, encoding="utf-8")
    assert text == FILE.read_text(encoding="utf-8")
    assert furniture() == found()


def test_what_is_kept_is_not_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provinces, "place", lambda *_: pytest.fail("it is kept"))
    assert len(furniture()) == 45


@pytest.mark.parametrize(("where", "name", "value"), [(provinces, "NAME_SIZE", 7.1), (placing, "GAP", 0.8)])
def test_another_size_is_found_anew(monkeypatch: pytest.MonkeyPatch, where, name, value) -> None:
    anew: list[str] = []
    monkeypatch.setattr(where, name, value)
    monkeypatch.setattr(provinces, "found", lambda: anew.append(name) or {})
    assert furniture() == {}
    assert anew == [name]
