"""The players say that all maps are finished, or that they are not; and how the table scores.

It settles the end-of-game scoring card, and questions the booklet leaves open.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.data.honshu.scoring_cards import scoring_card
from companion.errors import Refused
from companion.play.game import FinalRank, Part
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import MapView, view
from companion.play.settling import settling_kind
from companion.rules.honshu.board import Position
from companion.rules.honshu.score.scoring import Land, parts, rank, score
from companion.rules.score import Score
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """Reveal the end-of-game scoring card; ``None`` to play without one."""

    card: int | None


def check_card(card: int | None) -> None:
    """Refuse a number that no scoring card has."""
    if card is not None:
        scoring_card(card)


def _play_card(state: HonshuState, request: ChooseCard, recorded: Body | None) -> Played[HonshuState]:
    check_card(request.card)
    return Played({}, replace(state, card=request.card))


def _card_line(step: Step[HonshuState]) -> Sentence:
    if step.request.card is None:
        return say("The game is scored without a scoring card.")
    return say("The game is scored with scoring card {card}.", card=step.request.card)


SCORING = (EventKind("scoring", ChooseCard, _play_card, line=_card_line), settling_kind(again=True))


@dataclass(frozen=True, slots=True)
class EndGame:
    """Say that all maps are finished; or that they are not."""

    over: bool = True


def _play(state: HonshuState, request: EndGame, recorded: Body | None) -> Played[HonshuState]:
    if request.over == state.over:
        raise Refused(
            "The maps of this table are finished already." if state.over else "This game is going on already."
        )
    if request.over and not any(each.pile.cards or each.pile.counts for each in state.maps.values()):
        raise Refused("No map has a square yet.")
    return Played({}, replace(state, over=request.over))


def _line(step: Step[HonshuState]) -> Sentence:
    return say("All maps are finished.") if step.request.over else say("The maps are worked on again.")


KIND = EventKind("end", EndGame, _play, line=_line)


def ends(step: Step[HonshuState]) -> EndGame | None:
    """The end, once the card taken last lies on its map and every map is there."""
    if step.event.kind not in ("card", "map", "cards", "forth") or not step.after.taken:
        return None
    now = view(step.after)
    missing = any(each.waiting or each.land is None for each in now.maps.values())
    return None if missing or now.to_take or now.over or not now.played else EndGame()


def stands(here: Moment[HonshuState]) -> Sentence:
    """The squares of every map; or that the game is over."""
    seen = view(here.state)
    if seen.over:
        return say("The game is over.")
    squares = ", ".join(f"{map_.name} {map_.squares}" for map_ in seen.maps.values())
    return say("Squares so far: {squares}", squares=squares or "–")


PARTS = (
    Part("forest", say("forest")),
    Part("town", say("town")),
    Part("factory", say("factories")),
    Part("lake", say("lakes")),
    Part("bonus", say("scoring card")),
)
"""What the points of a map are made of."""


def final_ranks(here: Moment[HonshuState]) -> list[FinalRank]:
    """Everybody's rank, of those whose map has a square; nobody's before the maps are finished."""
    found = list(_scored(here))
    ranking = rank([(counted.total, land.fallow or 0) for _, land, counted in found])
    maps = [each for each, _, _ in found]
    return [
        FinalRank(maps[each.index].seat, maps[each.index].name, each.rank, each.total) for each in ranking
    ]


def points(here: Moment[HonshuState]) -> dict[str, dict[str, int]]:
    """The points of those maps by part."""
    return {each.seat: parts(counted) for each, _, counted in _scored(here)}


def _scored(here: Moment[HonshuState]) -> Iterator[tuple[MapView, Land, Score[Position]]]:
    if here.state.over:
        seen = view(here.state)
        for each in seen.maps.values():
            if each.land is not None:
                yield each, each.land, score(each.land, seen.card, seen.rulings)
