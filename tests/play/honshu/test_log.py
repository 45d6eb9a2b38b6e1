"""A table of Honshu in its log: maps by squares and by cards, each with its own way back, tricks, the end."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.data.honshu.map import SQUARES
from companion.errors import InputError, Refused
from companion.play.honshu import GAME as HONSHU
from companion.play.honshu.changes import LayCard, PutBack, PutSquares, TakeBack, TakeCards, TakeMap
from companion.play.honshu.ending import BeginTable, ChooseCard, EndGame, SitDown
from companion.play.honshu.hands import PlayTrick, TakeTrickBack
from companion.play.honshu.views import view
from companion.play.shared_events import SettleRuling
from companion.table.archive import build_archive, verify_log
from companion.table.history import History, Undo
from companion.table.shelf import Table
from companion.table.store import Store
from tests.table.files import import_archive

PLAYERS = {"red": "Bo", "blue": "Aya"}


@pytest.fixture
def history() -> History:
    course = History(HONSHU)
    course.do(BeginTable(PLAYERS))
    return course


def get_grid(history: History, seat: str = "blue") -> list[str]:
    return view(history.state).maps[seat].map.grid


def test_each_player_takes_back_their_own_last_act_though_others_went_on(history: History) -> None:
    history.do(PutSquares("blue", {"0.0": "F"}))
    history.do(PutSquares("blue", {"0.1": "T"}))
    history.do(PutSquares("red", {"0.0": "L"}))
    history.do(TakeBack("blue"))
    assert get_grid(history) == ["F"]
    assert get_grid(history, "red") == ["L"]
    history.do(PutBack("blue"))
    assert get_grid(history) == ["F T"]
    history.do(TakeBack("blue"))
    history.do(PutSquares("blue", {"0.1": "-"}))
    with pytest.raises(Refused, match="There is nothing to redo"):
        history.do(PutBack("blue"))
    history.do(TakeBack("blue"))
    history.do(TakeBack("blue"))
    with pytest.raises(Refused, match="There is nothing to undo"):
        history.do(TakeBack("blue"))
    assert get_grid(history, "red") == ["L"]
    history.do(Undo())  # the log's own takes back the last event, even a taking back
    assert get_grid(history) == ["F"]


@pytest.mark.parametrize(
    "asked",
    [
        PutSquares("green", {"0.0": "F"}),
        PutSquares("blue", {"0.0": "Q"}),
        PutSquares("blue", {"0.999": "F"}),
        PutSquares("blue", {f"{at // 40}.{at % 40}": "F" for at in range(401)}),
        LayCard("blue", "61", 0, 0),
        LayCard("blue", "1", 0, 900),
        LayCard("blue", "1", 0, 0, 0, "x"),
        TakeMap("blue", ("F Q",)),
        TakeCards("blue", ("1 0 0",)),
        ChooseCard(9),
        SettleRuling("covering", "never"),
        SitDown("green", "Dai"),
        SitDown("black", " "),
        PlayTrick(("1", "2", "3"), ("blue", "blue", "red")),
    ],
    ids=str,
)
def test_a_meaningless_request_is_an_input_error(history: History, asked: object) -> None:
    with pytest.raises(InputError):
        history.do(asked)
    assert len(history) == 1


@pytest.mark.parametrize(
    "asked",
    [
        PutSquares("blue", {"0.0": "."}),
        TakeCards("blue", ("1 0 0 0", "2 9 9 0")),
        EndGame(),
        TakeTrickBack(),
        PlayTrick(("1", "2")),
    ],
    ids=str,
)
def test_a_request_against_the_rules_is_refused(history: History, asked: object) -> None:
    with pytest.raises(Refused):
        history.do(asked)
    assert len(history) == 1


def test_a_table_of_any_acts_is_kept_verified_and_carried_to_another_store(tmp_path: Path) -> None:
    chance = Random(7)
    with Store(tmp_path / "one.sqlite") as store:
        table = Table(store, "friday", HONSHU, BeginTable(PLAYERS, 5, {"covering": "strict"}))
        for _ in range(60):
            seat, row, column = chance.choice(["blue", "red"]), chance.randrange(-4, 5), chance.randrange(-4, 5)
            put = PutSquares(seat, {f"{row}.{column}": chance.choice([*SQUARES])})
            lay = LayCard(seat, str(chance.randint(1, 60)), row, column, 90)
            with suppress(Refused):
                table.do(chance.choice([put, TakeBack(seat), PutBack(seat), lay]))
        events = store.list_events("friday")
        assert verify_log(events, HONSHU).is_valid
        file = tmp_path / "friday.json"
        file.write_text(json.dumps(build_archive(store.get_header("friday"), events)), encoding="utf-8")
    with Store(tmp_path / "two.sqlite") as store:
        import_archive(store, file, HONSHU)
        assert Table(store, "friday", HONSHU).state == table.state
