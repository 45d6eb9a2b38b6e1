"""Pages passed from hand to hand where no terminal of its own is needed to see what they do."""

import os
import signal
import sys
from pathlib import Path

import pytest

from companion.cli.hogen import play as playing
from companion.cli.hogen.dealt_table import joined
from companion.cli.hogen.pages import pages
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.moves import CallCards, LayRallied
from companion.service.hogen.looking import seen
from companion.service.playing import play
from companion.table.store import Store
from companion.table.table import Table
from tests.play.hogen.played import begin_table


def test_pages_are_wiped_where_no_other_program_can_be_asked_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on Windows, which cannot fork; keys that end a program mean what they meant before."""
    monkeypatch.delattr(os, "fork")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    before = signal.getsignal(signal.SIGTERM)
    with pages():
        print("a secret")
    assert capsys.readouterr().out.endswith("a secret\n\x1b[2J\x1b[3J\x1b[H\x1b[?1049l")
    assert signal.getsignal(signal.SIGTERM) == before


def test_one_answer_told_aloud_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With real cards a slip is asked again, and what is heard is not."""
    path = tmp_path / "tables.sqlite"
    with Store(path) as opened:
        Table(opened, "friday", HOGEN, begin_table(["Aya", "Bo", "Chen"], "real", real=True, starts="A"))
    typed = iter(["Dai", "Chen"])
    monkeypatch.setattr(playing.pages, "ask", lambda *_: next(typed))
    with joined("friday", path) as here:
        for seat, card in zip("ABC", ("Taira4", "Fujiwara1", "Minamoto3"), strict=True):
            play(here, LayRallied(seat, card))
        play(here, CallCards("A", "rank 1"))
        playing._answer_aloud(here)
        assert next(typed, None) is None
        assert seen(here).active == "C"
