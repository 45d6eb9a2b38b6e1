"""What stands in the provinces is kept in a file, and found anew where the map, the labels or a size change.

``UPDATE_GOLDEN=1`` writes the file anew after a wanted change.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.paths import assets
from companion.press.games.shogun.board import placing, provinces
from companion.press.games.shogun.board.provinces import KEPT, found, furniture, told
from tests.goldens import kept

FILE = assets() / "games/shogun" / KEPT


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    furniture.cache_clear()
    yield
    furniture.cache_clear()


def test_the_file_holds_what_is_found_anew() -> None:
    text = told(found())
    assert text == kept(FILE, text)
    assert furniture() == found()


def test_what_is_kept_is_not_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provinces, "furnish", lambda *_: pytest.fail("it is kept"))
    assert len(furniture()) == 45


@pytest.mark.parametrize(("where", "name", "value"), [(provinces, "NAME_SIZE", 7.1), (placing, "GAP", 0.8)])
def test_another_size_is_found_anew(monkeypatch: pytest.MonkeyPatch, where, name, value) -> None:
    anew: list[str] = []
    monkeypatch.setattr(where, name, value)
    monkeypatch.setattr(provinces, "found", lambda: anew.append(name) or {})
    assert furniture() == {}
    assert anew == [name]


@pytest.mark.parametrize(
    "was", ['"hash"', '"label"', '"provinces"', '"Aki"', "[50.0", '"scale": 1', "}}\n", None]
)
def test_a_damaged_or_lost_file_is_found_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, was: str | None
) -> None:
    monkeypatch.setattr(provinces, "KEPT", str(tmp_path / KEPT))
    monkeypatch.setattr(provinces, "found", dict)
    if was is not None:
        damaged = was[:-1] + chr(ord(was[-1]) ^ 1)
        text = FILE.read_text(encoding="utf-8").replace(was, damaged, 1)
        (tmp_path / KEPT).write_text(text, encoding="utf-8")
    assert furniture() == {}
