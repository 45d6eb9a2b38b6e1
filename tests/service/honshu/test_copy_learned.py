"""What is kept of a bought copy: bounded, of one version, lost when it is damaged."""

import pytest

from companion.service.honshu.copy_learned import (
    _COPY,
    _MOST,
    copy_kept,
    copy_learned,
    forget_copy,
    learn_copy,
)
from companion.service.session import shelf_of
from companion.table.shelf import MemoryShelf
from companion.vision.eyes import LOOKS

LOOK = tuple(round(0.05 * at, 3) for at in range(len(LOOKS)))


def test_squares_are_kept_until_newer_ones_are_too_many() -> None:
    shelf = MemoryShelf()
    learn_copy(shelf, [("L", LOOK), (".", LOOK), ("B3", LOOK)])
    assert copy_learned(shelf) == (("L", LOOK), ("B3", LOOK))
    learn_copy(shelf, [("F", LOOK)] * (_MOST - 1))
    assert [symbol for symbol, _ in copy_learned(shelf)] == ["B3", *["F"] * (_MOST - 1)]
    assert len(shelf.read_note("", _COPY) or "") < 40_000


@pytest.mark.parametrize(
    "note",
    [
        "",
        "{",
        "[]",
        "[1]",
        '[[2, 13], ["L", []]]',
        '[[1, 13], ["L", [1, 2]]]',
        '[[1, 13], "L"]',
        "[[1, 13], [[], 1]]",
    ],
)
def test_a_note_that_is_damaged_or_of_another_version_tells_nothing_and_is_no_hindrance(note: str) -> None:
    shelf = MemoryShelf()
    shelf.write_note("", _COPY, note)
    assert copy_learned(shelf) == ()
    learn_copy(shelf, [("L", LOOK)])
    assert copy_learned(shelf) == (("L", LOOK),)


def test_a_store_keeps_it_and_without_one_nothing_is_known(tmp_path) -> None:
    store = tmp_path / "tables.db"
    assert copy_kept(store) == ()
    assert not store.exists()
    with shelf_of(store) as shelf:
        learn_copy(shelf, [("L", LOOK), ("F", LOOK)])
    assert copy_kept(store) == (("L", LOOK), ("F", LOOK))


def test_what_was_learned_is_forgotten_and_no_store_made_for_that(tmp_path) -> None:
    store = tmp_path / "tables.db"
    assert forget_copy(store).outcome == {"forgotten": 0}
    assert not store.exists()
    with shelf_of(store) as shelf:
        learn_copy(shelf, [("L", LOOK), ("F", LOOK)])
    answer = forget_copy(store)
    assert answer.outcome == {"forgotten": 2}
    assert (answer.yes, *map(str, answer.lines)) == (True, "What was learned of your copy is forgotten.")
    assert copy_kept(store) == ()
