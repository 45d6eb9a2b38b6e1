"""A table of Honshu: a finger on the map, a card held over it, the tricks, and what is told of every event."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.data.honshu.map import parse_map
from companion.data.honshu.placements import Placement, cards_by_name
from companion.errors import InputError
from companion.play.game import Seat, event_line, game_of
from companion.play.honshu import GAME as HONSHU
from companion.play.honshu.changes import LayCard, PutBack, PutSquares, TakeBack, TakeCards, TakeMap, format_placements
from companion.play.honshu.ending import BeginTable, ChooseCard, EndGame, SitDown, StandUp, find_sit_request, list_seats
from companion.play.honshu.hands import EnterHand, PlayTrick, TakeTrickBack
from companion.play.honshu.laying import LayTrickCard
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import view
from companion.play.shared_events import SettleRuling
from companion.rules.honshu.laying import lay_card as lie
from companion.service.honshu.placing import hold_card
from companion.service.playing import play
from companion.table.history import History
from tests.goldens import name_case, read_golden
from tests.play.honshu.moves import EXAMPLE, GRID, begin, paint, take_in
from tests.play.recorder import Recorder


@pytest.fixture
def session(tmp_path: Path):
    with begin(tmp_path / "t.sqlite", "friday", {"blue": "Aya", "red": "Bo"}, 5) as opened:
        yield opened


def get_symbol(session, row: int, column: int) -> str:
    return view(session.state).maps["blue"].symbols.get((row, column), ".")


@pytest.mark.parametrize(
    ("taps", "expected"),
    [
        ("F T", "T"),
        ("b* b*", "b"),
        ("b* b* b*", "b*"),
        ("b* g*", "g*"),
        ("B2 B2 B2", "B4"),
        ("B2 B2 B2 B2", "B2"),
        ("B2 B4", "B4"),
        ("B2 b*", "b*"),
        ("F .", "."),
    ],
)
def test_a_second_tap_changes_the_cube_or_the_value(session, taps: str, expected: str) -> None:
    for tap in taps.split():
        answer = paint(session, "blue", [(0, 0)], tap)
        assert answer is not None
        assert answer.yes
    assert get_symbol(session, 0, 0) == expected


def test_a_stroke_paints_and_never_toggles_and_a_repeated_one_is_no_event(session) -> None:
    paint(session, "blue", [(0, 0)], "b*")
    paint(session, "blue", [(0, 0), (0, 1), (1, 1)], "b*")
    assert [get_symbol(session, *at) for at in ((0, 0), (0, 1), (1, 1))] == ["b*"] * 3
    before = len(session.history)
    assert paint(session, "blue", [(0, 0), (0, 1)], "b*") is None
    assert len(session.history) == before
    with pytest.raises(InputError, match="'Q' is not a square"):
        paint(session, "blue", [(0, 0)], "Q")


def test_a_map_is_imported_in_either_notation_and_exported_again(session) -> None:
    assert take_in(session, "blue", GRID).yes
    assert format_placements(session.state.maps["blue"]) is None
    assert take_in(session, "red", EXAMPLE).yes
    assert view(session.state).maps["blue"].map == view(session.state).maps["red"].map == parse_map(GRID)
    lines = format_placements(session.state.maps["red"])
    assert take_in(session, "blue", str(lines)).yes
    assert format_placements(session.state.maps["blue"]) == lines
    with pytest.raises(InputError, match="row 2, column 1"):
        take_in(session, "blue", "F T\nQ")
    assert take_in(session, "blue", "1 0 0 0\n2 9 9 0").refused is not None
    odd = take_in(session, "blue", "F T\n\nL -")
    assert "line 2 of the file is empty" in str(odd.lines[-1])


@pytest.mark.parametrize(("name", "turn", "level"), [("29", 0, 0), ("2", 90, 1), ("41", 180, -1), ("29", 270, 1)])
def test_a_held_card_is_judged_by_the_rules_wherever_it_is_held(session, name: str, turn: int, level: int) -> None:
    take_in(session, "blue", EXAMPLE)
    seen = view(session.state)
    pile = seen.maps["blue"].pile
    first = hold_card(seen, "blue", name, (5, 4), turn)
    under = first.levels[level % len(first.levels)][0]
    held = hold_card(seen, "blue", name, (5, 4), turn, under)
    assert held.placement == Placement(cards_by_name()[name], 5, 4, turn, under)
    for at in product(range(-3, 12), repeat=2):
        step = lie(pile, Placement(held.placement.card, *at, turn, under))
        if at not in held.faults:
            assert any("overlaps no earlier card" in str(reason) for reason in step.reasons)
        else:
            assert step.legal == (not held.faults[at])
    assert held.legal == (not held.faults[5, 4])
    assert [square.fault for square in held.squares] == [i in held.faults[5, 4] for i in range(6)]


def test_once_round_1_has_begun_nobody_joins_and_nobody_leaves(session) -> None:
    assert play(session, SitDown("yellow", "Chen")).yes
    assert play(session, LayCard("yellow", "A1", 0, 0)).yes
    assert play(session, EnterHand("yellow", (1, 2, 3, 4, 5, 6))).yes
    assert play(session, StandUp("yellow")).yes  # with a start province and a hand, which go too
    assert (*session.state.names, *session.state.maps, *session.state.hands) == ("blue", "red") * 2
    assert str(event_line(session.history, session.history.steps[-1])) == "Chen stands up."
    take_in(session, "red", "F F")
    assert "stays in the game" in str(play(session, StandUp("red")).refused)
    assert play(session, SitDown("yellow", "Chen")).yes
    assert play(session, LayTrickCard("blue", 11)).yes
    assert "Round 1 has begun" in str(play(session, SitDown("black", "Dan")).refused)
    assert "stays in the game" in str(play(session, StandUp("yellow")).refused)
    assert [seat.id for seat in game_of(session).seats(session.state)] == ["blue", "red", "yellow"]


AYA_AND_BO = {"red": "Bo", "blue": "Aya"}


def describe_maps(state: HonshuState) -> dict[str, Any]:
    seen = view(state)
    maps = {
        seat: {"map": each.map.grid, "corner": each.corner, "squares": each.squares, "cards": format_placements(own)}
        | {"last": each.last_change, "next": each.next}
        for (seat, each), own in zip(seen.maps.items(), state.maps.values(), strict=True)
    }
    table = {"names": seen.names, "card": seen.card, "over": seen.is_over, "played": seen.has_played_all}
    return {"maps": maps, **table, "round": seen.round, "order": seen.order, "last_trick": seen.tricks[-1:]}


def play_maps_and_tricks() -> Iterator[str]:
    """Maps told by squares, by cards and by text; tricks; and the end."""
    history: History[HonshuState] = History(HONSHU)
    at = Recorder(history, describe_maps)
    yield from at.play(
        BeginTable({"blue": "Aya", "red": "aya"}),
        BeginTable(AYA_AND_BO, 99),
        BeginTable(AYA_AND_BO, 5),
        SitDown("blue", "Bo"),
        SitDown("yellow", "Chen"),
        SitDown("yellow", "Che"),
        PutSquares("black", {"0.0": "F"}),
        PutSquares("blue", {"0.0": "F", "0.1": "F"}),
        PutSquares("blue", {"-1.0": "b*", "0.-1": "b"}),
        PutSquares("blue", {"0.1": ".", "1.0": "y*", "1.1": "G2"}),
        PutSquares("blue", {"0.1": "."}),
        LayCard("red", "12", 0, 0),
        LayCard("red", "12", 3, 3),
        TakeBack("blue"),
        TakeBack("blue"),
        PutBack("blue"),
        TakeMap("yellow", text="F T\n\nL -"),
        TakeMap("yellow", text='{"placements": []}'),
        TakeCards("blue", ("12 0 0 0",)),
        TakeMap("red", ("F T", ". L")),
        EndGame(False),
        ChooseCard(4),
        ChooseCard(None),
        SettleRuling("covering", "strict"),
        PlayTrick(("11", "29+b", "57"), ("red", "red", "blue")),
        PlayTrick(("11", "29+b"), ("red", "yellow", "blue")),
        PlayTrick(("11", "29+b", "57"), ("red", "yellow", "blue")),
        PlayTrick(("1", "11", "3")),
        PlayTrick(("1", "2", "3")),
        TakeTrickBack(),
        TakeTrickBack(),
        EndGame(),
        EndGame(),
        TakeBack("blue"),
        SitDown("black", "Dai"),
        SitDown("red", "Bob"),
    )
    yield from at.describe_end()
    yield from at.play(EndGame(over=False))


def play_evening_of_tricks() -> Iterator[str]:
    """Of the twelve rounds of two players the first and the last two, and one more."""
    history: History[HonshuState] = History(HONSHU)
    history.do(BeginTable(AYA_AND_BO))
    at = Recorder(history, describe_maps)
    for played in range(13):
        cards = tuple(str(4 * played + each) for each in range(1, 5))
        lines = [*at.play(PlayTrick(cards, None if played else ("red", "blue")))]
        yield from lines if played in (0, 10, 11, 12) else ()
    yield from at.play(EndGame())
    yield from at.describe_end()


@pytest.mark.parametrize("story", [play_maps_and_tricks, play_evening_of_tricks])
def test_honshu_tables_are_described_as_in_the_golden_files(story: Callable[[], Iterator[str]]) -> None:
    text, name = "\n".join(story()), name_case(story)
    assert text == read_golden(f"described-{name}.txt", text)


def test_every_colour_is_free_until_the_maps_are_finished() -> None:
    history: History[HonshuState] = History(HONSHU)
    history.do(BeginTable(AYA_AND_BO))
    aya, bo = Seat("blue", "Aya", "blue"), Seat("red", "Bo", "red")
    free = tuple(Seat(seat, "", seat) for seat in ("yellow", "purple", "black"))
    assert list_seats(history.state) == (aya, bo, *free)
    assert find_sit_request(history.state, "blue", "Aya") is None
    assert find_sit_request(history.state, "blue", "Bo") == SitDown("blue", "Bo")
    history.do(PutSquares("blue", {"0.0": "F"}))
    assert [view(history.state, seat).own_seat for seat in ("blue", "yellow", None)] == ["blue", None, None]
    nobodys = view(history.state).get_map("yellow")
    assert (nobodys.seat, nobodys.name, nobodys.squares, nobodys.symbols) == ("yellow", "", 0, {})
    history.do(EndGame())
    assert list_seats(history.state) == (aya, bo)
