"""A table of Honshu: a finger on the map, a card held over it, the standing, the tricks."""

import json
from itertools import product
from pathlib import Path

import pytest

from companion.data.honshu.map import parse_map
from companion.data.honshu.placements import Placement, cards_by_name
from companion.errors import InputError
from companion.paths import assets
from companion.play.game import event_line, game_of
from companion.play.honshu.changes import LayCard, format_placements
from companion.play.honshu.ending import SitDown, StandUp
from companion.play.honshu.hands import EnterHand
from companion.play.honshu.laying import LayTrickCard
from companion.play.honshu.views import view
from companion.rules.honshu.laying import lay_card as lie
from companion.service.honshu.placing import advise_card, hold_card
from companion.service.playing import play
from tests.play.honshu.moves import begin, paint, take_in

EXAMPLE = json.loads((assets() / "games/honshu/example63.json").read_text(encoding="utf-8"))
GRID = "\n".join(EXAMPLE["grid"])


@pytest.fixture
def here(tmp_path: Path):
    with begin(tmp_path / "t.sqlite", "friday", {"blue": "Aya", "red": "Bo"}, 5) as opened:
        yield opened


def symbol(here, row: int, column: int) -> str:
    return view(here.state).maps["blue"].symbols.get((row, column), ".")


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
def test_a_second_tap_changes_the_cube_or_the_value(here, taps: str, expected: str) -> None:
    for tap in taps.split():
        answer = paint(here, "blue", [(0, 0)], tap)
        assert answer is not None
        assert answer.yes
    assert symbol(here, 0, 0) == expected


def test_a_stroke_paints_and_never_toggles_and_the_same_again_is_no_event(here) -> None:
    paint(here, "blue", [(0, 0)], "b*")
    paint(here, "blue", [(0, 0), (0, 1), (1, 1)], "b*")
    assert [symbol(here, *at) for at in ((0, 0), (0, 1), (1, 1))] == ["b*"] * 3
    before = len(here.history)
    assert paint(here, "blue", [(0, 0), (0, 1)], "b*") is None
    assert len(here.history) == before
    with pytest.raises(InputError, match="'Q' is not a square"):
        paint(here, "blue", [(0, 0)], "Q")


def test_a_map_is_taken_in_in_either_notation_and_given_out_again(here) -> None:
    assert take_in(here, "blue", GRID).yes
    assert format_placements(here.state.maps["blue"]) is None
    assert take_in(here, "red", json.dumps(EXAMPLE)).yes
    assert view(here.state).maps["blue"].map == view(here.state).maps["red"].map == parse_map(GRID)
    lines = format_placements(here.state.maps["red"])
    assert take_in(here, "blue", str(lines)).yes
    assert format_placements(here.state.maps["blue"]) == lines
    with pytest.raises(InputError, match="row 2, column 1"):
        take_in(here, "blue", "F T\nQ")
    assert take_in(here, "blue", "1 0 0 0\n2 9 9 0").refused is not None
    odd = take_in(here, "blue", "F T\n\nL -")
    assert "line 2 of the file is empty" in str(odd.lines[-1])


@pytest.mark.parametrize(("name", "turn", "level"), [("29", 0, 0), ("2", 90, 1), ("41", 180, -1), ("29", 270, 1)])
def test_a_held_card_is_judged_by_the_rules_wherever_it_is_held(here, name: str, turn: int, level: int) -> None:
    take_in(here, "blue", json.dumps(EXAMPLE))
    seen = view(here.state)
    pile = seen.maps["blue"].pile
    first = hold_card(seen, "blue", name, (5, 4), turn)
    under = first.levels[level % len(first.levels)][0]
    held = hold_card(seen, "blue", name, (5, 4), turn, under)
    assert held.placement == Placement(cards_by_name()[name], 5, 4, turn, under)
    for at in product(range(-3, 12), repeat=2):
        step = lie(pile, Placement(held.placement.card, *at, turn, under))
        if at not in held.faults:
            assert any("overlaps no earlier card" in str(why) for why in step.reasons)
        else:
            assert step.legal == (not held.faults[at])
    assert held.legal == (not held.faults[5, 4])
    assert [square.fault for square in held.squares] == [i in held.faults[5, 4] for i in range(6)]


def test_a_card_is_first_held_where_it_may_lie(here) -> None:
    assert hold_card(view(here.state), "blue", "A1").legal
    here.do(LayCard("blue", "A1", 0, 0))
    for name in ("1", "29", "60"):
        assert hold_card(view(here.state), "blue", name).legal
    advised = advise_card(view(here.state), "blue", "29")
    assert advised.data["best"]
    with pytest.raises(InputError):
        hold_card(view(here.state), "blue", "61")
    assert advise_card(view(here.state), "blue", "B1").refused is not None


def test_once_round_1_has_begun_nobody_joins_and_nobody_leaves(here) -> None:
    assert play(here, SitDown("yellow", "Chen")).yes
    assert play(here, LayCard("yellow", "A1", 0, 0)).yes
    assert play(here, EnterHand("yellow", (1, 2, 3, 4, 5, 6))).yes
    assert play(here, StandUp("yellow")).yes  # with a start province and a hand, which go too
    assert (*here.state.names, *here.state.maps, *here.state.hands) == ("blue", "red") * 2
    assert str(event_line(here.history, here.history.steps[-1])) == "Chen stands up."
    take_in(here, "red", "F F")
    assert "stays in the game" in str(play(here, StandUp("red")).refused)
    assert play(here, SitDown("yellow", "Chen")).yes
    assert play(here, LayTrickCard("blue", 11)).yes
    assert "Round 1 has begun" in str(play(here, SitDown("black", "Dan")).refused)
    assert "stays in the game" in str(play(here, StandUp("yellow")).refused)
    assert [seat.id for seat in game_of(here).seats(here.state)] == ["blue", "red", "yellow"]
