"""A deck is watched in a program beside, which may end: the last cards stay, and one sentence says why."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.service.press.watch import SaveWatcher
from companion.web.serving.watch_beside import DeckWatchProcess
from tests.press.watched import write_watched_deck


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


def test_a_card_that_needs_too_much_memory_is_named_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program has memory for its own modules, and hardly any besides."""
    folder = write_watched_deck(tmp_path / "tiny")
    short = f"{tmp_path}/short"
    Path(short).mkdir()
    told = "from companion import limit\nlimit.MOST_MEMORY = 1_000_000\n"
    (Path(short) / "sitecustomize.py").write_text(told)
    path = os.pathsep.join((short, os.environ.get("PYTHONPATH", "")))
    monkeypatch.setenv("PYTHONPATH", path)
    with DeckWatchProcess(str(folder)) as watch:
        (mistake,) = watch.look({}).mistakes
    assert "stopped, because" in str(mistake.text)


def test_watching_a_missing_deck_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file|neither a deck"):
        DeckWatchProcess(str(tmp_path / "none.csv"))
