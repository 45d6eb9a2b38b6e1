"""Printing without a face: what is written, what is told while one waits, and what is said afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.service.press.order import EditionOrder, PrintOrder
from companion.service.press.printing import Advance, Printed, Work, print_decks
from companion.service.press.sheet_pictures import _compose_cached
from companion.web.press import Task, run_task
from tests.press.decks import write_deck


def test_an_order_is_written_told_of_and_not_printed_again_unchanged(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny")))
    order = PrintOrder((deck,), (parse_paper("a4"), parse_paper("letter")), ("en", "fr"), changed=True)
    waited: list[tuple[Work, int]] = []

    @contextmanager
    def watch(work: Work) -> Iterator[Advance]:
        done: list[int] = []
        yield lambda more, name, *page: done.append(more)
        waited.append((work, sum(done)))

    answer = print_decks(order, tmp_path / "out", watch)
    assert all(file.exists() for file in answer.files)
    assert isinstance(answer.lines[0], Printed)
    assert [row[0] for row in answer.lines[0].rows] == [str(f) for f in answer.files if f.suffix == ".pdf"]
    # Two papers share the faces of a language; composing and inking count alike.
    assert [done for _, done in waited] == [2 * 5, 2 * 4 * 5]
    assert [(work.pieces, work.editions, work.steps) for work, _ in waited] == [(20, 4, 1), (20, 4, 2)]

    again = print_decks(order, tmp_path / "out")
    assert (again.files, again.lines, len(again.notices)) == ((), (), 4)
    assert print_decks(replace(order, changed=False, papers=(parse_paper("a4"),)), tmp_path / "out").files


def test_who_prints_has_the_room_of_the_sheets_that_were_looked_at(tmp_path: Path) -> None:
    wish, told = EditionOrder("hogen", sides="fronts", parts=("samurai",)), list[int]()
    run_task(Task(wish), lambda *how: None)
    assert _compose_cached.cache_info().currsize == 1
    run_task(Task(wish, tmp_path), lambda *how: told.append(_compose_cached.cache_info().currsize))
    assert set(told) == {0}
