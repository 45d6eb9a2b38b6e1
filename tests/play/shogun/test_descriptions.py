"""What is told of every event at a table of Shogun, word by word: kept boards, real towers, hidden ones, seeds."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.data.shogun.facts import Side
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.corrections import Amounts, ChooseTower, CorrectBoard, CorrectInside, CorrectTray
from companion.play.shogun.fights import TakeTurn, ThrowCubes, declare_winter_revolt
from companion.play.shogun.round import BeginWinter, CountPoints, DrawEvent, EndRound, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.standing import find_next_action
from companion.play.shogun.start import DraftCard, ExportSeed, MixWords, RevealSeed, SetUp
from companion.play.shogun.state import Drafting, ShogunState
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.realm import Land
from companion.rules.shogun.setup import DRAWN
from companion.rules.shogun.stages import Season, Stage
from companion.table.history import History, Redo, Undo
from tests.goldens import name_case, read_golden
from tests.play.recorder import Recorder
from tests.table.games import PLAYERS, begin_history, begin_real_tower, build_attack, build_opening

BIDS = RevealBids({"blue": "2", "yellow": "2", "red": "0"})
LAID = LayCards(
    ("tax", "castle", "combat-a", "five", "rice", "temple", "combat-b", "three", "one", "theatre"),
    ("six", "attack", "rice", "chest", "defence"),
)


def build_recorder(history: History[ShogunState]) -> Recorder:
    """Beside what is told, what the table waits for."""
    return Recorder(history, lambda state: {"waits": find_next_action(state).words})


def choose_specials(at: Recorder) -> Iterator[str]:
    while (calendar := at.state.calendar) is not None and calendar.stage == Stage.CHOICE:
        free = next(card for card in calendar.specials if card not in calendar.taken.values())
        yield from at.play(TakeSpecial(str(calendar.player), free))


def play_beginnings() -> Iterator[str]:
    for more in (
        {},
        {"chosen": True},
        {"inside": "hidden"},
        {"players": ("blue",)},
        {"players": ("blue", "blue", "red")},
        {"players": ("blue", "pink", "red")},
        {"inside": "guessed"},
        {"seed": ""},
        {"seed": "a\nb"},
    ):
        yield from build_recorder(History(SHOGUN)).play(build_opening(**more))


def play_set_ups() -> Iterator[str]:
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
        yield from build_recorder(begin_history()).play(asked)


def play_draft() -> Iterator[str]:
    """Provinces divided: the first cards and the last."""
    at = build_recorder(begin_history())
    yield from at.play(DraftCard("blue", "Kai", 5), SetUp("draft", Side.MOON, first="red"))
    taken = 0
    while isinstance(at.state.game, Drafting):
        draft = at.state.game.draft
        card = "pile" if taken % 2 else draft.open[0]
        lines = [*at.play(DraftCard(str(draft.player), card, draft.groups[str(draft.player)][0]))]
        taken += 1
        yield from lines if taken < 5 or taken > 25 else ()
    yield from at.play(Undo(), Redo())


def play_board() -> Iterator[str]:
    """A kept board: turns, a fight, blanks, a winter with its first revolt and its last, and points."""
    at = build_recorder(begin_history(seed="golden 3", rulings={"defender-throws-all": "chooses"}))
    yield from at.play(LayCards(), SetUp("fixed", season=Season.AUTUMN), LAID)
    yield from at.play(DrawEvent(at.state.calendar.open_events[0]), BIDS)
    yield from choose_specials(at)
    first, second, third = at.state.calendar.order
    own = {player: at.state.game.realm.list_provinces(player) for player in PLAYERS}
    yield from at.play(
        TakeTurn(Order(first, "tax", own[first][0])),
        TakeTurn(Order(second, "tax", own[second][1])),
        TakeTurn(Order(third, "castle", own[third][0]), blanks=False),
        TakeTurn(Order(third, "castle", own[third][0])),
        TakeTurn(Order("blue", "combat-a", "Suruga", "Kai", 3, 1)),
        CorrectBoard({"Kai": Land("yellow", 4, ("castle",), 1)}, {"blue": Amounts(9), "red": Amounts(rice=2)}),
        CorrectBoard({"Kai": Land("blue", 4, ("castle", "castle"))}),
        EndRound(False),
        EndRound(True),
        Undo(),
        EndRound(),
        declare_winter_revolt("Kai"),
        BeginWinter(("Aki",)),
        BeginWinter(),
    )
    revolts = []
    while (player := at.state.game.revolting_player) is not None:
        revolts.append("\n".join(at.play(declare_winter_revolt(at.state.game.revolts[player][0][0]))))
    yield from (revolts[0], revolts[-1])
    yield from at.play(CountPoints(open=(1, 2, 3, 4)))
    yield from at.describe_end()


def play_last_winter() -> Iterator[str]:
    """The end of a game whose board is kept; two have as many points, and one of them more chests."""
    history = begin_history(seed="golden 3")
    seats = {"blue": Amounts(4, 9, 20), "yellow": Amounts(6, 9, 20), "red": Amounts(1, 9, 4)}
    lands = {"Kai": Land("blue", 3, ("castle",)), "Aki": Land("yellow", 2, ("castle",)), "Omi": Land("red", 6)}
    start = SetUp("board", lands=lands, seats=seats, year=2, season=Season.AUTUMN)
    for request in (start, LayCards(), DrawEvent(), BIDS):
        history.do(request)
    at = build_recorder(history)
    yield from choose_specials(at)
    yield from at.describe_end()
    yield from at.play(EndRound(), BeginWinter(), CountPoints(), LayCards())
    yield from at.describe_end()


def play_real_tower() -> Iterator[str]:
    """A real tower, its tray and its inside put right, and Companion's tower chosen instead."""
    at = build_recorder(begin_real_tower({"blue": 3, "yellow": 2, "red": 3, "green": 4}))
    yield from at.play(
        build_attack(out={"blue": 3, "yellow": 1}, province="Kai"),
        CorrectTray(changes={"green": ("", 2), "blue": ("+", 1)}),
        CorrectTray(changes={"blue": ("-", 2)}),
        CorrectTray(changes={"blue": ("+", 0)}),
        CorrectTray({}),
        CorrectInside(changes={"blue": ("-", 1)}, fell=True),
        CorrectInside(changes={"blue": ("-", 1), "red": ("+", 2)}),
        CorrectInside(changes={"blue": ("-", 9)}),
        ChooseTower(True),
        ChooseTower(False),
        CorrectInside(changes={"blue": ("-", 1)}),
        build_attack("red=2", "neutral"),
        Undo(),
        Redo(),
    )
    yield from at.describe_end()


def play_hidden_inside() -> Iterator[str]:
    at = build_recorder(begin_real_tower({"blue": 3, "yellow": 2, "red": 7, "green": 10}, inside="hidden"))
    yield from at.play(
        CorrectInside(at.state.tower.count_lodged()),
        CorrectInside(changes={"blue": ("-", 1)}, fell=True),
        CorrectTray(changes={"blue": ("+", 1)}),
        ChooseTower(False),
        build_attack(),
        Undo(),
    )
    yield from at.describe_end()


def play_words_and_seed() -> Iterator[str]:
    """Words mixed in, the tower filled anew; the seed let out, and shown."""
    at = build_recorder(begin_history(chosen=True))
    yield from at.play(MixWords((("red", "rain"), ("blue", "tea"))), MixWords(()), MixWords((("red", "x"),)))
    yield from at.play(ExportSeed(), ThrowCubes({"blue": 2}), RevealSeed(), RevealSeed(), ExportSeed())
    yield from at.play(ThrowCubes({"blue": 2}), ThrowCubes({"blue": 2}, out={"blue": 1}), SetUp("fixed"), LayCards())
    yield from at.describe_end()


STORIES = [
    play_beginnings,
    play_set_ups,
    play_draft,
    play_board,
    play_last_winter,
    play_real_tower,
    play_hidden_inside,
    play_words_and_seed,
]


@pytest.mark.parametrize("story", STORIES)
def test_shogun_tables_are_described_as_in_the_golden_files(story: Callable[[], Iterator[str]]) -> None:
    text, name = "\n".join(story()), name_case(story)
    assert text == read_golden(f"described-{name}.txt", text)
