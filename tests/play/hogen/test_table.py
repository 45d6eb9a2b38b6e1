"""Tables of Hogen: dealt by Companion, or with real cards and Companion as referee."""

from pathlib import Path
from random import Random

import pytest

from companion.data.hogen.log import parse_log
from companion.errors import InputError, Refused, TableError
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.moves import BeginTable, LayRallied
from companion.play.hogen.views import RALLYING, HogenState, View, format_seat_log, view
from companion.rules.hogen.deduction import deduce
from companion.table.archive import verify_log
from companion.table.history import GENESIS, History, Undo, build_event
from companion.table.store import Store
from companion.table.table import Table
from tests.goldens import read_golden
from tests.play.hogen.played import NAMES, begin_table, do, play, step, table

GOLDEN_SEED = "golden 0"


def describe_seat_view(now: View) -> str:
    """One line: what a seat sees that is its own, or what lies open."""
    if now.own is None:
        words = [
            "all:",
            f"{now.phase};",
            f"palace {' '.join(now.palace or ())};",
            f"laid {' '.join(now.laid) or '-'};",
            f"active {now.active or '-'};",
            f"asked {now.asked or '-'}{f' for {now.call}' if now.call else ''};",
            f"failed {', '.join(now.failed) or '-'};",
            f"wrong {' '.join(now.wrong) or '-'};",
            f"winner {now.winner or '-'}{' ' + str(now.shown) if now.shown else ''}",
        ]
    else:
        own = now.own
        words = [
            f"{own.seat}:  ",
            f"hand {' '.join(own.hand or ())};",
            f"rallied {own.rallied or '-'}",
            *([f"; may call {', '.join(own.may_call)}"] if own.may_call else []),
            *([f"; may lay {' '.join(own.may_lay)}, take {' '.join(own.may_take)}"] if own.may_lay else []),
            *([f"; saw {own.saw}"] if own.saw else []),
        ]
    return " ".join(words).replace(" ;", ";")


def describe_game(course: History[HogenState]) -> str:
    """The whole game, and what each seat saw after each event."""
    lines = []
    for each in course:
        result = {key: value for key, value in each.event.result.items() if key != "hands"}
        asked = {key: value for key, value in each.event.asked.items() if key not in ("seed", "rulings")}
        lines.append(f"{each.event.number}. {each.event.kind} {asked} -> {result}")
        lines += [f"   {describe_seat_view(view(each.after, seat))}" for seat in (None, *each.after.seats)]
    return "\n".join(lines) + "\n"


def test_a_played_game_and_what_each_seat_may_see() -> None:
    """Played at random; a call nobody could answer, and a wrong accusation, are on the way to the winner."""
    chance = Random(GOLDEN_SEED)
    course = table(3, "golden")
    while len(course) < 17:
        step(course, chance, accuse=1.0 if len(course) == 9 else 0.0)
    state = course.state
    while state.game.turn.call is not None:
        step(course, chance, accuse=0.0)
        state = course.state
    winner = state.game.turn.active
    assert winner is not None
    do(
        course,
        "accuse",
        seat=winner,
        named={seat: str(card) for seat, card in state.game.rallied.items() if seat != winner},
    )
    assert any(view(each.after).failed for each in course)
    assert any(view(each.after).wrong for each in course)
    assert describe_game(course) == read_golden("hogen-game.txt", describe_game(course))


def test_a_table_is_kept_and_found_again(tmp_path: Path) -> None:
    with Store(tmp_path / "tables.sqlite") as store:
        here = Table(store, "friday", HOGEN, begin_table(NAMES[:3], "seed"))
        own = view(here.state, "B").own
        assert own is not None
        assert own.hand is not None
        fresh = Table(store, "friday", HOGEN)
        fresh.do(LayRallied("B", own.hand[0]))
        again = Table(store, "friday", HOGEN)
        assert again.state == fresh.state
        assert view(again.state).laid == ("B",)
        again.do(Undo())
        assert view(again.state).laid == ()
        assert verify_log(store.list_events("friday"), HOGEN).is_valid


def test_random_games_verify_and_deduction_from_a_seats_log_is_true() -> None:
    for seed in range(12):
        course = play(3 + seed % 2, Random(f"log {seed}"), 30, **{"take-back": "yes" if seed % 3 else "no"})
        assert verify_log([each.event for each in course], HOGEN).is_valid
        for seat in course.state.seats:
            now = deduce(parse_log(format_seat_log(course.state, seat), "log"))
            for other, card in now.find_certain_rallied().items():
                assert course.state.game.rallied[other] == card
            if seat in course.state.game.turn.wrong:
                assert now.find_certain_rallied() == course.state.game.list_revealed_to(seat)
            assert now.turn.active == course.state.game.turn.active or not course.state.heard


def test_an_accusation_is_never_taken_back() -> None:
    course = play(3, Random(2), 3)
    active = course.state.game.turn.active
    assert active is not None
    others = [seat for seat in "ABC" if seat != active]
    do(course, "accuse", seat=active, named={others[0]: "Taira1", others[1]: "Taira2"})
    with pytest.raises(Refused, match="nothing to undo"):
        course.do(Undo())


def referee(palace: list[str] | None = None, **more: str) -> History[HogenState]:
    course: History[HogenState] = History(HOGEN)
    asked = begin_table(NAMES[:3], "seed", real=True, palace=palace, starts="A", **more)
    course.do(asked)
    return course


PALACE = ["Minamoto2", "Taira1", "Fujiwara4", "Tachibana3"]


def test_a_referee_needs_only_the_rallied_samurai() -> None:
    course = referee()
    for seat, card in zip("ABC", ("Taira4", "Fujiwara1", "Minamoto3"), strict=True):
        do(course, "rally", seat=seat, card=card)
    with pytest.raises(Refused, match="not open to you"):
        do(course, "call", seat="A", call="clan Taira")
    do(course, "call", seat="A", call="rank 1")
    state = do(course, "answer", seat="C", lays=None, takes=None)
    assert list(map(str, state.heard)) == ["call A rank 1", "pass B", "answer C"]
    assert view(state).active == "C"
    do(course, "call", seat="C", call="rank 1")
    state = do(course, "pass")
    assert view(state).failed == ("C rank 1",)
    with pytest.raises(Refused, match="another call is needed"):
        do(course, "call", seat="C", call="rank 1")
    state = do(course, "accuse", seat="C", named={"A": "Taira4", "B": "Fujiwara1"})
    assert view(state).winner == "C"
    with pytest.raises(Refused, match="knows no hand"):
        format_seat_log(state, "A")


def test_two_who_tell_the_same_samurai_tell_it_again_and_nobody_learns_more() -> None:
    """The second is not refused: 'taken' would tell a player what another has laid."""
    course = referee()
    do(course, "rally", seat="A", card="Taira4")
    do(course, "rally", seat="B", card="Taira4")
    assert view(course.state).laid == ("A", "B")
    state = do(course, "rally", seat="C", card="Minamoto3")
    assert view(state).phase == RALLYING
    assert view(state).clashed
    assert view(state).laid == ()
    for seat, card in zip("ABC", ("Taira4", "Fujiwara1", "Minamoto3"), strict=True):
        state = do(course, "rally", seat=seat, card=card)
    assert not view(state).clashed
    assert view(state).phase == "call"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (begin_table(["A", "B"], "s"), "Hogen takes 3 or 4 players, not 2."),
        (begin_table(["Aya", "aya", "Bo"], "s"), "Two players are named 'aya'"),
        (begin_table(["Aya", "", "Bo"], "s"), "'' is not a name for a player"),
        (begin_table(["B", "Aya", "Bo"], "s"), "'B' cannot sit at seat A"),
        (begin_table(NAMES, "s", real=True, palace=[*PALACE[:3], "Taira3"]), "four different clans"),
        (begin_table(NAMES[:3], "s", real=True, starts="D"), "'D' is not a seat; expected A, B, C."),
    ],
)
def test_a_table_with_bad_players_cannot_begin(asked: BeginTable, says: str) -> None:
    with pytest.raises(InputError, match=says):
        History(HOGEN).do(asked)


@pytest.mark.parametrize("kind", ["rally", "look"])
@pytest.mark.parametrize("seat", ["D", "", "AB"])
def test_a_request_from_an_unknown_seat_is_refused(kind: str, seat: str) -> None:
    """As a log may say that somebody has made up; with real cards no hand is there to be wrong."""
    course = History(HOGEN)
    course.do(begin_table(("Aya", "Bo", "Chen"), "x", real=True))
    asked = {"seat": seat, "card": "Taira2"} if kind == "rally" else {"seat": seat}
    with pytest.raises(InputError, match="is not a seat"):
        do(course, kind, **asked)


@pytest.mark.parametrize("starts", ["D", None])
def test_a_made_up_log_in_which_nobody_begins_is_refused(starts: object) -> None:
    course = table(3, "x")
    begun = course.get_transition(1).event
    made_up = build_event(1, begun.kind, begun.asked, {**begun.result, "starts": starts}, GENESIS)
    with pytest.raises(TableError, match="cannot have happened"):
        History(HOGEN).replay_event(made_up)
