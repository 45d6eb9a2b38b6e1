"""A table of Honshu begun, opened, looked at; who sits there, its card, its rulings, its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.data.honshu.scoring_cards import scoring_cards
from companion.data.vocabulary import game_words
from companion.errors import Refused
from companion.play.honshu.game import HONSHU
from companion.play.honshu.requests import BeginTable, ChooseCard, EndGame, SettleRuling, SitDown
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import View, view
from companion.sentences import say
from companion.service.answer import Answer, answering
from companion.service.honshu.scored import ScoredMap, scored
from companion.service.honshu.scoring import score
from companion.service.honshu.table.words import step_words
from companion.service.session import Session
from companion.service.shelves import Keeping
from companion.table.history import REDO, UNDO, Step

HonshuSession = Session[HonshuState]
"""A table of Honshu, opened."""


def open_table(store: Keeping, name: str) -> HonshuSession:
    """Open a table that exists."""
    return Session(store, name, HONSHU)


def begin(
    store: Keeping,
    name: str,
    players: Mapping[str, str],
    card: int | None = None,
    rulings: Mapping[str, str] | None = None,
) -> HonshuSession:
    """Begin a table.

    Args:
        store: Where the tables are kept.
        name: The players' name for the table.
        players: Seat to name; more may sit down later.
        card: Number of the end-of-game scoring card, ``None`` without one.
        rulings: What the table plays by, where not as usual.
    """
    return Session(store, name, HONSHU, BeginTable(dict(players), card, dict(rulings or {})))


def told(here: HonshuSession, step: Step[HonshuState], **more: Any) -> Answer:
    """What came of an event."""
    words = step_words(here.history, step)
    return Answer({"event": step.event.number, "kind": step.event.kind, "text": words, **more}, (words,))


def retold(here: HonshuSession, step: Step[HonshuState]) -> Answer:
    """An event as it was told when it was made."""
    return told(here, step)


@answering
def sit_down(here: HonshuSession, seat: str, name: str) -> Answer:
    """Sit down, or be called otherwise."""
    return told(here, here.do(SitDown(seat, name)))


@answering
def choose_card(here: HonshuSession, card: int | None) -> Answer:
    """Score with an end-of-game scoring card, or without one."""
    return told(here, here.do(ChooseCard(card)))


@answering
def settle(here: HonshuSession, ruling: str, value: str) -> Answer:
    """Settle what the booklet leaves open."""
    return told(here, here.do(SettleRuling(ruling, value)))


@answering
def end(here: HonshuSession, over: bool = True) -> Answer:
    """Say that all maps are finished, and rank them; or that they are worked on again."""
    step = here.do(EndGame(over))
    answer = told(here, step)
    if not over:
        return answer
    ranked = standing(view(step.after))
    return Answer(ranked.data, (*answer.lines, *ranked.lines), notices=ranked.notices)


@dataclass(frozen=True, slots=True)
class ScoringCard:
    """An end-of-game scoring card, in the words that are printed on it."""

    number: int
    name: str
    text: str


def worded_cards(language: str) -> tuple[ScoringCard, ...]:
    """The end-of-game scoring cards in a language."""
    words = game_words("honshu", language)
    return tuple(
        ScoringCard(card, words[f"scoring.name.{card}"], words[f"scoring.text.{card}"])
        for card in scoring_cards()
    )


@answering
def show(here: HonshuSession, history: bool = False) -> Answer:
    """How the maps stand; with everything that was done before it."""
    seen = view(here.state)
    ranked = standing(seen) if any(map_.squares for map_ in seen.maps.values()) else None
    steps = [(step, step_words(here.history, step)) for step in here.history] if history else []
    events = [
        {
            "event": step.event.number,
            "kind": step.event.kind,
            "undone": step.event.kind not in (UNDO, REDO) and step.event.number not in here.history.standing,
            "text": words,
        }
        for step, words in steps
    ]
    lines = [say("{number}. {what}", number=f"{step.event.number:>3}", what=words) for step, words in steps]
    data = {
        "table": here.name,
        "players": seen.names,
        "card": seen.card,
        "over": seen.over,
        "standing": None if ranked is None else ranked.data,
        **({"history": events} if history else {}),
    }
    names = say("At the table: {names}.", names=", ".join(seen.names.values()) or "–")
    return Answer(data, (*lines, names, *(() if ranked is None else ranked.lines)))


@answering
def undo(here: HonshuSession, redo: bool = False) -> Answer:
    """Take the last event back, whoever made it, or the last undo."""
    done, about = here.redo() if redo else here.undo()
    what = step_words(here.history, about)
    line = say("Done again: {what}", what=what) if redo else say("Taken back: {what}", what=what)
    data = {"redone" if redo else "undone": about.event.kind, "event": done.event.number, "text": what}
    return Answer(data, (line,))


def score_of(seen: View, seat: str) -> ScoredMap | None:
    """What a map brings so far; none while it has no square."""
    map_ = seen.map_of(seat)
    return scored(map_.name, map_.map, seen.card, seen.rulings) if map_.squares else None


def standing(seen: View) -> Answer:
    """All maps that have a square, scored and ranked.

    Raises:
        Refused: When none has.
    """
    maps = [(map_.name, map_.map) for map_ in seen.maps.values() if map_.squares]
    if not maps:
        raise Refused("No map has a square yet.")
    return score(maps, seen.card, seen.rulings)
