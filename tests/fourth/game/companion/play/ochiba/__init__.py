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
    summary=say("Thirty-six leaves and twelve tricks for three."),
    picture="ico-autumn.svg",
    words="games/ochiba",
    version=1,
    kinds=(dealing.KIND, laying.KIND, conceding.KIND),
    check=check_leaves,
    seats=list_seats,
    view=view,
    describe_stage=describe_stage,
    final_ranks=rank_players,
    has_secrets=lambda state: not state.over,
    is_exposed=conceding.is_out,
    list_exposure_requests=conceding.list_end_requests,
    has_private_pages=lambda state: True,
    verify=check_log,
)
