"""The use cases of a table of Honshu: a finger on the map, a card held over it, the standing, the tricks."""

import json
from pathlib import Path

import pytest

from companion.data.honshu.map import read_map
from companion.data.honshu.placements import Placement, cards_by_name
from companion.errors import InputError, Refused
from companion.paths import assets
from companion.play.honshu.requests import LayCard
from companion.play.honshu.views import view
from companion.rules.honshu.placing.laying import lay as lie
from companion.sentences import Sentence
from companion.service.honshu.scoring import score
from companion.service.honshu.table import cards, maps, opening, tricks
from companion.service.honshu.table.words import step_words

EXAMPLE = json.loads((assets() / "games/honshu/example63.json").read_text(encoding="utf-8"))
GRID = "\n".join(EXAMPLE["grid"])


@pytest.fixture
def here(tmp_path: Path):
    with opening.begin(tmp_path / "t.sqlite", "friday", {"blue": "Aya", "red": "Bo"}, 5) as opened:
        yield opened


def symbol(here, row: int, column: int) -> str:
    return maps.shown(view(here.state).maps["blue"]).get((row, column), ".")


@pytest.mark.parametrize(
    ("taps", "expected"),
    [
        ("F", "F"),
        ("F T", "T"),
        ("b*", "b*"),
        ("b* b*", "b"),
        ("b* b* b*", "b*"),
        ("b* g*", "g*"),
        ("B2 B2", "B3"),
        ("B2 B2 B2", "B4"),
        ("B2 B2 B2 B2", "B2"),
        ("B2 B4", "B4"),
        ("B2 b*", "b*"),
        ("F .", "."),
    ],
)
def test_a_second_tap_changes_the_cube_or_the_value(here, taps: str, expected: str) -> None:
    for tap in taps.split():
        assert maps.paint(here, "blue", [(0, 0)], tap).yes
    assert symbol(here, 0, 0) == expected


def test_a_stroke_paints_and_never_toggles_and_the_same_again_is_no_event(here) -> None:
    maps.paint(here, "blue", [(0, 0)], "b*")
    maps.paint(here, "blue", [(0, 0), (0, 1), (1, 1)], "b*")
    assert [symbol(here, *at) for at in ((0, 0), (0, 1), (1, 1))] == ["b*"] * 3
    before = len(here.history)
    again = maps.paint(here, "blue", [(0, 0), (0, 1)], "b*")
    assert str(again.lines[0]) == "It stands there already: blue production with its cube."
    assert len(here.history) == before
    with pytest.raises(InputError, match="'Q' is not a square"):
        maps.paint(here, "blue", [(0, 0)], "Q")


def test_a_map_is_taken_in_in_either_notation_and_given_out_again(here) -> None:
    assert maps.take_in(here, "blue", GRID).yes
    assert maps.cards_text(here, "blue") is None
    assert maps.take_in(here, "red", json.dumps(EXAMPLE)).yes
    seen = view(here.state)
    assert seen.maps["blue"].map == seen.maps["red"].map == read_map(GRID)
    lines = maps.cards_text(here, "red")
    assert lines is not None
    assert maps.take_in(here, "blue", lines).yes
    assert maps.cards_text(here, "blue") == lines
    with pytest.raises(InputError, match="row 2, column 1"):
        maps.take_in(here, "blue", "F T\nQ")
    assert maps.take_in(here, "blue", "1 0 0 0\n2 9 9 0").refused is not None
    odd = maps.take_in(here, "blue", "F T\n\nL -")
    assert "line 2 of the file is empty" in str(odd.lines[-1])


def test_the_score_is_the_command_lines_own_line_by_line(here) -> None:
    maps.take_in(here, "blue", GRID)
    found = opening.score_of(view(here.state), "blue")
    assert found is not None
    assert found.data == score([("Aya", read_map(GRID))], 5).data
    assert opening.score_of(view(here.state), "red") is None


def test_the_standing_ranks_maps_with_squares_and_tells_ties(here) -> None:
    with pytest.raises(Refused, match="No map has a square"):
        opening.standing(view(here.state))
    maps.take_in(here, "blue", GRID)
    assert opening.standing(view(here.state)).data["total"] == 66
    maps.take_in(here, "red", GRID)
    ranking = opening.standing(view(here.state)).data["ranking"]
    assert [(row["file"], row["rank"], row["shared"]) for row in ranking] == [
        ("Aya", 1, True),
        ("Bo", 1, True),
    ]
    assert opening.end(here).data["ranking"] == ranking
    assert opening.end(here, over=False).data["kind"] == "end"


@pytest.mark.parametrize("name", ["29", "2", "41"])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("level", [0, 1, -1])
def test_a_held_card_is_judged_by_the_rules_wherever_it_is_held(
    here, name: str, turn: int, level: int
) -> None:
    maps.take_in(here, "blue", json.dumps(EXAMPLE))
    seen = view(here.state)
    pile = seen.maps["blue"].pile
    first = cards.held_card(seen, "blue", name, (5, 4), turn)
    under = first.levels[level % len(first.levels)][0]
    held = cards.held_card(seen, "blue", name, (5, 4), turn, under)
    assert held.placement == Placement(cards_by_name()[name], 5, 4, turn, under)
    for at in ((row, column) for row in range(-3, 12) for column in range(-3, 12)):
        step = lie(pile, Placement(held.placement.card, *at, turn, under))
        if at not in held.faults:
            assert any("overlaps no earlier card" in str(why) for why in step.why)
        else:
            assert step.legal == (not held.faults[at])
    assert held.legal == (not held.faults[5, 4])
    assert [square.fault for square in held.squares] == [i in held.faults[5, 4] for i in range(6)]


def test_a_card_is_first_held_where_it_may_lie(here) -> None:
    assert cards.held_card(view(here.state), "blue", "A1").legal
    here.do(LayCard("blue", "A1", 0, 0))
    for name in ("1", "29", "60"):
        assert cards.held_card(view(here.state), "blue", name).legal
    advised = cards.advise_card(view(here.state), "blue", "29")
    assert advised.data["best"]
    with pytest.raises(InputError):
        cards.held_card(view(here.state), "blue", "61")
    assert cards.advise_card(view(here.state), "blue", "B1").refused is not None


def test_tricks_are_told_with_names_for_two_players_and_for_more(here) -> None:
    told = [str(line) for line in tricks.play_trick(here, ["12+bg", "47", "5", "33"], ["red", "blue"]).lines]
    assert told[:2] == ["Aya has the higher card, 47.", "Bo removes two cubes and chooses a pair."]
    assert tricks.take_trick_back(here).yes
    opening.sit_down(here, "yellow", "Chen")
    answer = tricks.play_trick(here, ["11", "29+b", "57"], ["red", "yellow", "blue"])
    assert answer.data["order"] == ["Chen", "Aya", "Bo"]
    assert str(tricks.round_now(view(here.state)).lines[0]) == "Round 2 of 12, 3 players"


def test_every_event_is_told_in_words_and_undo_names_it(here) -> None:
    opening.sit_down(here, "yellow", "Chen")
    opening.sit_down(here, "yellow", "Che")
    maps.paint(here, "blue", [(0, 0)], "F")
    maps.paint(here, "blue", [(0, 1), (0, 2)], "G2")
    maps.take_back(here, "blue")
    maps.put_back(here, "blue")
    maps.lay(here, LayCard("red", "12", 0, 0))
    opening.choose_card(here, None)
    opening.choose_card(here, 4)
    opening.settle(here, "lake-card", "added")
    tricks.play_trick(here, ["11", "29+b", "57"], ["red", "yellow", "blue"])
    tricks.take_trick_back(here)
    opening.end(here)
    assert str(opening.undo(here).lines[0]) == "Taken back: All maps are finished."
    assert str(opening.undo(here, redo=True).lines[0]) == "Done again: All maps are finished."
    words = [str(step_words(here.history, step)) for step in here.history]
    assert words == [
        "The table begins.",
        "Chen sits down.",
        "Chen is called Che now.",
        "Aya: forest",
        "Aya: 2 × grey factory of 2",
        "Aya takes back: 2 × grey factory of 2",
        "Aya puts back: 2 × grey factory of 2",
        "Bo: card 12",
        "The game is scored without a scoring card.",
        "The game is scored with scoring card 4.",
        "Card 4: is it scored instead of the lakes or on top? – on top of the normal score of the lakes",
        "The trick of round 1: 11 29+b 57",
        "The trick of round 1 is taken back.",
        "All maps are finished.",
        "Taken back: All maps are finished.",
        "All maps are finished.",
    ]
    assert all(isinstance(line, Sentence) for line in opening.retold(here, here.history.steps[3]).lines)
