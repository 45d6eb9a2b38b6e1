"""An order becomes editions: each once, on paper with the white that the order or its printer says."""

from pathlib import Path

import pytest

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.service.press.order import PrintOrder, list_editions
from tests.press.decks import write_deck


@pytest.mark.parametrize(
    ("margin", "kept", "white"), [(None, 5, 0), (1.0, 1, 5), (0.0, 0, 5), (5.0, 5, 0), (12.0, 12, 0)]
)
def test_a_margin_below_the_papers_own_is_warned_of_and_no_other(
    tmp_path: Path, margin: float | None, kept: float, white: float
) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny")))
    (edition,) = list_editions(PrintOrder((deck,), (parse_paper("a4"),), ("en",), margin=margin))
    assert (edition.paper.margin, edition.white) == (kept, white)


def test_what_is_ordered_twice_is_one_edition(tmp_path: Path) -> None:
    deck = open_deck(str(write_deck(tmp_path / "tiny")))
    order = PrintOrder((deck,), (parse_paper("a4"), parse_paper("letter"), parse_paper("a4")), ("fr", "en", "fr"))
    told = [(edition.language, edition.paper.name) for edition in list_editions(order)]
    assert told == [("fr", "a4"), ("fr", "letter"), ("en", "a4"), ("en", "letter")]
