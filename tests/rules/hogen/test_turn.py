from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.hogen import Accused, Answered, Called, Passed, parse_call, parse_card
from companion.errors import Refused
from companion.rules.hogen.game import RULINGS, PublicEvent, PublicGame, check_event, list_other_seats
from companion.rules.rulings import Rulings
from tests.play.hogen.random_play import play_at_random

PALACE = frozenset(map(parse_card, ["Minamoto2", "Taira1", "Fujiwara4", "Tachibana3"]))
TAIRA = parse_call(["clan", "Taira"])
RANK2 = parse_call(["rank", "2"])


def begin_turn(**rulings: str) -> PublicGame:
    return PublicGame.begin(3, PALACE, "A", Rulings(RULINGS, {key.replace("_", "-"): rulings[key] for key in rulings}))


def build_answer(seat: str, lays: str, takes: str) -> Answered:
    return Answered(seat, parse_card(lays), parse_card(takes))


def build_accusation(seat: str, right: bool, *named: str) -> Accused:
    pairs = [each.split("=") for each in named]
    return Accused(seat, tuple((accused, parse_card(card)) for accused, card in pairs), right)


def get_refusal(turn: PublicGame, event: PublicEvent) -> str | None:
    try:
        check_event(turn, event)
    except Refused as no:
        return str(no)
    return None


def apply_events(start: PublicGame, *events: Called | Passed | Answered | Accused) -> PublicGame:
    for event in events:
        check_event(start, event)
        start = start.apply(event)
    return start


def test_seats_are_asked_going_left() -> None:
    assert list_other_seats("ABCD", "C") == "DAB"


def test_an_answer_swaps_and_makes_active() -> None:
    after = apply_events(begin_turn(), Called("A", TAIRA), Passed("B"), build_answer("C", "Taira3", "Minamoto2"))
    assert after.active == "C"
    assert after.call is None
    assert after.palace == PALACE - {parse_card("Minamoto2")} | {parse_card("Taira3")}


def test_the_new_caller_may_repeat_the_call() -> None:
    after = apply_events(begin_turn(), Called("A", TAIRA), build_answer("B", "Taira3", "Minamoto2"))
    assert get_refusal(after, Called("B", TAIRA)) is None


def test_when_all_pass_the_caller_calls_something_else() -> None:
    after = apply_events(begin_turn(), Called("A", TAIRA), Passed("B"), Passed("C"))
    assert after.active == "A"
    assert get_refusal(after, Called("A", TAIRA)) == (
        "Nobody could answer clan Taira since the last swap; make another call."
    )
    later = apply_events(after, Called("A", RANK2), Passed("B"), Passed("C"))
    assert get_refusal(later, Called("A", TAIRA)) is not None
    swapped = apply_events(
        later, Called("A", parse_call(["rank", "3"])), build_answer("B", "Taira3", "Taira1"), Called("B", TAIRA)
    )
    assert get_refusal(apply_events(swapped, Passed("C"), Passed("A")), Called("B", TAIRA)) is not None


@pytest.mark.parametrize(("ruling", "may"), [("caller", True), ("table", False)])
def test_a_failed_call_binds_caller_or_table_by_ruling(ruling: str, may: bool) -> None:
    after = apply_events(
        begin_turn(failed_call=ruling),
        Called("A", TAIRA),
        Passed("B"),
        Passed("C"),
        build_accusation("A", False, "B=Minamoto1", "C=Minamoto3"),
    )
    assert after.active == "B"
    assert (get_refusal(after, Called("B", TAIRA)) is None) is may


@pytest.mark.parametrize(("ruling", "may"), [("no", False), ("yes", True)])
def test_taking_back_the_card_just_laid_is_a_ruling(ruling: str, may: bool) -> None:
    asked = apply_events(begin_turn(take_back=ruling), Called("A", TAIRA))
    back = build_answer("B", "Taira3", "Taira3")
    assert (get_refusal(asked, back) is None) is may
    if may:
        assert asked.apply(back).palace == PALACE


def test_who_accused_wrongly_answers_but_is_never_active() -> None:
    after = apply_events(begin_turn(), build_accusation("A", False, "B=Minamoto1", "C=Minamoto3"))
    assert after.active == "B"
    assert get_refusal(after, Called("A", TAIRA)) is not None
    assert get_refusal(after, build_accusation("A", False, "B=Minamoto1", "C=Minamoto4")) is not None
    answered = apply_events(after, Called("B", RANK2), Passed("C"), build_answer("A", "Taira2", "Taira1"))
    assert answered.active == "B"


def test_when_all_were_wrong_nobody_wins() -> None:
    two_wrong = apply_events(
        begin_turn(),
        build_accusation("A", False, "B=Minamoto1", "C=Minamoto3"),
        build_accusation("B", False, "A=Minamoto1", "C=Minamoto3"),
    )
    last = apply_events(two_wrong, Called("C", RANK2), build_answer("A", "Taira2", "Taira1"))
    assert (last.active, last.is_over) == ("C", False)
    after = apply_events(two_wrong, build_accusation("C", False, "A=Minamoto1", "B=Minamoto3"))
    assert after.is_over
    assert after.winner is None
    assert get_refusal(after, Called("A", TAIRA)) == "The game is over."


@pytest.mark.parametrize(
    ("called", "event", "reason"),
    [
        (False, Called("B", TAIRA), "It is A's turn to call or accuse, not B's."),
        (False, Passed("B"), "Nobody has called, so B has nothing to answer."),
        (
            False,
            build_accusation("A", False, "B=Minamoto1", "C=Minamoto1"),
            "An accusation names a different samurai for",
        ),
        (False, build_accusation("A", False, "B=Minamoto1"), "An accusation names one samurai for each of B, C."),
        (True, Called("A", RANK2), "A has called clan Taira; B must pass or answer first."),
        (True, Passed("C"), "B must answer clan Taira, not C."),
        (True, build_answer("B", "Fujiwara1", "Minamoto2"), "Fujiwara1 does not match the call, clan Taira."),
        (True, build_answer("B", "Taira1", "Minamoto2"), "Taira1 is already in the palace."),
        (True, build_answer("B", "Taira3", "Minamoto3"), "Minamoto3 is not in the palace; it holds Minamoto2 Taira1"),
        (True, build_answer("B", "Taira3", "Taira3"), "Taira3 was just laid; take another samurai"),
    ],
)
def test_an_illegal_event_is_refused_with_its_reason(called: bool, event: PublicEvent, reason: str) -> None:
    before = begin_turn().apply(Called("A", TAIRA)) if called else begin_turn()
    assert str(get_refusal(before, event)).startswith(reason)


@settings(deadline=None, max_examples=50)
@given(st.integers(3, 4), st.randoms(use_true_random=False), st.sampled_from(["no", "yes"]))
def test_a_game_conserves_its_sixteen_cards(players: int, chance: Random, take_back: str) -> None:
    state = play_at_random(players, chance, players + 40, **{"take-back": take_back}).state
    assert state.first is not None
    game = state.first
    for event in state.events:
        game = game.apply(event)
        assert game.hands is not None
        assert game.turn.palace is not None
        every = [*game.turn.palace, *game.rallied.values(), *(c for h in game.hands.values() for c in h)]
        assert len(every) == len(set(every)) == 16
        assert {len(hand) for hand in game.hands.values()} == {3 if players == 3 else 2}
        assert game.rallied == state.first.rallied
        assert game.turn.is_over or game.turn.active not in game.turn.wrong_seats or game.turn.call is not None
