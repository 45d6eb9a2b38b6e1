"""What is told of every event at a table of Honshu, word by word, with the maps as they lie."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.play.game import Seat
from companion.play.honshu import GAME as HONSHU
from companion.play.honshu.changes import LayCard, PutBack, PutSquares, TakeBack, TakeCards, TakeMap, format_placements
from companion.play.honshu.ending import BeginTable, ChooseCard, EndGame, SitDown, find_sit_request, list_seats
from companion.play.honshu.hands import PlayTrick, TakeTrickBack
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import view
from companion.play.shared_events import SettleRuling
from companion.table.history import History
from tests.goldens import name_case, read_golden
from tests.play.recorder import Recorder

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
