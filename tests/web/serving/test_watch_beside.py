"""A deck is watched in a program beside, which may end: the last cards stay, and one sentence says why."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.service.press.watch import DeckWatch, SaveWatcher
from companion.web.serving.table_opening import DeckHost
from companion.web.serving.watch_process import DeckWatchProcess
from tests.press.watched_deck import write_watched_deck


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[DeckWatchProcess]:
    with DeckWatchProcess(str(write_watched_deck(tmp_path / "tiny"))) as begun:
        yield begun


def test_the_watch_process_lists_cards_and_draws_their_pictures(watch: DeckWatchProcess) -> None:
    now = watch.look(SaveWatcher().read_stamps(watch.places))
    assert (now.mistakes, len(now.cards)) == ((), 3)
    drawn = watch.picture(now.cards[0].front)
    assert drawn is not None
    assert drawn.startswith("<svg")
    assert watch.picture("none") is None
    watch.language = "fr"
    assert watch.look({}).language == "fr"


def test_a_killed_watch_process_is_reported_and_restarted_keeping_cards(watch: DeckWatchProcess) -> None:
    good = watch.look({})
    picture = watch.picture(good.cards[0].front)
    assert watch._program is not None
    os.kill(watch._program.pid, signal.SIGKILL)
    watch._program.wait()
    ended = watch.look({})
    (mistake,) = ended.mistakes
    assert str(mistake.text) == "-: stopped, because the program doing it has ended."
    assert ended.cards == good.cards
    assert watch.picture(good.cards[0].front) == picture
    assert watch.look({}).mistakes == ()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[DeckHost]:
    with DeckHost(DeckWatch(str(write_watched_deck(tmp_path / "tiny")))) as opened:
        opened._saves.settle(opened._watch.places)
        yield opened


def test_an_unexpected_error_is_shown_and_the_last_good_cards_stay(
    evening: DeckHost, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def raise_error(*_: object) -> None:
        raise ZeroDivisionError("in the midst of a card")

    good = evening._look()
    monkeypatch.setattr(evening._watch, "look", raise_error)
    at_first = evening._look()
    assert at_first.cards == ()
    evening._preview.deck = good
    later = evening._look()
    assert later.cards == good.cards
    for seen in (at_first, later):
        (mistake,) = seen.mistakes
        assert str(mistake.text) == "Something went wrong here; nothing is lost. Save the deck once more."
    assert capsys.readouterr().err.count("ZeroDivisionError: in the midst of a card") == 2
    monkeypatch.undo()
    assert evening._look().mistakes == ()
