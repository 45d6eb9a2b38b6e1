"""Games played through the pages themselves: no answer to anybody holds what they may not know."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.views import ANSWERING, CALLING, RALLYING, view
from companion.play.honshu.laying import to_lay, to_take
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.round.bids import Plan
from companion.rules.shogun.round.stages import Stage
from companion.rules.shogun.rulings import HIDDEN
from companion.service.playing import play
from companion.table.history import History, Step
from companion.table.shelf import MemoryShelf
from tests.choice import pick
from tests.play.hogen import played as hogen_tables
from tests.play.hogen.test_secrets import other_worlds
from tests.play.honshu import moves as honshu_moves
from tests.play.honshu.phones import game as honshu_game
from tests.play.honshu.phones import other_world
from tests.play.shogun.plans.planned_tables import planning
from tests.play.shogun.test_secrets import other_world as other_shogun
from tests.web.played import Evening


def other_hands(state: Any, who: str, chance: Random) -> Any:
    """Hogen's hands as they might be, as far as somebody knows; who has no seat knows less than any."""
    seat = who if who in state.seats else state.seats[0]
    phase = view(state).phase
    if phase in (CALLING, ANSWERING):
        log: History[Any] = History(HOGEN)
        log.steps = [Step(None, None, None, state)]  # type: ignore[arg-type]  # only where it stands counts
        return next(iter(other_worlds(log, seat, chance, 1)), state)
    if phase != RALLYING:
        return state
    others = [each for each in state.seats if each != seat]
    hands, rallied = dict(state.game.hands), dict(state.game.rallied)
    pool = sorted(
        {card for each in others for card in hands[each]}
        | {rallied[each] for each in others if each in rallied},
        key=str,
    )
    chance.shuffle(pool)
    for each in others:
        if each in rallied:
            rallied[each] = pool.pop()
        hands[each] = frozenset(pool.pop() for _ in hands[each])
    return replace(state, game=replace(state.game, hands=hands, rallied=rallied))


def awaited_by_hogen(state: Any) -> list[str]:
    now = view(state)
    return [seat for seat in (now.active, now.asked) if seat is not None] or [*state.seats]


def awaited_by_shogun(state: ShogunState) -> list[str]:
    calendar = state.calendar
    assert calendar is not None  # it is kept
    laid = state.planning.of(calendar.label)
    if calendar.label not in state.planning.closed:
        return [player for player in state.players if player not in laid] or [*state.players]
    return [calendar.player] if calendar.player is not None else [*state.players]


def other_table(state: ShogunState, who: str, chance: Random) -> ShogunState:
    """Shogun with other cards face down, other plans of others, and another seed."""
    state = other_shogun(state, chance)
    return replace(state, planning=other_plans(state, who, chance))


def other_plans(state: ShogunState, who: str, chance: Random) -> Any:
    """Other cards on the spaces that were not turned over, and other bids before they are open."""
    planning, calendar = state.planning, state.calendar
    if calendar is None:
        return planning
    closed = calendar.label in planning.closed
    spaces = [*calendar.actions]
    if calendar.stage == Stage.ACTIONS:
        spaces = spaces[spaces.index(calendar.action) + 1 :]
    changed = planning
    for player, plan in planning.of(calendar.label).items():
        if player == who or plan is None:
            continue
        below = [space for space in plan.cards if space in spaces]
        cards = chance.sample([plan.cards[space] for space in below], len(below))
        bid = str(chance.randint(0, int(plan.bid))) if plan.bid.isdigit() and not closed else plan.bid
        other = Plan({**plan.cards, **dict(zip(below, cards, strict=True))}, bid)
        changed = changed.with_plan(calendar.label, player, other)
    return replace(changed, seals=planning.seals)


def awaited_by_honshu(state: Any) -> list[str]:
    return [*to_lay(state), *to_take(state)[0][:1]] or [*state.names]


@pytest.mark.parametrize(("players", "seed"), pick([(3, 1), (4, 1)], 1))
def test_hogen_played_on_phones_tells_nobody_another_hand(players: int, seed: int) -> None:
    chance = Random(seed)
    evening = Evening(hogen_tables.play(players, chance, 0, 0), other_hands, chance, awaited_by_hogen)
    assert kinds_of(evening, 40) >= {"rally", "call", "answer"}


PLAYED: list[tuple[str, set[str]]] = [("open", {"bids", "act"}), (HIDDEN, {"bids", "act"})]


@pytest.mark.parametrize(("inside", "kinds"), PLAYED)
def test_shogun_played_on_phones_tells_nobody_what_is_hidden(inside: str, kinds: set[str]) -> None:
    chance = Random(inside)
    log = planning(inside=inside, seed="a seed nobody knows", salt="0123456789abcdef" * 2)
    assert kinds_of(Evening(log, other_table, chance, awaited_by_shogun), 50) >= kinds


@pytest.mark.parametrize(("players", "played"), [(3, 9), (3, 28), (2, 6)])
def test_honshu_played_on_phones_tells_nobody_another_hand(players: int, played: int) -> None:
    chance, names = Random(players), dict([("blue", "Aya"), ("red", "Bo"), ("yellow", "Chen")][:players])
    with honshu_moves.begin(MemoryShelf(), "genpei", names, 5) as begun:
        for request in islice(honshu_game(begun, tuple(names), chance), played):
            assert play(begun, request).refused is None
        evening = Evening(begun.history, other_world, chance, awaited_by_honshu)
    evening.homes = [f"/t/genpei{page}" for page in ("", "", "", "/card", "/squares")]
    assert len(kinds_of(evening, 40)) > 4


def kinds_of(evening: Evening, steps: int) -> set[str]:
    """The kinds of event of a game that was played for so many steps."""
    for number in range(steps):
        evening.step()
        if number % 10 == 0:
            evening.look_round(3)
    for _ in range(5 * steps):  # chance decides which form is wrong
        if evening.refused:
            break
        evening.step()
    evening.listen()
    assert evening.heard > 5 * steps
    assert evening.refused > 0
    return {step.event.kind for step in evening.here.history}
