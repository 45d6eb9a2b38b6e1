"""Printing without a face: what is written, what is told while one waits, and what is said afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.service.press.printing import Advance, Printed, PrintOrder, Work, list_editions, print_decks
from tests.press.decks import write_deck


def test_an_order_is_printed_described_and_not_repeated_unchanged(tmp_path: Path) -> None:
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


def test_a_margin_below_the_papers_own_is_warned_of_and_no_other(tmp_path: Path) -> None:
    order = PrintOrder((open_deck(str(write_deck(tmp_path / "tiny"))),), (parse_paper("a4"),), ("en",))
    for margin, kept, white in ((None, 5, 0), (1.0, 1, 5), (0.0, 0, 5), (5.0, 5, 0), (12.0, 12, 0)):
        (edition,) = list_editions(replace(order, margin=margin))
        assert (edition.paper.margin, edition.white) == (kept, white)


def test_what_is_ordered_twice_is_one_edition(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny")))
    order = PrintOrder((deck,), (parse_paper("a4"), parse_paper("letter"), parse_paper("a4")), ("fr", "en", "fr"))
    editions = [(edition.language, edition.paper.name) for edition in list_editions(order)]
    assert editions == [("fr", "a4"), ("fr", "letter"), ("en", "a4"), ("en", "letter")]
