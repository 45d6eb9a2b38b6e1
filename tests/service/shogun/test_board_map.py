"""The board that a table keeps, to be looked at and touched."""

from pathlib import Path

from companion.data.shogun.facts import REGIONS, Side
from companion.data.shogun.landmap import land_map
from companion.data.shogun.towers import load_presets
from companion.play.shogun.corrections import CorrectBoard
from companion.play.shogun.start import DraftCard, SetUp
from companion.play.shogun.views import view
from companion.rules.shogun.realm import Land
from companion.service.playing import play
from companion.service.shogun.board_map import BoardMap, build_bare_map, build_board_map
from companion.service.shogun.session import begin_table

FOUR = ("blue", "red", "yellow", "black")


def describe_province(board: BoardMap, name: str) -> str:
    province = board.find_province(name)
    assert province is not None
    return str(province.words)


def test_both_sides_have_five_regions_of_nine_and_six_routes() -> None:
    for side in Side:
        board = build_bare_map(side, FOUR)
        assert [sum(each.region == region for each in board.provinces) for region in REGIONS] == [9] * 5
        assert len(board.routes) == 6


def test_lines_between_regions_differ_by_side() -> None:
    sun, moon = (build_bare_map(side, FOUR) for side in Side)
    region = {each.name: each.region for each in sun.provinces}
    for each in land_map().borders:
        assert (set(each.parts) <= set(sun.borders)) == (region[each.a] != region[each.b])
    assert set(sun.borders) != set(moon.borders)


def test_a_kept_board_lists_what_stands_in_every_province(tmp_path: Path) -> None:
    players, preset = ("blue", "yellow", "red"), load_presets()["shogun"]
    with begin_table(tmp_path / "t.sqlite", "friday", players, preset, seed="kabuto") as session:
        assert build_board_map(view(session.state)) is None
        assert play(session, SetUp("fixed")).yes
        land = Land("red", 3, ("castle", "theatre"), 2)
        assert play(session, CorrectBoard({"Sagami": land, "Aki": Land()})).yes
        board = build_board_map(view(session.state))
        assert board is not None
        assert describe_province(board, "Sagami") == "3 red armies, 1 castle, 1 Nô theatre, 2 revolt markers"
        assert describe_province(board, "Aki") == "neutral"
        assert describe_province(board, "Mutsu") == "out with three players"
        assert sum(each.in_play for each in board.provinces) == 37


def test_a_draft_fills_the_board_card_by_card(tmp_path: Path) -> None:
    preset = load_presets()["shogun"]
    with begin_table(tmp_path / "t.sqlite", "friday", FOUR, preset, seed="kabuto") as session:
        request = SetUp("draft", Side.MOON, removed=(("Izu", "Shima"),), added=(("Sanuki", "Bizen"),))
        assert play(session, request).yes
        opened = view(session.state).game.draft.open[0]  # type: ignore[union-attr]
        assert play(session, DraftCard("blue", opened, 5)).yes
        board = build_board_map(view(session.state))
        assert board is not None
        assert describe_province(board, opened) == "5 blue armies"
        routes = {(route.a, route.b): route for route in board.routes}
        assert ("Izu", "Shima") not in routes
        assert len(routes["Bizen", "Sanuki"].points) == 2
