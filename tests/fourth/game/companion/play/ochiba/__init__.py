"""Ochiba at a table: three players, thirty-six leaves in three suits, twelve tricks."""

from __future__ import annotations

from companion.play.ochiba import conceding, dealing, laying
from companion.play.ochiba.descriptions import describe_stage, rank_players
from companion.play.ochiba.state import OchibaState, check_leaves, list_seats, view

from companion.play.game import Game, check_log
from companion.sentences import say

GAME: Game[OchibaState] = Game(
    name="ochiba",
    title="Ochiba",
    about=say("Thirty-six leaves and twelve tricks for three."),
    picture="ico-autumn.svg",
    words="games/ochiba",
    version=1,
    kinds=(dealing.KIND, laying.KIND, conceding.KIND),
    check=check_leaves,
    seats=list_seats,
    view=view,
    stands=describe_stage,
    final_ranks=rank_players,
    sealed=lambda state: not state.over,
    out=conceding.is_out,
    letting_out=conceding.list_end_requests,
    handed=lambda state: True,
    verified=check_log,
)
