"""A table of Ochiba in words."""

from __future__ import annotations

from companion.play.ochiba.state import OchibaState

from companion.play.game import FinalRank
from companion.sentences import Sentence, say
from companion.table.history import Snapshot


def describe_turn(state: OchibaState) -> Sentence:
    """The seat that lays next, or that the game is over."""
    if state.over:
        return say("The game is over.")
    return say("{name} lays a leaf.", name=state.names[state.turn])


def describe_stage(snapshot: Snapshot[OchibaState]) -> Sentence:
    return describe_turn(snapshot.state)


def rank_players(snapshot: Snapshot[OchibaState]) -> tuple[FinalRank, ...]:
    """Everybody's rank by tricks, once the game is over."""
    state = snapshot.state
    if not state.over:
        return ()
    ranks = {seat: 1 + sum(other > won for other in state.won.values()) for seat, won in state.won.items()}
    ranked = sorted(state.won, key=ranks.__getitem__)
    return tuple(FinalRank(seat, state.names[seat], ranks[seat], state.won[seat]) for seat in ranked)
