"""Ochiba at a table: three players, thirty-six leaves in three suits, twelve tricks."""

from __future__ import annotations

from companion.play.ochiba.moves import KINDS, Concede
from companion.play.ochiba.state import OchibaState, check_leaves, describe_turn, list_seats, view

from companion.play.game import FinalRank, Game, check_log
from companion.sentences import say
from companion.table.history import Snapshot


def rank_players(snapshot: Snapshot[OchibaState]) -> tuple[FinalRank, ...]:
    """Everybody's rank by tricks, once the game is over."""
    state = snapshot.state
    if not state.over:
        return ()
    ranks = {seat: 1 + sum(other > won for other in state.won.values()) for seat, won in state.won.items()}
    ranked = sorted(state.won, key=ranks.__getitem__)
    return tuple(FinalRank(seat, state.names[seat], ranks[seat], state.won[seat]) for seat in ranked)


GAME: Game[OchibaState] = Game(
    name="ochiba",
    title="Ochiba",
    summary=say("Thirty-six leaves and twelve tricks for three."),
    picture="ico-autumn.svg",
    words="games/ochiba",
    version=1,
    kinds=KINDS,
    check=check_leaves,
    seats=list_seats,
    view=view,
    describe_stage=lambda table: describe_turn(table.state),
    final_ranks=rank_players,
    has_secrets=lambda state: not state.over,
    is_exposed=lambda history: history.state.over,
    list_exposure_requests=lambda state: () if state.over else (Concede(),),  # the end is what opens the hands
    has_private_pages=lambda state: True,
    verify=check_log,
)
