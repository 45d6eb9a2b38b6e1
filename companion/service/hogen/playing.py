"""A game on one screen that is passed from hand to hand: whom it waits for, and what each page may show."""

from __future__ import annotations

from enum import Enum

from companion.sentences import Sentence
from companion.service.hogen.tables import HogenSession, seen
from companion.service.hogen.words import heard_words, own_lines, public_lines
from companion.table.hogen.views import OVER, RALLYING, View

__all__ = ["Task", "accuser_page", "common_page", "own_page", "waits_for"]

Page = list[Sentence | None]
"""The lines of a page; ``None`` is an empty one."""


class Task(Enum):
    """What a table waits for."""

    RALLY = "a seat lays its rallied samurai"
    CALL = "the active seat calls or accuses"
    ANSWER = "the seat that is asked answers"
    ANSWER_ALOUD = "with real cards somebody answers, or nobody does, and all hear it"


def waits_for(here: HogenSession) -> tuple[Task, str] | None:
    """What the table waits for, and the seat that has to do it or is asked first; none when all is over."""
    now = seen(here)
    if now.phase == OVER:
        return None
    if now.phase == RALLYING:
        return Task.RALLY, next(seat for seat in now.names if seat not in now.laid)
    seat = now.active if now.asked is None else now.asked
    assert seat is not None
    if now.asked is None:
        return Task.CALL, seat
    return Task.ANSWER_ALOUD if now.real else Task.ANSWER, seat


def common_page(here: HogenSession, new: int) -> Page:
    """What all may see: what was heard since the last page, at least the last thing, then the table."""
    now = seen(here)
    return [*_heard(here, now, max(new, 1)), *public_lines(now)]


def own_page(here: HogenSession, seat: str) -> Page:
    """What one seat may see; only for its player's eyes."""
    now = seen(here, seat)
    return [*_heard(here, now, 6), *public_lines(now), None, *own_lines(now), None]


def accuser_page(here: HogenSession, seat: str) -> Page:
    """What a player sees who has just accused wrongly."""
    now = seen(here, seat)
    return [*_heard(here, now, 1), *own_lines(now), None]


def _heard(here: HogenSession, now: View, last: int) -> Page:
    heard = here.state.heard[-last:]
    return [*(heard_words(event, now) for event in heard), *([None] if heard else [])]
