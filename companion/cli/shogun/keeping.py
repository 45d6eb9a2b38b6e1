"""What the commands of a kept game share: doing a step at a table, and the turns it passes over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from companion.cli.shogun.asking import refuse
from companion.cli.voice import speak
from companion.rules.shogun.action.result import Illegal
from companion.rules.shogun.round.calendar import Calendar
from companion.rules.shogun.round.passing import passed_words
from companion.sentences import say
from companion.service.session import Session
from companion.table.log import Event
from companion.table.shogun.kept import Refused
from companion.table.shogun.state import ShogunState

__all__ = ["do", "refuse_passing", "speak_passed"]


def do(table: Session[ShogunState], kind: str, asked: Mapping[str, Any], as_json: bool) -> Event:
    """Do a step at a table; what the rules forbid is answered with its reason, and exit code 1."""
    try:
        return table.do(kind, asked).event
    except Refused as refused:
        refuse(refused.illegal, as_json)


def refuse_passing(
    calendar: Calendar, turns: tuple[tuple[str, str], ...], as_json: bool, until: str | None = None
) -> NoReturn:
    """Answer no where turns would be passed over unasked: tell which, and how to make them blanks."""
    passed = passed_words(calendar, turns, until)
    refuse(
        Illegal(
            say(
                "Nothing is done: these turns were not told: {turns}. If they were blanks, add --pass.",
                turns=passed,
            )
        ),
        as_json,
    )


def speak_passed(calendar: Calendar, turns: tuple[tuple[str, str], ...]) -> None:
    """Tell which turns were passed over as blanks."""
    speak(
        "Passed over as blanks: {turns}. 'companion shogun undo' takes it back.",
        turns=passed_words(calendar, turns),
    )
