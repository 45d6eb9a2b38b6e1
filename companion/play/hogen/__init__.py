"""Hogen at a table: its events, the state they make, and what each seat may see of it."""

from companion.play.game import FinalRank, Game, Seat, check_log
from companion.play.hogen import moves, views
from companion.play.hogen.state import HogenState, check_state
from companion.play.shared_events import build_open_seat_kind
from companion.sentences import say
from companion.table.history import Snapshot

_COLOURS = ("blue", "red", "yellow", "purple")


def _list_seats(state: HogenState) -> tuple[Seat, ...]:
    names = state.players.items()
    return tuple(Seat(seat, name, colour) for (seat, name), colour in zip(names, _COLOURS, strict=False))


def _has_secret_cards(table: Snapshot[HogenState], seat: str) -> bool:
    """True while a seat has cards that Companion dealt, or a rallied samurai that was entered."""
    state = table.state
    return views.phase_of(state) != views.OVER and (state.is_dealt or seat in state.game.rallied)


def _rank_players(table: Snapshot[HogenState]) -> tuple[FinalRank, ...]:
    view = views.view(table.state)
    if view.phase != views.OVER:
        return ()
    ranks = (FinalRank(seat, name, 1 if seat == view.winner else 2) for seat, name in view.names.items())
    return tuple(sorted(ranks, key=lambda each: each.rank))


GAME = Game(
    name="hogen",
    version=1,
    kinds=(moves.BEGINNING, *moves.KINDS, moves.LOOKING, build_open_seat_kind(lambda state, seat: state.players[seat])),
    check=check_state,
    title="Hogen",
    summary=say("Dealt to the phones, or with your own cards."),
    solo_summary=say("Dealt by this phone, handed round."),
    whole_copy_warning=say(
        "The file holds every card of every hand: whoever opens it could see them all. "
        "The log tells everybody that all hands may have been looked at."
    ),
    picture="game-hogen.webp",
    emblem="banner",
    words="hogen",
    seats=_list_seats,
    view=views.view,
    describe_stage=lambda table: views.describe_next_move(views.view(table.state)),
    final_ranks=_rank_players,
    list_highlights=views.describe_highlights,
    has_secrets=lambda state: views.phase_of(state) != views.OVER,  # hands stay hidden until the end
    is_exposed=moves.has_exposed_cards,
    list_exposure_requests=moves.list_look_requests,
    has_private_pages=lambda state: True,
    has_hand=_has_secret_cards,
    verify=check_log,
    line=moves.event_line,
    describe_reversal=moves.describe_reversal,
)
"""The record of Hogen, through which other rooms use it."""
