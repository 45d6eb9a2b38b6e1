"""Honshu at a table: each player's map as it grows, the scoring card, the rulings and the tricks."""

from dataclasses import replace

from companion.play.game import Game, check_log
from companion.play.honshu import ending, hands, laying, working
from companion.play.honshu.ending import remarkable
from companion.play.honshu.state import HonshuState, check_state
from companion.play.honshu.views import view
from companion.play.shared_events import SettleRuling, opening_kind
from companion.rules.honshu.tricks import ROUNDS
from companion.sentences import Sentence, say


def _chapter(state: HonshuState) -> Sentence | None:
    """The round that goes on; none where all are played."""
    taking = (state.taken or state.hidden or state.last) and laying.to_take(state)[0]
    number = len(state.tricks) + (0 if taking else 1)
    return say("Round {round} of 12", round=number) if number in ROUNDS else None


GAME: Game[HonshuState] = Game(
    name="honshu",
    version=1,
    kinds=(
        *ending.SEATING,
        working.PAINTED,
        working.CARD,
        working.MAP,
        working.CARDS,
        working.COUNTS,
        *working.REVERSALS,
        *ending.SCORING,
        *hands.TRICK_KINDS,
        *hands.KINDS,
        *laying.KINDS,
        ending.END,
        opening_kind(lambda state, seat: state.names[seat]),
    ),
    check=check_state,
    title="Honshu",
    about=say("Everybody's map, scored as it grows."),
    picture="game-honshu.webp",
    emblem="sail",
    words="honshu",
    seats=ending.seats_of,
    view=view,
    stands=ending.stands,
    chapter=_chapter,
    final_ranks=ending.final_ranks,
    remarkable=remarkable,
    parts=ending.PARTS,
    points=ending.points,
    kept=lambda state, now: replace(state, hidden=now.hidden),
    taken_along=say(
        "The file holds every card of every hand: whoever opens it could see them all. "
        "The log tells everybody that all hands may have been looked at."
    ),
    sealed=hands.sealed,
    out=hands.shown,
    letting_out=lambda state: (hands.ShowHands(),) if hands.sealed(state) else (),
    handed=lambda state: True,
    dealt=lambda here, seat: hands.dealt(here.state, seat),
    verified=check_log,
    sitting_down=ending.sitting_down,
    standing_up=ending.standing_up,
    settling=SettleRuling,
    next_request=ending.ends,
)
"""All of Honshu that others ask for."""
