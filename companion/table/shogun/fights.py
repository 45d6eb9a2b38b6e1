"""Throws at a table that keeps its board: who fights with what follows from it, and the verdict changes it.

A turn that leads to a battle is written down as an attack, one that leads to a revolt as a revolt, so
the luck sheet, the odds and undo know them; besides, they carry the turn they come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError, TableError
from companion.rules.shogun.action.result import Clash, Illegal, Outcome
from companion.rules.shogun.battle.muster import Attack
from companion.rules.shogun.cubes import GREEN
from companion.rules.shogun.game.campaign import Campaign, settle_clash
from companion.rules.shogun.game.conservation import faults
from companion.rules.shogun.game.turn import Order, advance, close_when_over
from companion.rules.shogun.realm import Realm
from companion.rules.shogun.winter.winter_round import declare_revolt
from companion.sentences import say
from companion.table.fold import Kind
from companion.table.log import Body
from companion.table.shogun import opening, throws
from companion.table.shogun.kept import NO_BOARD, Refused, legal
from companion.table.shogun.rounds import campaign_at, order_of, outcome_of, written_order
from companion.table.shogun.setting_up import reckoned
from companion.table.shogun.state import ShogunState, by_colour, check

__all__ = ["KINDS", "asked_turn", "asked_winter_revolt", "check_kept"]


def asked_turn(
    state: ShogunState, order: Order, out: Mapping[str, int] | None = None
) -> tuple[str, dict[str, Any]]:
    """The request for a turn on a kept board: ``act``, or ``attack`` or ``revolt`` where it is thrown.

    Args:
        state: The table now.
        order: The turn.
        out: What came out of a real tower, if one is thrown.

    Returns:
        The kind of event, and what is asked.

    Raises:
        Refused: When the turn may not be taken.
    """
    outcome = outcome_of(state, order)
    turn = {"order": written_order(order)}
    if outcome.clash is None:
        return "act", turn
    kind, asked = _asked(outcome.realm, outcome.clash, campaign_at(state).realm, out)
    return kind, {**asked, **turn}


def asked_winter_revolt(
    state: ShogunState, player: str, province: str, out: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """The request for a winter revolt on a kept board.

    Raises:
        Refused: When it is not this player's or not this province's turn.
    """
    campaign = campaign_at(state)
    _, outcome = legal(declare_revolt(campaign, player, province, state.rulings))
    assert outcome.clash is not None  # a revolt is always thrown
    _, asked = _asked(outcome.realm, outcome.clash, campaign.realm, out)
    return {**asked, "hungry": {"player": player, "province": province}}


def _asked(
    after: Realm, clash: Clash, before: Realm, out: Mapping[str, int] | None
) -> tuple[str, dict[str, Any]]:
    supply = {player: seat.supply for player, seat in before.seats.items()} | {GREEN: before.stock.green}
    if isinstance(clash.declared, Attack):
        markers = before.lands[clash.province].markers
        return "attack", throws.asked_attack(clash.declared, markers, clash.province, supply, out)
    return "revolt", throws.asked_revolt(clash.declared, clash.province, supply, out)


def _declared(state: ShogunState, asked: Body) -> tuple[Campaign, Outcome]:
    """The game while the cubes are in the tower, and what the turn said."""
    if "hungry" in asked:
        hungry = asked["hungry"]
        declared = declare_revolt(campaign_at(state), hungry["player"], hungry["province"], state.rulings)
        return legal(declared)
    order = order_of(asked)
    outcome = outcome_of(state, order)
    return advance(campaign_at(state), order, outcome), outcome


def _decide(kind: str, state: ShogunState, asked: Body) -> Body:
    told = "order" in asked or "hungry" in asked
    if isinstance(state.kept, Campaign) != told:
        if told:
            raise Refused(NO_BOARD)
        raise Refused(
            Illegal(
                say(
                    "This table keeps its board: battles and revolts come from 'companion shogun act' "
                    "and 'companion shogun winter'."
                )
            )
        )
    if told:
        if "hungry" in asked:
            hungry = asked["hungry"]
            expected = asked_winter_revolt(state, hungry["player"], hungry["province"], asked["out"])
        else:
            expected_kind, expected = asked_turn(state, order_of(asked), asked["out"])
            if expected_kind != kind:
                raise InputError("The request does not fit the board.")
        if expected != asked:
            raise InputError("The request does not fit the board.")
    return throws.KINDS[kind].decide(state, asked)


def _fold(kind: str, state: ShogunState, asked: Body, result: Body) -> ShogunState:
    thrown = throws.KINDS[kind].fold(state, asked, result)
    if not isinstance(state.kept, Campaign):
        return thrown
    campaign, outcome = _declared(state, asked)
    assert outcome.clash is not None  # decided so
    muster = throws.muster_of(state, kind, asked)
    verdict = throws.verdict_of(state, kind, asked, muster, by_colour(result["out"]))
    assert verdict is not None  # attacks and revolts are judged
    settled, _ = settle_clash(campaign, outcome.clash, verdict)
    return replace(thrown, kept=close_when_over(settled))


def _balanced(kind: Kind[ShogunState]) -> Kind[ShogunState]:
    """An event that moves cubes between the tower and the supplies, which a kept board counts."""

    def decide(state: ShogunState, asked: Body) -> Body:
        result = kind.decide(state, asked)
        fold(state, asked, result)
        return result

    def fold(state: ShogunState, asked: Body, result: Body) -> ShogunState:
        after = kind.fold(state, asked, result)
        if not isinstance(after.kept, Campaign):
            return after
        realm = after.kept.realm
        balanced = reckoned(after, realm.board, realm.lands, realm.seats)
        stock = replace(balanced.stock, more_chests=realm.stock.more_chests, chests=realm.stock.chests)
        stock = replace(stock, more_markers=realm.stock.more_markers, markers=realm.stock.markers)
        return replace(after, kept=replace(after.kept, realm=replace(balanced, stock=stock)))

    return replace(kind, decide=decide, fold=fold)


def check_kept(state: ShogunState) -> None:
    """Hold a state against the box, and the board against the tower.

    Raises:
        TableError: When anything was made or lost.
    """
    check(state)
    if isinstance(state.kept, Campaign):
        found = faults(state.kept.realm, state.tower)
        if found:
            raise TableError("The board does not add up: {fault}", fault=found[0])


KINDS: Mapping[str, Kind[ShogunState]] = {
    "attack": Kind(
        lambda state, asked: _decide("attack", state, asked),
        lambda state, asked, result: _fold("attack", state, asked, result),
    ),
    "revolt": Kind(
        lambda state, asked: _decide("revolt", state, asked),
        lambda state, asked, result: _fold("revolt", state, asked, result),
    ),
    "throw": _balanced(throws.KINDS["throw"]),
    "tray": _balanced(throws.KINDS["tray"]),
    "word": _balanced(opening.KINDS["word"]),
}
"""Throws, where the board may be kept."""
