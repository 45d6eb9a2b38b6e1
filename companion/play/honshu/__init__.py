"""Honshu at a table: each player's map as it grows, the scoring card, the rulings and the tricks."""

from dataclasses import replace

from companion.play.game import Game, check_log
from companion.play.honshu import changes, ending, hands, laying
from companion.play.honshu.ending import describe_highlights
from companion.play.honshu.state import HonshuState, check_state
from companion.play.honshu.views import view
from companion.play.shared_events import SettleRuling, build_open_seat_kind
from companion.rules.honshu.tricks import ROUNDS
from companion.sentences import Sentence, say


def _describe_round(state: HonshuState) -> Sentence | None:
    """The round in play; ``None`` once all are over."""
    by_phones = (state.taken_cards or state.holds_secrets or state.last_move) and laying.list_takers(state)[0]
    number = len(state.tricks) + (0 if by_phones else 1)
    return say("Round {round} of 12", round=number) if number in ROUNDS else None


GAME: Game[HonshuState] = Game(
    name="honshu",
    version=1,
    kinds=(
        *ending.SEATING,
        changes.PAINT_SQUARES,
        changes.CARD,
        changes.MAP,
        changes.CARDS,
        changes.COUNTS,
        *changes.REVERSALS,
        *ending.SCORING,
        *hands.TRICK_KINDS,
        *hands.KINDS,
        *laying.KINDS,
        ending.END,
        build_open_seat_kind(lambda state, seat: state.names[seat]),
    ),
    check=check_state,
    title="Honshu",
    summary=say("Everybody's map, scored as it grows."),
    picture="game-honshu.webp",
    emblem="sail",
    words="honshu",
    seats=ending.list_seats,
    view=view,
    describe_stage=ending.describe_stage,
    chapter=_describe_round,
    final_ranks=ending.rank_players,
    list_highlights=describe_highlights,
    parts=ending.PARTS,
    points=ending.count_points,
    restore=lambda state, current: replace(state, holds_secrets=current.holds_secrets),
    whole_copy_warning=say(
        "The file holds every card of every hand: whoever opens it could see them all. "
        "The log tells everybody that all hands may have been looked at."
    ),
    has_secrets=hands.has_secrets,
    is_exposed=hands.has_exposed_hands,
    list_exposure_requests=lambda state: (hands.ShowHands(),) if hands.has_secrets(state) else (),
    has_private_pages=lambda state: True,
    has_hand=lambda table, seat: hands.has_secret_cards(table.state, seat),
    verify=check_log,
    find_sit_request=ending.find_sit_request,
    find_stand_request=ending.find_stand_request,
    build_ruling_request=SettleRuling,
    next_request=ending.find_end_request,
)
"""The record of Honshu, through which other rooms use it."""
