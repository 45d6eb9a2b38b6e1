"""The table settles how it scores: the end-of-game scoring card, and questions the booklet leaves open."""

from dataclasses import dataclass, replace

from companion.data.honshu.scoring_cards import scoring_card
from companion.play.honshu.state import HonshuState
from companion.play.settling import settling_kind
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Played, Step
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


KINDS = (EventKind("scoring", ChooseCard, _play_card, line=_card_line), settling_kind(again=True))
