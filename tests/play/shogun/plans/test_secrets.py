"""Nobody learns another's plan before its time: not from a view, a log, a copy, or by undoing."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError, Refused
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import CorrectBoard
from companion.play.shogun.plans import LayPlan, seal_plan, unseal_plan
from companion.play.shogun.round import DrawEvent, RevealBids
from companion.play.shogun.start import RevealSeed
from companion.play.shogun.state import holding_of
from companion.play.shogun.views import view
from companion.rules.shogun.bids import ACTIONS, Plan
from companion.table.archive import build_archive, verify_log
from companion.table.history import History, Undo, build_event, remove_seed
from companion.table.store import Header
from tests.play.shogun.plans.planned_tables import begin_planning, lay_plans, list_hand, open_round, play_round, propose
from tests.table.games import PLAYERS


def draw_plan(provinces: tuple[str, ...], chance: Random) -> Plan:
    """A plan that may be laid: at least six of nine provinces, in any order."""
    laid = chance.sample(provinces, chance.randint(6, len(provinces)))
    spaces = chance.sample(ACTIONS, len(laid))
    return Plan(dict(zip(spaces, laid, strict=True)), str(chance.randint(0, 4)))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_a_plan_is_hidden_from_all_other_seats(seed: int, laid: int) -> None:
    chance, worlds = Random(seed), (begin_planning(), begin_planning())
    secret, *rest = chance.sample(PLAYERS, 3)
    shared = {player: draw_plan(list_hand(worlds[0], player), chance) for player in rest}
    for history in worlds:
        history.do(LayPlan(secret, plan=draw_plan(list_hand(history, secret), chance)))
        for player in rest[: laid - 1]:
            history.do(LayPlan(player, plan=shared[player]))
        history.do(DrawEvent())
    for seat in (None, *rest):
        assert view(worlds[0].state, seat) == view(worlds[1].state, seat)
        assert view(worlds[0].state, seat).plan == (shared[seat] if seat in rest[: laid - 1] else None)
        assert secret in view(worlds[0].state, seat).players_with_plan
    with pytest.raises(Refused, match="wait until the round has ended"):
        worlds[0].do(RevealSeed())


def test_the_log_notes_a_plan_without_its_contents() -> None:
    history = begin_planning()
    short = {action: name for action, name in zip(ACTIONS, list_hand(history, "blue")[:6], strict=False)}
    records = [history.do(LayPlan("blue", plan=plan)).event for plan in (propose(history, "blue"), Plan(short, "1"))]
    for event in records:
        assert not any(name in event.record for name in list_hand(history, "blue"))
    assert len({len(event.request["sealed"]) for event in records}) == 1
    again = history.do(LayPlan("blue", plan=Plan(short, "1"))).event
    assert again.request["sealed"] != records[1].request["sealed"]
    sealed = seal_plan(Plan({"tax": "Kai"}, "2"), "secret", "here")
    assert unseal_plan(sealed, "secret", "here") == Plan({"tax": "Kai"}, "2")
    for wrong in ((sealed[:-2], "secret", "here"), (sealed, "other", "here"), (sealed, "secret", "there")):
        with pytest.raises(InputError, match="was not sealed at this table"):
            unseal_plan(*wrong)


@pytest.mark.parametrize("all_laid", [False, True])
def test_a_plan_changes_until_the_last_one_is_laid_or_the_event_is_known_and_never_after(all_laid: bool) -> None:
    history = begin_planning()
    history.do(LayPlan("blue", plan=propose(history, "blue")))
    history.do(LayPlan("blue"))
    assert view(history.state, "blue").players_with_plan == ()
    if all_laid:
        lay_plans(history, blue=Plan(propose(history, "blue").cards, "4"))
    else:
        history.do(LayPlan("blue", plan=propose(history, "blue")))
        history.do(DrawEvent())
        history.do(Undo())
    for request in (LayPlan("blue", plan=propose(history, "blue")), LayPlan("red", plan=propose(history, "red"))):
        with pytest.raises(Refused, match="closed"):
            history.do(request)


def test_undo_neither_takes_a_plan_back_nor_lets_anybody_plan_anew() -> None:
    history = begin_planning()
    lay_plans(history, red=Plan(propose(history, "red").cards, "3"))
    history.do(DrawEvent())
    result = history.do(RevealBids({})).event.result
    for _ in range(2):
        history.do(Undo())
    assert view(history.state).bids == {}
    with pytest.raises(Refused, match="closed"):
        history.do(LayPlan("blue", plan=Plan(propose(history, "blue").cards, "4")))
    history.do(DrawEvent())
    assert history.do(RevealBids({})).event.result == result
    assert not any(history.is_undone(step.event) for step in history if step.event.kind == "plan")


def test_the_bid_of_a_player_without_phone_is_entered_when_others_are_opened() -> None:
    history = begin_planning()
    before = holding_of(history.state, "blue").chests
    history.do(LayPlan("blue", plan=Plan(propose(history, "blue").cards, "2")))
    history.do(DrawEvent())
    with pytest.raises(Refused, match="Blue has sealed a bid"):
        history.do(RevealBids({"red": "3", "yellow": "1", "blue": "4"}))
    with pytest.raises(Refused, match="missing"):
        history.do(RevealBids({"yellow": "1"}))
    assert history.do(RevealBids({"yellow": "1", "red": "3"})).event.result["order"] == ["red", "blue", "yellow"]
    assert holding_of(history.state, "blue").chests == before - 2


def test_a_plan_goes_back_into_the_hand_where_its_cards_are_put_right() -> None:
    history = begin_planning()
    history.do(LayPlan("blue", plan=propose(history, "blue")))
    history.do(LayPlan("red", plan=propose(history, "red")))
    given = list_hand(history, "blue")[0]
    history.do(CorrectBoard({given: replace(history.state.game.realm.lands[given], owner="red")}))
    assert view(history.state).players_with_plan == ()
    history.do(LayPlan("red", plan=propose(history, "red")))
    history.do(Undo())
    assert view(history.state).players_with_plan == ()


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_copy_without_the_seed_reveals_no_plan_and_verifies(rounds: int) -> None:
    history = begin_planning()
    if rounds:
        lay_plans(history, blue=Plan(propose(history, "blue").cards, "3"))
        open_round(history)
    else:
        history.do(LayPlan("blue", plan=propose(history, "blue")))
    events = [step.event for step in history]
    document = build_archive(Header("friday", "shogun", 2, len(events)), events, with_seed=False)
    opened = {each.province for each in history.state.opened_cards}
    text = json.dumps(document["events"][4:])
    assert not any(name in text for name in list_hand(history, "blue") if name not in opened)
    copy = [remove_seed(events[0]), *events[1:]]
    assert verify_log(copy, SHOGUN).is_valid
    there = History(SHOGUN)
    for event in copy:
        there.replay_event(event)
    assert view(there.state, "blue").plan is None
    assert there.state.opened_cards == history.state.opened_cards


def test_a_game_whose_seed_is_revealed_early_is_saved_unless_a_plan_is_hidden() -> None:
    history = begin_planning()
    assert SHOGUN.has_secrets(history.state)
    history.do(RevealSeed())
    assert not SHOGUN.has_secrets(history.state)
    history.do(LayPlan("blue", plan=propose(history, "blue")))
    assert SHOGUN.has_secrets(history.state)


def test_a_whole_round_verifies_and_a_card_that_was_not_planned_is_found_out() -> None:
    history = begin_planning()
    lay_plans(history)
    open_round(history)
    play_round(history)
    events = [step.event for step in history]
    assert verify_log(events, SHOGUN).is_valid
    at, event = next((at, event) for at, event in enumerate(events) if "opened" in event.result)
    (player, action, _), *others = event.result["opened"]
    false = {**event.result, "opened": [[player, action, "Kai"], *others]}
    forged = build_event(event.number, event.kind, event.request, false, event.previous)
    assert not verify_log([*events[:at], forged], SHOGUN).is_valid
