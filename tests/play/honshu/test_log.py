"""A table of Honshu in its log: maps by squares and by cards, each with its own way back, tricks, the end."""

import json
from pathlib import Path
from random import Random

import pytest

from companion.data.honshu.map import SQUARES
from companion.errors import InputError, Refused, TableError
from companion.paths import assets
from companion.play.honshu import GAME as HONSHU
from companion.play.honshu.ending import BeginTable, ChooseCard, EndGame, SitDown
from companion.play.honshu.hands import PlayTrick, TakeTrickBack
from companion.play.honshu.views import view
from companion.play.honshu.working import LayCard, PutBack, PutSquares, TakeBack, TakeCards, TakeMap
from companion.play.shared_events import SettleRuling
from companion.rules.honshu.score import score_map
from companion.table.archive import build_archive, verify_log
from companion.table.history import History, Redo, Undo
from companion.table.store import Store
from companion.table.table import Table
from tests.table.files import import_archive

EXAMPLE = json.loads((assets() / "games/honshu/example63.json").read_text(encoding="utf-8"))
PLAYERS = {"red": "Bo", "blue": "Aya"}


@pytest.fixture
def here() -> History:
    course = History(HONSHU)
    course.do(BeginTable(PLAYERS))
    return course


def grid(here: History, seat: str = "blue") -> list[str]:
    return view(here.state).maps[seat].map.grid


def put(here: History, seat: str = "blue", **squares: str) -> None:
    places = {name.replace("m", "-").replace("x", ".").lstrip("_"): each for name, each in squares.items()}
    here.do(PutSquares(seat, places))


def test_a_map_grows_in_every_direction(here: History) -> None:
    put(here, _0x0="F")
    put(here, _m1x0="b*", _0xm1="G3")
    put(here, _1x0="-", _0x1="L")
    assert grid(here) == [". b* .", "G3 F L", ". - ."]
    assert view(here.state).maps["blue"].corner == (-1, -1)
    put(here, _m1x0=".")
    assert grid(here) == ["G3 F L", ". - ."]
    assert grid(here, "red") == []


def test_each_player_takes_back_their_own_last_act_though_others_went_on(here: History) -> None:
    put(here, "blue", _0x0="F")
    put(here, "blue", _0x1="T")
    put(here, "red", _0x0="L")
    here.do(TakeBack("blue"))
    assert grid(here) == ["F"]
    assert grid(here, "red") == ["L"]
    here.do(PutBack("blue"))
    assert grid(here) == ["F T"]
    here.do(TakeBack("blue"))
    put(here, "blue", _0x1="-")
    with pytest.raises(Refused, match="There is nothing to redo"):
        here.do(PutBack("blue"))
    here.do(TakeBack("blue"))
    here.do(TakeBack("blue"))
    with pytest.raises(Refused, match="There is nothing to undo"):
        here.do(TakeBack("blue"))
    assert grid(here, "red") == ["L"]


def test_the_logs_own_undo_takes_back_the_last_event_even_a_taking_back(here: History) -> None:
    put(here, "blue", _0x0="F")
    put(here, "red", _0x0="L")
    here.do(Undo())
    assert grid(here, "red") == []
    here.do(Redo())
    here.do(TakeBack("blue"))
    here.do(Undo())
    assert (grid(here), grid(here, "red")) == (["F"], ["L"])


def test_the_example_by_cards_and_by_squares_gives_the_same_map(here: History) -> None:
    lines = [f"{each['card']} {each['row']} {each['col']} {each['turn']}" for each in EXAMPLE["placements"]]
    from companion.data.honshu.placements import parse_placements
    from companion.rules.honshu.laying import find_laying_order

    for each in find_laying_order(parse_placements("\n".join(lines))):
        here.do(LayCard("blue", each.card.name, each.row, each.column, each.turn, each.under))
    here.do(TakeMap("red", tuple(EXAMPLE["grid"])))
    seen = view(here.state)
    assert seen.maps["blue"].map == seen.maps["red"].map
    assert score_map(seen.maps["blue"].map).total == 63
    again = History(HONSHU)
    again.do(BeginTable(PLAYERS))
    again.do(TakeCards("red", tuple(str(each) for each in find_laying_order(parse_placements("\n".join(lines))))))
    assert view(again.state).maps["red"].map == seen.maps["red"].map


def test_cards_lie_on_typed_squares_and_beneath_them_but_never_on_their_lakes(here: History) -> None:
    put(here, _5x5="L", _5x6="T")
    with pytest.raises(Refused, match=r"^The lake at row 1, column 1 is covered"):
        here.do(LayCard("blue", "29", 5, 5))
    with pytest.raises(Refused, match="overlaps no earlier card"):
        here.do(LayCard("blue", "29", 9, 9))
    here.do(LayCard("blue", "29", 5, 6))
    put(here, _5x6="G2")
    assert view(here.state).maps["blue"].map.rows[0][:2] == ("L", "G2")
    here.do(TakeBack("blue"))
    here.do(LayCard("blue", "12", 4, 5, 90, "bottom"))
    assert view(here.state).maps["blue"].squares == 10


def test_a_finger_on_a_card_moves_its_cube_and_leaves_it_a_card(here: History) -> None:
    here.do(LayCard("blue", "1", 0, 0))
    map_ = view(here.state).maps["blue"]
    at, symbol = next(
        (f"{row}.{column}", symbol)
        for row, symbols in enumerate(map_.map.rows)
        for column, symbol in enumerate(symbols)
        if symbol.endswith("*")
    )
    here.do(PutSquares("blue", {at: symbol[0]}))
    after = view(here.state).maps["blue"]
    assert symbol[0] in after.map.grid[int(at[0])].split()
    assert [laid.card.name for laid in after.pile.cards] == ["1"]


@pytest.mark.parametrize(
    "asked",
    [
        PutSquares("green", {"0.0": "F"}),
        PutSquares("black", {"0.0": "F"}),
        PutSquares("blue", {"0.0": "Q"}),
        PutSquares("blue", {"0": "F"}),
        PutSquares("blue", {"0.999": "F"}),
        PutSquares("blue", {"0.0": "F", "0.41": "F"}),
        PutSquares("blue", {f"{at // 40}.{at % 40}": "F" for at in range(401)}),
        LayCard("blue", "61", 0, 0),
        LayCard("blue", "1 2", 0, 0),
        LayCard("blue", "1", 0, 0, 45),
        LayCard("blue", "1", 0, 900),
        LayCard("blue", "1", 0, 0, 0, "x"),
        TakeMap("blue", ("F Q",)),
        TakeMap("blue", (".",)),
        TakeCards("blue", ("1 0 0",)),
        ChooseCard(9),
        SettleRuling("covering", "never"),
        SettleRuling("nothing", "never"),
        SitDown("green", "Dai"),
        SitDown("black", "aya"),
        SitDown("black", " "),
        PlayTrick(("1", "2", "3"), ("blue", "blue", "red")),
    ],
    ids=str,
)
def test_a_meaningless_request_is_an_input_error(here: History, asked: object) -> None:
    with pytest.raises(InputError):
        here.do(asked)
    assert len(here) == 1


@pytest.mark.parametrize(
    "asked",
    [
        PutSquares("blue", {"0.0": "."}),
        PutSquares("blue", {}),
        TakeCards("blue", ("1 0 0 0", "2 9 9 0")),
        EndGame(),
        EndGame(False),
        TakeTrickBack(),
        PlayTrick(("1", "2")),
        PlayTrick(("1", "2", "3"), ("blue", "red")),
    ],
    ids=str,
)
def test_a_request_against_the_rules_is_refused(here: History, asked: object) -> None:
    with pytest.raises(Refused):
        here.do(asked)
    assert len(here) == 1


def test_tricks_give_the_new_order_and_are_taken_back_though_maps_went_on(here: History) -> None:
    here.do(SitDown("yellow", "Chen"))
    here.do(PlayTrick(("11", "29+b", "57"), ("yellow", "red", "blue")))
    assert view(here.state).order == ("red", "blue", "yellow")
    with pytest.raises(Refused, match="Card 11 was played in round 1"):
        here.do(PlayTrick(("1", "11", "3")))
    here.do(PlayTrick(("1", "2", "3")))
    assert view(here.state).order == ("yellow", "blue", "red")
    assert view(here.state).round == 3
    put(here, _0x0="F")
    here.do(TakeTrickBack())
    assert (view(here.state).order, grid(here)) == (("red", "blue", "yellow"), ["F"])
    here.do(TakeTrickBack())
    assert view(here.state).order == ("blue", "red", "yellow")


def test_finished_maps_stand_until_somebody_goes_on(here: History) -> None:
    put(here, _0x0="F")
    here.do(EndGame())
    for asked in (PutSquares("blue", {"0.1": "F"}), TakeBack("blue"), SitDown("black", "Dai"), EndGame()):
        with pytest.raises(Refused, match="finished"):
            here.do(asked)
    here.do(SitDown("red", "Bob"))
    here.do(EndGame(False))
    put(here, _0x1="F")
    assert grid(here) == ["F F"]


def test_the_table_kept_read_verified_and_carried_to_another_store(tmp_path: Path) -> None:
    chance = Random(7)
    with Store(tmp_path / "one.sqlite") as store:
        here = Table(store, "friday", HONSHU, BeginTable(PLAYERS, 5, {"covering": "strict"}))
        for _ in range(120):
            seat = chance.choice(["blue", "red"])
            place = f"{chance.randrange(-4, 5)}.{chance.randrange(-4, 5)}"
            asked = chance.choice(
                [
                    PutSquares(seat, {place: chance.choice([*SQUARES])}),
                    TakeBack(seat),
                    PutBack(seat),
                    LayCard(seat, str(chance.randint(1, 60)), *map(int, place.split(".")), 90),
                ]
            )
            try:
                here.do(asked)
            except Refused:
                continue
        events = store.list_events("friday")
        assert verify_log(events, HONSHU).is_valid
        fresh = Table(store, "friday", HONSHU)
        assert fresh.state == here.state
        file = tmp_path / "friday.json"
        file.write_text(json.dumps(build_archive(store.get_header("friday"), events)), encoding="utf-8")
        with pytest.raises(InputError):
            import_archive(store, file, HONSHU)
    with Store(tmp_path / "two.sqlite") as store:
        import_archive(store, file, HONSHU)
        assert Table(store, "friday", HONSHU).state == here.state
        with pytest.raises(TableError):
            Table(store, "saturday", HONSHU)
