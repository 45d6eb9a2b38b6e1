"""What is told of every event at a table of Shogun that keeps its board, word by word."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.data.shogun import Side
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.by_hand import Amounts, CorrectBoard
from companion.play.shogun.fights import TakeTurn, declare_winter_revolt
from companion.play.shogun.round import BeginWinter, CountPoints, DrawEvent, EndRound, LayCards
from companion.play.shogun.start import DraftCard, SetUp
from companion.play.shogun.state import Drafting
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.stages import Season
from companion.rules.shogun.setup import DRAWN
from companion.table.history import History, Redo, Undo
from tests.goldens import read_golden
from tests.play.shogun.told_tables import BIDS, LAID, SPECIALS, build_telling, choosing
from tests.table.games import PLAYERS, history, opening


def beginnings() -> Iterator[str]:
    """How a table begins, as it is told; and what no table begins with."""
    for more in (
        {},
        {"players": ("blue", "red")},
        {"chosen": True},
        {"inside": "hidden"},
        {"players": ("blue",)},
        {"players": ("blue", "blue", "red")},
        {"players": ("blue", "pink", "red")},
        {"inside": "guessed"},
        {"seed": ""},
        {"seed": "a\nb"},
    ):
        yield from build_telling(History(SHOGUN)).play(opening(**more))


def set_ups() -> Iterator[str]:
    """Other ways to begin, and what is missing or wrong in them."""
    lands = {"Kai": Land("blue", 3, ("castle",), 1), "Aki": Land("yellow", 2), "Omi": Land("red", 6)}
    some = SetUp("board", lands=lands, seats={"blue": Amounts(4, 5, 20), "yellow": Amounts(0)}, year=2)
    whole = replace(some, seats={**some.seats, "red": Amounts(3, 1)})
    for asked in (
        some,
        replace(whole, lands={**lands, "Kai": Land("black", 3)}),
        replace(whole, season=Season.WINTER),
        whole,
        SetUp("half"),
        SetUp("fixed", letters=DRAWN),
        SetUp("fixed", letters="BAC", open=(4, 3, 2, 1)),
        SetUp("board", Side.MOON, seats=whole.seats),
    ):
        yield from build_telling(history()).play(asked)


def a_draft() -> Iterator[str]:
    """Provinces divided, from the first card to the last."""
    at = build_telling(history())
    yield from at.play(DraftCard("blue", "Kai", 5), SetUp("draft", Side.MOON, first="red"))
    taken = 0
    while isinstance(at.state.game, Drafting):
        draft = at.state.game.draft
        card = "pile" if taken % 2 else draft.open[0]
        yield from at.play(DraftCard(str(draft.player), card, draft.groups[str(draft.player)][0]))
        taken += 1
    yield from at.play(Undo(), Redo())


def a_board() -> Iterator[str]:
    """A kept board: turns, a fight, blanks, a winter, points and the next year."""
    at = build_telling(history(seed="golden 3", rulings={"defender-throws-all": "chooses"}))
    yield from at.play(LayCards(), SetUp("fixed", season=Season.AUTUMN), LayCards(LAID, SPECIALS))
    yield from at.play(DrawEvent(at.state.calendar.open_events[0]), BIDS)
    yield from choosing(at)
    first, second, third = at.state.calendar.order
    own = {player: at.state.game.realm.list_provinces(player) for player in PLAYERS}
    yield from at.play(
        TakeTurn(Order(first, "tax", own[first][0])),
        TakeTurn(Order(second, "tax", own[second][1])),
        TakeTurn(Order(third, "castle", own[third][0]), blanks=False),
        TakeTurn(Order(third, "castle", own[third][0])),
        TakeTurn(Order("blue", "combat-a", "Suruga", "Kai", 3, 1)),
        Undo(),
        Redo(),
        CorrectBoard({"Kai": Land("yellow", 4, ("castle",), 1)}, {"blue": Amounts(9), "red": Amounts(rice=2)}),
        CorrectBoard({}, {"red": Amounts(points=3)}),
        CorrectBoard({"Kai": Land("blue", 4, ("castle", "castle"))}),
        EndRound(False),
        EndRound(True),
        Undo(),
        EndRound(),
        declare_winter_revolt("Kai"),
        BeginWinter(("Aki",)),
        BeginWinter(),
    )
    while (player := at.state.game.revolting_player) is not None:
        yield from at.play(declare_winter_revolt(at.state.game.pending[player][0][0]))
    yield from at.play(CountPoints(open=(1, 2, 3, 4)))
    yield from at.end()


def the_last_winter() -> Iterator[str]:
    """The end of a game whose board is kept; two have as many points, and one of them more chests."""
    here = history(seed="golden 3")
    seats = {"blue": Amounts(4, 9, 20), "yellow": Amounts(6, 9, 20), "red": Amounts(1, 9, 4)}
    lands = {"Kai": Land("blue", 3, ("castle",)), "Aki": Land("yellow", 2, ("castle",)), "Omi": Land("red", 6)}
    for request in (
        SetUp("board", lands=lands, seats=seats, year=2, season=Season.AUTUMN),
        LayCards(),
        DrawEvent(),
        BIDS,
    ):
        here.do(request)
    at = build_telling(here)
    yield from choosing(at)
    yield from at.end()
    yield from at.play(EndRound(), BeginWinter(), CountPoints(), LayCards())
    yield from at.end()


@pytest.mark.parametrize("story", [beginnings, set_ups, a_draft, a_board, the_last_winter])
def test_shogun_tables_are_described_as_in_the_golden_files(story: Callable[[], Iterator[str]]) -> None:
    told, what = "\n".join(story()), story.__name__.replace("_", "-")
    assert told == read_golden(f"told-{what}.txt", told)
