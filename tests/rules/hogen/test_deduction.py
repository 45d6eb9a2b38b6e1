import re
from random import Random

import pytest

from companion.data.hogen import CALLS, CARDS, Log, format_log, parse_card, parse_log
from companion.errors import InputError, Place
from companion.play.hogen.state import HogenState
from companion.play.hogen.views import format_seat_log
from companion.rules.hogen.deduction import deduce
from tests.choice import pick, pick_seeds
from tests.data.test_hogen import OPENING
from tests.play.hogen.random_play import play_at_random
from tests.rules.hogen import brute_force
from tests.rules.hogen.world_lists import list_worlds

GAMES = [*pick(range(8), 2), *pick_seeds(0, 2)]
"""Two games that are known, one for three players; in ``make test-all`` eight, and two by chance."""


def play_game(players: int, chance: Random, steps: int, accuse: float = 0.1, **rulings: str) -> HogenState:
    """A table at which all have rallied, and so many steps were played."""
    return play_at_random(players, chance, players + steps, accuse, **rulings).state


def build_log(state: HogenState, seat: str) -> Log:
    """All that a seat has heard and seen."""
    return parse_log(format_seat_log(state, seat), "log")


@pytest.mark.parametrize(("players", "worlds"), [(3, 1_120), (4, 45_360)])
def test_a_game_begins_with_1120_or_45360_worlds(players: int, worlds: int) -> None:
    state = play_game(players, Random(1), 0)
    for seat in "ABCD"[:players]:
        now = deduce(build_log(state, seat))
        assert len(now.worlds) == worlds
        for other in now.other_seats:
            assert sum(now.compute_rallied_shares(other).values()) == pytest.approx(1)
            assert sum(now.compute_hand_shares(other).values()) == pytest.approx(3 if players == 3 else 2)
        assert now.find_certain_rallied() == {}
        assert now.find_certain_hands() == {}
    assert len(set(list_worlds(now.worlds, Random(1), 1000))) == 1000


def check_against_brute_force(log: Log) -> None:
    now = deduce(log)
    expected = brute_force.list_worlds_after(log.opening, [entry.event for entry in log.events])
    assert len(now.worlds) == len(expected)
    assert set(list_worlds(now.worlds)) == set(expected)
    for other in now.other_seats:
        for card in CARDS:
            rallied = sum(dict(world[0])[other] == card for world in expected)
            held = sum(card in dict(world[1])[other] for world in expected)
            assert now.compute_rallied_shares(other).get(card, 0) == pytest.approx(rallied / len(expected))
            assert now.compute_hand_shares(other).get(card, 0) == pytest.approx(held / len(expected))
            assert (now.find_certain_rallied().get(other) == card) == (rallied == len(expected))
            assert (card in now.find_certain_hands().get(other, ())) == (held == len(expected))


@pytest.mark.parametrize("seed", GAMES)
def test_deduction_with_three_players_matches_brute_force(seed: int) -> None:
    chance = Random(f"three {seed}")
    state = play_game(3, chance, 14, 0.12, **{"take-back": chance.choice(["no", "yes"])})
    for seat in "ABC":
        log = build_log(state, seat)
        check_against_brute_force(log)
        check_against_brute_force(Log(log.opening, log.events[: chance.randrange(len(log.events) + 1)]))


@pytest.mark.parametrize("seed", pick_seeds(1, 1))
def test_deduction_with_four_players_matches_brute_force(seed: int) -> None:
    chance = Random(f"four {seed}")
    check_against_brute_force(build_log(play_game(4, chance, 16), chance.choice("ABCD")))


@pytest.mark.parametrize("seed", [*pick(range(2), 1), *pick_seeds(0, 1)])
def test_best_calls_match_brute_force(seed: int) -> None:
    chance = Random(f"split {seed}")
    take_back = chance.choice(["no", "yes"])
    state = play_game(3, chance, chance.randrange(8), 0, **{"take-back": take_back})
    for seat in "ABC":
        log = build_log(state, seat)
        now, worlds = deduce(log), brute_force.list_worlds_after(log.opening, [each.event for each in log.events])
        splits = now.rank_calls()
        assert list(splits) == sorted(splits, key=lambda split: split.expected_worlds)
        open_calls = {
            call
            for call in CALLS
            if brute_force.could_call(call, log.opening.rallied) and not now.turn.is_barred(seat, call)
        }
        assert {split.call for split in splits} == open_calls
        assert now.turn.palace is not None
        for split in splits:
            assert split.expected_worlds == brute_force.compute_expected_worlds(
                worlds, seat, now.turn.palace, split.call, take_back=take_back == "yes"
            )


def test_deduction_never_excludes_the_true_world() -> None:
    for seed in GAMES:
        state = play_game(3 + seed % 2, Random(f"truth {seed}"), 60)
        for seat in state.seats:
            now = deduce(build_log(state, seat))
            assert state.game.hands is not None
            true = now.worlds.possible
            for each in now.worlds.seats:
                true &= now.worlds.rallied[each][state.game.rallied[each]]
                for card in state.game.hands[each]:
                    true &= now.worlds.hands[each][card]
            assert true.bit_count() == 1
            for other, card in now.find_certain_rallied().items():
                assert state.game.rallied[other] == card
            for other, cards in now.find_certain_hands().items():
                assert set(cards) <= state.game.hands[other]


def test_a_wrong_accuser_knows_all_that_lies_face_down_and_a_right_one_shows_it() -> None:
    right = deduce(parse_log(OPENING + "accused B A=Taira4 C=Fujiwara1 right\n", "f"))
    assert (right.find_certain_rallied(), right.turn.winner) == ({"C": parse_card("Fujiwara1")}, "B")
    now = deduce(parse_log(OPENING + "accused A B=Fujiwara1 C=Fujiwara2 wrong\nsaw B Minamoto4\nsaw C Taira3\n", "f"))
    assert now.find_certain_rallied() == {"B": parse_card("Minamoto4"), "C": parse_card("Taira3")}
    assert now.rank_calls() == ()


def test_a_log_written_is_the_log_read_also_with_blanks_within_samurai() -> None:
    for seed in range(4):
        state = play_game(3 + seed % 2, Random(seed), 20)
        for seat in state.seats:
            log = build_log(state, seat)
            text = format_log(log.opening, tuple(e.event for e in log.events))
            for typed in (text, re.sub(r"(Minamoto|Taira|Fujiwara|Tachibana)(\d)", r"\1 \2", text)):
                read = parse_log(typed, "again")
                assert read.opening == log.opening
                assert [e.event for e in read.events] == [e.event for e in log.events]


@pytest.mark.parametrize(
    ("lines", "row", "says"),
    [
        ("call B rank 2\npass C\npass A\n", 8, "no possibility is left after 'pass A': I hold Taira2 and cannot pass."),
        (
            "call B rank 2\npass C\nanswer A lays Tachibana2 takes Taira1\n",
            8,
            "Tachibana2 is not in my hand, which is Minamoto1 Taira2 Fujiwara3.",
        ),
        ("call A clan Taira\n", 6, "with Taira4 rallied I may not call clan Taira."),
        ("saw B Taira3\n", 6, "only after my own wrong accusation"),
        ("accused A B=Taira3 C=Fujiwara1 wrong\nsaw A Taira4\n", 7, "names my own samurai; expected one of B, C."),
        ("accused A B=Taira3 C=Fujiwara1 wrong\nsaw B Taira3\nsaw C Fujiwara1\n", 8, "no possibility is left after"),
        ("accused A B=Taira3 C=Fujiwara1 right\ncall B rank 2\n", 7, "The game is over."),
        ("accused B A=Taira3 C=Fujiwara1 right\n", 6, "no possibility is left after"),
    ],
)
def test_an_impossible_log_is_refused_with_its_row(lines: str, row: int, says: str) -> None:
    with pytest.raises(InputError) as caught:
        deduce(parse_log(OPENING + lines, "log.txt"))
    assert caught.value.place == Place("log.txt", row)
    assert says in str(caught.value)
