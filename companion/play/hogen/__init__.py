"""Hogen at a table: one file an event, the state they leave, and the part of it that each seat may see."""

from companion.play.game import FinalRank, Game, Seat, check_log
from companion.play.hogen import moves
from companion.play.hogen.telling import remarkable, whose_move
from companion.play.hogen.views import OVER, HogenState, check_cards, phase_of, view
from companion.play.shared_events import opening_kind
from companion.sentences import say
from companion.table.history import Moment

_COLOURS = ("blue", "red", "yellow", "purple")


def _seats(state: HogenState) -> tuple[Seat, ...]:
    named = state.players.items()
    return tuple(Seat(seat, name, colour) for (seat, name), colour in zip(named, _COLOURS, strict=False))


def _dealt(here: Moment[HogenState], seat: str) -> bool:
    """True while a seat has cards that Companion dealt, or a rallied samurai that it told."""
    state = here.state
    return phase_of(state) != OVER and (state.dealt or seat in state.game.rallied)


def _final_ranks(here: Moment[HogenState]) -> tuple[FinalRank, ...]:
    seen = view(here.state)
    if seen.phase != OVER:
        return ()
    ranks = (FinalRank(seat, name, 1 if seat == seen.winner else 2) for seat, name in seen.names.items())
    return tuple(sorted(ranks, key=lambda each: each.rank))


GAME = Game(
    name="hogen",
    version=1,
    kinds=(
        moves.BEGINNING,
        *moves.KINDS,
        moves.LOOKING,
        opening_kind(lambda state, seat: state.players[seat]),
    ),
    check=check_cards,
    title="Hogen",
    about=say("Dealt to the phones, or with your own cards."),
    about_alone=say("Dealt by this phone, handed round."),
    taken_along=say(
        "The file holds every card of every hand: whoever opens it could see them all. "
        "The log tells everybody that all hands may have been looked at."
    ),
    picture="game-hogen.webp",
    emblem="banner",
    words="hogen",
    seats=_seats,
    view=view,
    stands=lambda here: whose_move(view(here.state)),
    final_ranks=_final_ranks,
    remarkable=remarkable,
    sealed=lambda state: phase_of(state) != OVER,  # hands lie face down until the end
    out=moves.all_looked_at,
    letting_out=moves.looks_at_all,
    handed=lambda state: True,
    dealt=_dealt,
    verified=check_log,
    line=moves.event_line,
    tell_reversal=moves.tell_reversal,
)
"""All of Hogen that others ask for."""
