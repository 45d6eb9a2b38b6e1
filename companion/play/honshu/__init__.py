"""Honshu at a table: each player's map as it grows, the scoring card, the rulings and the tricks."""

from companion.play.game import Game, check_log, tell_line
from companion.play.honshu import ending, seating, squares, tricks, working
from companion.play.honshu.state import HonshuState, check_state
from companion.play.honshu.views import shown, view
from companion.play.settling import SettleRuling
from companion.rules.honshu.tricks.rounds import ROUNDS
from companion.sentences import Sentence, say


def _chapter(state: HonshuState) -> Sentence | None:
    """The round that is played; none where all are."""
    number = len(state.tricks) + 1
    return say("Round {round} of 12", round=number) if number in ROUNDS else None


GAME: Game[HonshuState] = Game(
    name="honshu",
    version=1,
    kinds=(
        *seating.KINDS,
        squares.KIND,
        working.CARD,
        working.MAP,
        working.CARDS,
        working.COUNTS,
        *working.KINDS,
        *ending.SCORING,
        *tricks.KINDS,
        ending.KIND,
    ),
    check=check_state,
    wishes=working.WISHES,
    title="Honshu",
    about=say("Everybody's map, scored as it grows."),
    picture="game-honshu.webp",
    emblem="sail",
    words="honshu",
    seats=seating.seats_of,
    view=view,
    shown=shown,
    stands=ending.stands,
    chapter=_chapter,
    final_ranks=ending.final_ranks,
    parts=ending.PARTS,
    points=ending.points,
    sealed=lambda state: False,
    out=lambda history: True,
    letting_out=lambda state: (),
    handed=lambda state: True,
    verified=check_log,
    sitting_down=seating.sitting_down,
    retell=tell_line,
    settling=SettleRuling,
)
"""All of Honshu that others ask for."""
