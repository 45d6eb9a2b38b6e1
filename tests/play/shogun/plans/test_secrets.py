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
from tests.play.shogun.plans.planned_tables import hand, lay, open_round, planning, play_round, proposal
from tests.table.games import PLAYERS


def some_plan(provinces: tuple[str, ...], chance: Random) -> Plan:
    """A plan that may be laid: at least six of nine provinces, in any order."""
    laid = chance.sample(provinces, chance.randint(6, len(provinces)))
    spaces = chance.sample(ACTIONS, len(laid))
    return Plan(dict(zip(spaces, laid, strict=True)), str(chance.randint(0, 4)))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_a_plan_is_hidden_from_all_other_seats(seed: int, laid: int) -> None:
    chance, worlds = Random(seed), (planning(), planning())
    secret, *rest = chance.sample(PLAYERS, 3)
    shared = {player: some_plan(hand(worlds[0], player), chance) for player in rest}
    for here in worlds:
        here.do(LayPlan(secret, plan=some_plan(hand(here, secret), chance)))
        for player in rest[: laid - 1]:
            here.do(LayPlan(player, plan=shared[player]))
        here.do(DrawEvent())
    for seat in (None, *rest):
        assert view(worlds[0].state, seat) == view(worlds[1].state, seat)
        assert view(worlds[0].state, seat).plan == (shared[seat] if seat in rest[: laid - 1] else None)
        assert secret in view(worlds[0].state, seat).players_with_plan
    with pytest.raises(Refused, match="first the round ends"):
        worlds[0].do(RevealSeed())


def test_a_plan_stands_in_the_log_without_a_word_of_it() -> None:
    here = planning()
    short = {action: name for action, name in zip(ACTIONS, hand(here, "blue")[:6], strict=False)}
    records = [here.do(LayPlan("blue", plan=plan)).event for plan in (proposal(here, "blue"), Plan(short, "1"))]
    for event in records:
        assert not any(name in event.record for name in hand(here, "blue"))
    assert len({len(event.request["sealed"]) for event in records}) == 1
    again = here.do(LayPlan("blue", plan=Plan(short, "1"))).event
    assert again.request["sealed"] != records[1].request["sealed"]
    sealed = seal_plan(Plan({"tax": "Kai"}, "2"), "secret", "here")
    assert unseal_plan(sealed, "secret", "here") == Plan({"tax": "Kai"}, "2")
    for wrong in ((sealed[:-2], "secret", "here"), (sealed, "other", "here"), (sealed, "secret", "there")):
        with pytest.raises(InputError, match="was not sealed at this table"):
            unseal_plan(*wrong)


@pytest.mark.parametrize("all_laid", [False, True])
def test_a_plan_changes_until_the_last_one_is_laid_or_the_event_is_known_and_never_after(all_laid: bool) -> None:
    here = planning()
    here.do(LayPlan("blue", plan=proposal(here, "blue")))
    here.do(LayPlan("blue"))
    assert view(here.state, "blue").players_with_plan == ()
    if all_laid:
        lay(here, blue=Plan(proposal(here, "blue").cards, "4"))
    else:
        here.do(LayPlan("blue", plan=proposal(here, "blue")))
        here.do(DrawEvent())
        here.do(Undo())
    for request in (LayPlan("blue", plan=proposal(here, "blue")), LayPlan("red", plan=proposal(here, "red"))):
        with pytest.raises(Refused, match="closed"):
            here.do(request)


def test_undo_neither_takes_a_plan_back_nor_lets_anybody_plan_anew() -> None:
    here = planning()
    lay(here, red=Plan(proposal(here, "red").cards, "3"))
    here.do(DrawEvent())
    result = here.do(RevealBids({})).event.result
    for _ in range(2):
        here.do(Undo())
    assert view(here.state).bids == {}
    with pytest.raises(Refused, match="closed"):
        here.do(LayPlan("blue", plan=Plan(proposal(here, "blue").cards, "4")))
    here.do(DrawEvent())
    assert here.do(RevealBids({})).event.result == result
    assert not any(here.is_undone(step.event) for step in here if step.event.kind == "plan")


def test_who_has_no_phone_tells_the_bid_when_the_others_are_opened() -> None:
    here = planning()
    before = holding_of(here.state, "blue").chests
    here.do(LayPlan("blue", plan=Plan(proposal(here, "blue").cards, "2")))
    here.do(DrawEvent())
    with pytest.raises(Refused, match="Blue has sealed a bid"):
        here.do(RevealBids({"red": "3", "yellow": "1", "blue": "4"}))
    with pytest.raises(Refused, match="missing"):
        here.do(RevealBids({"yellow": "1"}))
    assert here.do(RevealBids({"yellow": "1", "red": "3"})).event.result["order"] == ["red", "blue", "yellow"]
    assert holding_of(here.state, "blue").chests == before - 2


def test_a_plan_goes_back_into_the_hand_where_its_cards_are_put_right() -> None:
    here = planning()
    here.do(LayPlan("blue", plan=proposal(here, "blue")))
    here.do(LayPlan("red", plan=proposal(here, "red")))
    given = hand(here, "blue")[0]
    here.do(CorrectBoard({given: replace(here.state.game.realm.lands[given], owner="red")}))
    assert view(here.state).players_with_plan == ()
    here.do(LayPlan("red", plan=proposal(here, "red")))
    here.do(Undo())
    assert view(here.state).players_with_plan == ()


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_copy_without_the_seed_tells_no_plan_and_holds_together(rounds: int) -> None:
    here = planning()
    if rounds:
        lay(here, blue=Plan(proposal(here, "blue").cards, "3"))
        open_round(here)
    else:
        here.do(LayPlan("blue", plan=proposal(here, "blue")))
    events = [step.event for step in here]
    document = build_archive(Header("friday", "shogun", 2, len(events)), events, with_seed=False)
    opened = {each.province for each in here.state.opened_cards}
    told = json.dumps(document["events"][4:])
    assert not any(name in told for name in hand(here, "blue") if name not in opened)
    copy = [remove_seed(events[0]), *events[1:]]
    assert verify_log(copy, SHOGUN).is_valid
    there = History(SHOGUN)
    for event in copy:
        there.replay_event(event)
    assert view(there.state, "blue").plan is None
    assert there.state.opened_cards == here.state.opened_cards


def test_a_whole_round_verifies_and_a_card_that_was_not_planned_is_found_out() -> None:
    here = planning()
    lay(here)
    open_round(here)
    play_round(here)
    events = [step.event for step in here]
    assert verify_log(events, SHOGUN).is_valid
    at, event = next((at, event) for at, event in enumerate(events) if "opened" in event.result)
    (player, action, _), *others = event.result["opened"]
    false = {**event.result, "opened": [[player, action, "Kai"], *others]}
    forged = build_event(event.number, event.kind, event.request, false, event.previous)
    assert not verify_log([*events[:at], forged], SHOGUN).is_valid
