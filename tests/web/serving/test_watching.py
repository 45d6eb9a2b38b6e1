"""A watched deck is looked at in the language asked for; after a look that goes wrong comes the next save."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.service.press.watch import DeckWatch
from companion.web.serving.table_opening import DeckHost
from tests.press.watched import write_watched_deck


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[DeckHost]:
    with DeckHost(DeckWatch(str(write_watched_deck(tmp_path / "tiny")))) as opened:
        opened._saves.settle(opened._watch.places)
        yield opened


def test_a_deck_is_looked_at_in_the_language_asked_for_last(evening: DeckHost) -> None:
    first = evening._look()
    assert (first.mistakes, first.language) == ((), "en")
    assert first.cards
    for asked in ("fr", "en"):
        evening._set_language(asked)
        assert [evening._look().language for _ in range(2)] == [asked, asked]


def test_an_unexpected_error_is_shown_and_the_last_good_cards_stay(
    evening: DeckHost, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def raise_error(*_: object) -> None:
        raise ZeroDivisionError("in the midst of a card")

    good = evening._look()
    monkeypatch.setattr(evening._watch, "look", raise_error)
    at_first = evening._look()
    assert at_first.cards == ()
    evening._shown.now = good
    later = evening._look()
    assert later.cards == good.cards
    for seen in (at_first, later):
        (mistake,) = seen.mistakes
        assert str(mistake.text) == "Something went wrong here; nothing is lost. Save the deck once more."
    assert capsys.readouterr().err.count("ZeroDivisionError: in the midst of a card") == 2
    monkeypatch.undo()
    assert evening._look().mistakes == ()
