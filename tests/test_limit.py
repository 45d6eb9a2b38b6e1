"""What a stranger's deck may take: so much memory, so long without getting on, and then one sentence."""

import sys
from contextlib import suppress
from pathlib import Path

import pytest

from companion import limit
from companion.cli.main import run_action
from companion.data.files import read_text
from companion.limit import LimitExceeded, describe_out_of_memory, limit_deck, note_progress

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")


def go_on_for_ever() -> None:
    while True:
        try:
            sum(range(10_000))
        except Exception:  # as whoever reads a broken file does
            continue


def test_work_without_progress_is_given_up_with_its_card_and_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(limit, "PATIENCE", 0.1)
    (tmp_path / "a.svg").write_text("<svg/>")

    def act() -> None:
        limit_deck()
        note_progress(card="evil/cards/1")
        read_text(tmp_path / "a.svg")
        go_on_for_ever()

    assert run_action(act) == 2
    said = "Error: evil/cards/1 (a.svg): gave up after 0.1 seconds without progress.\n"
    assert capsys.readouterr().err == said


def test_a_swallowed_limit_error_is_raised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python swallows what is raised while it collects garbage or finalizes an object."""
    monkeypatch.setattr(limit, "PATIENCE", 0.1)
    limit_deck()
    with suppress(LimitExceeded):
        go_on_for_ever()
    with pytest.raises(LimitExceeded):
        go_on_for_ever()


def test_progress_restarts_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "PATIENCE", 0.2)
    limit_deck()
    for number in range(40):
        note_progress(card=f"deck/cards/{number}")
        sum(range(300_000))
    with pytest.raises(LimitExceeded, match=r"deck/cards/39: gave up"):
        go_on_for_ever()


def test_work_that_takes_too_much_memory_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(limit, "MOST_MEMORY", 200_000_000)

    def act() -> None:
        limit_deck()
        note_progress(card="evil/cards/1")
        bytearray(400_000_000)

    assert run_action(act) == 2
    assert "evil/cards/1: stopped, because it needs more than" in capsys.readouterr().err
    assert len(bytearray(400_000_000)) == 400_000_000  # the command is over


def test_a_file_is_told_only_with_the_card_that_asked_for_it() -> None:
    note_progress(card="deck/cards/1")
    note_progress(file="faces/fox.svg")
    assert str(describe_out_of_memory()).startswith("deck/cards/1 (fox.svg): ")
    note_progress(card="deck/cards/2")
    assert str(describe_out_of_memory()).startswith("deck/cards/2: ")
