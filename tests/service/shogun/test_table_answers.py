"""What is answered about a table of Shogun: throws, tower, luck, bids, winters, points; the board, to be touched."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.answers import Answer
from companion.data.shogun.facts import Side
from companion.data.shogun.landmap import land_map
from companion.data.shogun.towers import get_preset, load_presets
from companion.play.shogun.fights import TakeTurn, ThrowCubes, declare_winter_revolt
from companion.play.shogun.round import BeginWinter, CountPoints, DrawEvent, EndRound, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.start import DraftCard, SetUp
from companion.play.shogun.views import view
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.stages import Season
from companion.service.playing import play
from companion.service.shogun.board_map import build_bare_map, build_board_map
from companion.service.shogun.session import (
    ShogunSession,
    begin_table,
    describe_last_event,
    describe_last_turn,
    describe_table,
    find_last_winter,
    get_side,
    reveal_seed,
    score_so_far,
)
from companion.service.shogun.throws import describe_luck, describe_throw, find_last_fight, get_throw, list_throws
from companion.table.history import Redo, Undo
from tests.goldens import name_case, read_golden
from tests.service.answer_text import format_answers
from tests.table.games import PLAYERS, build_attack, build_revolt

WHOLE = {
    *("the tower as it was filled", "an attack, once more", "the last throws", "the seed", "luck, by what was inside"),
    *("Mino revolts", "the winter as a page", "the end"),
}
"""The answers of which all values are written, beside their words."""
ACTIONS = ("tax", "castle", "combat-a", "five", "rice", "temple", "combat-b", "three", "one", "theatre")


def begin_friday(tmp_path: Path, **more: object) -> ShogunSession:
    return begin_table(tmp_path / "store", "friday", PLAYERS, get_preset("shogun"), seed="kabuto", **more)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[ShogunSession]:
    with begin_friday(tmp_path) as opened:
        yield opened


def ask_fights(session: ShogunSession) -> Iterator[tuple[str, Answer]]:
    yield "none at all", get_throw(session)
    yield "the tower as it was filled", describe_table(session)
    yield "nobody's luck", describe_luck(session)
    for name, asked in {
        "an attack": build_attack(province="Kozuke"),
        "on farmers": build_attack("red=3", "neutral"),
        "a revolt": build_revolt("yellow=4", 2, province="Kai"),
        "a real tower": build_attack("blue=4", "red=2", out={"blue": 3, "red": 1, "green": 1}),
        "a revolt that ties": build_revolt("yellow=3", 1, out={"yellow": 1, "green": 1}),
        "an attack that ties": build_attack("blue=3", "red=3", out={"blue": 2, "red": 2}),
    }.items():
        play(session, asked)
        yield f"{name}, once more", get_throw(session)
    assert get_throw(session, 3).data["throw"] == 2
    play(session, ThrowCubes({"green": 1}, out={}))
    yield "cubes nobody fights with that stay inside", get_throw(session)
    play(session, ThrowCubes({"red": 2, "green": 1}))
    play(session, Undo())
    yield "undone", (undone := get_throw(session, 9))
    assert undone.data["undone"]
    assert get_throw(session).data["throw"] == 7  # the last that stands
    yield "the last throws", Answer([describe_throw(session, *each) for each in list_throws(session)][:3])
    yield "an event that threw nothing", get_throw(session, 1)
    play(session, build_attack("red=2", "neutral", supply={"green": 0}))
    play(session, build_attack("blue=2", "red=2", out={"blue": 1}))
    play(session, Undo())
    yield "everybody's luck", describe_luck(session)
    yield "the tower", describe_table(session)
    answer = reveal_seed(session)
    yield "the seed", answer
    assert reveal_seed(session).data == answer.data
    assert "The seed has been revealed: kabuto" in map(str, describe_table(session).lines)


def ask_held_back(session: ShogunSession) -> Iterator[tuple[str, Answer]]:
    yield "the tower", describe_table(session)
    play(session, build_attack("blue=2", "red=3", thrown_by_defender=1, out={"blue": 2, "red": 1}))
    yield "the fight", get_throw(session)
    play(session, Undo())
    yield "luck", describe_luck(session)


def ask_hidden(session: ShogunSession) -> Iterator[tuple[str, Answer]]:
    play(session, build_attack())
    yield "the tower", describe_table(session)
    yield "luck, by what is known", describe_luck(session)
    reveal_seed(session)
    yield "luck, by what was inside", describe_luck(session)


def ask_board(session: ShogunSession) -> Iterator[tuple[str, Answer]]:
    play(session, SetUp("fixed", year=2, season=Season.AUTUMN))
    assert play(session, LayCards(ACTIONS)).yes
    play(session, DrawEvent())
    play(session, RevealBids({"blue": "1", "yellow": "0", "red": "2"}))
    yield "the tower beside a board", describe_table(session)
    for player, card in (("red", "chest"), ("blue", "attack"), ("yellow", "rice")):
        play(session, TakeSpecial(player, card))
    assert describe_last_turn(session) == ()
    order = session.state.calendar.order
    play(session, TakeTurn(Order(order[0], "tax", session.state.game.realm.list_provinces(order[0])[0])))  # type: ignore[union-attr]
    yield "a turn taken", Answer({}, describe_last_turn(session))
    yield "points so far", score_so_far(session)
    yield "a fight of a turn", play(session, TakeTurn(Order(order[0], "combat-a", "Suruga", "Kai", 2)))
    assert play(session, EndRound()).yes
    yield "hunger", play(session, BeginWinter())
    while (player := session.state.game.revolting_player) is not None:  # type: ignore[union-attr]
        province = session.state.game.revolts[player].provinces[0]  # type: ignore[union-attr]
        thrown = play(session, declare_winter_revolt(province))
        assert thrown.yes
        if province in ("Mino", "Musashi"):
            yield f"{province} revolts", get_throw(session)
    yield "points", play(session, CountPoints())
    winter = find_last_winter(session)
    assert winter is not None
    score = winter.pop("score")
    assert [row["total"] for row in score.data["players"].values()] == [8, 8, 7]
    yield "the winter as a page", Answer({**winter, "revolts": winter["revolts"][:2]})
    yield "the end", score_so_far(session)


@pytest.mark.parametrize(
    ("asked", "more"),
    [
        (ask_fights, {}),
        (ask_held_back, {"rulings": {"defender-throws-all": "chooses"}}),
        (ask_hidden, {"inside": "hidden"}),
        (ask_board, {}),
    ],
)
def test_answers_about_a_table_match_the_golden_files(
    asked: Callable[[ShogunSession], Iterator[tuple[str, Answer]]], more: dict[str, str], tmp_path: Path
) -> None:
    with begin_friday(tmp_path, **more) as session:
        text, name = format_answers(dict(asked(session)), whole=WHOLE), name_case(asked)
    assert text == read_golden(f"shogun-table-{name}.txt", text)


def test_the_last_fight_is_one_that_two_fought_and_that_stands(session: ShogunSession) -> None:
    assert find_last_fight(session) is None
    play(session, build_attack())
    play(session, build_revolt("red=2", 1))
    play(session, ThrowCubes({"red": 1}))
    assert find_last_fight(session) == build_revolt("red=2", 1)
    play(session, Undo())
    play(session, Undo())
    assert find_last_fight(session) == build_attack()
    assert not describe_last_event(session)["thrown"]
    play(session, Redo())
    assert find_last_fight(session) == build_revolt("red=2", 1)


def test_a_seed_nobody_chose_is_drawn_and_differs(tmp_path: Path) -> None:
    seals = []
    for name, seed in (("a", None), ("b", None), ("c", "plum")):
        with begin_table(tmp_path / "store", name, PLAYERS, get_preset("shogun"), seed=seed) as session:
            seals.append(session.state.seal)
    assert [(len(each.seed), each.is_chosen) for each in seals] == [(32, False), (32, False), (4, True)]
    assert len({each.seed for each in seals} | {each.salt for each in seals}) == 6


def test_the_side_is_that_of_the_last_set_up(session: ShogunSession) -> None:
    assert get_side(session) == Side.SUN
    play(session, SetUp("draft", Side.MOON))
    assert get_side(session) == Side.MOON
    play(session, Undo())
    assert get_side(session) == Side.SUN


FOUR = ("blue", "red", "yellow", "black")


def test_lines_between_regions_differ_by_side() -> None:
    sun, moon = (build_bare_map(side, FOUR) for side in Side)
    region = {each.name: each.region for each in sun.provinces}
    for each in land_map().borders:
        assert (set(each.parts) <= set(sun.borders)) == (region[each.a] != region[each.b])
    assert set(sun.borders) != set(moon.borders)


def test_a_draft_fills_the_board_card_by_card(tmp_path: Path) -> None:
    preset = load_presets()["shogun"]
    with begin_table(tmp_path / "t.sqlite", "friday", FOUR, preset, seed="kabuto") as session:
        request = SetUp("draft", Side.MOON, removed=(("Izu", "Shima"),), added=(("Sanuki", "Bizen"),))
        assert play(session, request).yes
        opened = view(session.state).game.draft.open[0]  # type: ignore[union-attr]
        assert play(session, DraftCard("blue", opened, 5)).yes
        board = build_board_map(view(session.state))
        assert board is not None
        province = board.find_province(opened)
        assert province is not None
        assert str(province.words) == "5 blue armies"
        routes = {(route.a, route.b): route for route in board.routes}
        assert ("Izu", "Shima") not in routes
        assert len(routes["Bizen", "Sanuki"].points) == 2
