"""What is told of real towers, hidden ones, numbers of phones, words and seeds, word by word."""

from collections.abc import Callable, Iterator

import pytest

from companion.play.shogun.by_hand import ChangeInside, ChangeTray, ChooseTower, CorrectInside, CorrectTray
from companion.play.shogun.fights.fight import TellFight, ThrowCubes
from companion.play.shogun.round import LayCards
from companion.play.shogun.seed import ExportSeed, RevealSeed
from companion.play.shogun.set_up import SetUp
from companion.play.shogun.telling.numbers import number_awaited, throws_by_phones
from companion.play.shogun.trust.numbers import GiveNumber, LeaveOut
from companion.play.shogun.trust.sealed_words import SealWords
from companion.table.history import Redo, Undo
from tests.goldens import kept
from tests.play.shogun.phone_numbers import A, B, declared, opened, sealed
from tests.play.shogun.told_tables import at_table
from tests.play.told import Telling
from tests.table.games import attack, history, revolt


def by_hand() -> Iterator[str]:
    """A real tower, its tray and its inside put right, and Companion's tower chosen instead."""
    at = at_table(history(out={"blue": 4, "yellow": 5, "red": 4, "green": 6}))
    yield from at.play(
        TellFight(attack(out={"blue": 3, "yellow": 1}, province="Kai")),
        ChangeTray({"green": ("", 2), "blue": ("+", 1)}),
        ChangeTray({"blue": ("-", 2)}),
        ChangeTray({"blue": ("+", 0)}),
        ChangeTray({"blue": ("-", 1)}),
        ChangeTray(None),
        CorrectTray({}),
        ChangeInside({"blue": ("-", 1)}, fell=True),
        ChangeInside({"blue": ("-", 1), "red": ("+", 2)}),
        ChangeInside({"blue": ("-", 9)}),
        ChangeInside({"blue": ("+", 0)}),
        ChooseTower(True),
        ChooseTower(False),
        ChooseTower(False),
        ChangeInside({"blue": ("-", 1)}),
        TellFight(attack("red=2", "neutral")),
        Undo(),
        Redo(),
        Undo(),
        Undo(),
    )
    yield from at.end()


def hidden() -> Iterator[str]:
    """A table whose players chose not to be told of the inside."""
    at = at_table(history(inside="hidden", out={"blue": 4, "yellow": 5}))
    inside = at.state.tower.counts()
    yield from at.play(
        CorrectInside(inside),
        ChangeInside({"blue": ("+", 1)}),
        ChangeInside({"blue": ("-", 1)}, fell=True),
        ChangeTray({"blue": ("+", 1)}),
        ChooseTower(False),
        TellFight(attack()),
        Undo(),
        SetUp("fixed"),
    )
    yield from at.end()


def by_phones() -> Iterator[str]:
    """Numbers of both sides' phones: sealed, opened, typed, left out, lost by, and declared anew."""
    at = at_table(declared())
    here = at.history
    told = Telling(here, lambda state: {"asked": number_awaited(state), "throws": throws_by_phones(here)})

    def sealing(player: str, number: str) -> object:
        return sealed(here, player, number)

    yield from told.play(GiveNumber(3, "red"), GiveNumber(3), GiveNumber(4, "blue"), ThrowCubes({"blue": 1}))
    yield from told.play(
        *[GiveNumber(5, "yellow")] * 2, GiveNumber(3, "blue"), GiveNumber(5), here.state.declared
    )
    yield from told.play(
        TellFight(attack("red=2", "neutral", province="Kai")), LeaveOut("red"), LeaveOut("red")
    )
    yield from told.play(LeaveOut("blue"), here.state.declared, ThrowCubes({"red": 1}), GiveNumber(1))
    yield from told.play(TellFight(revolt("yellow=4", province="Aki")))
    sealing("yellow", A)
    sealing("red", B)
    opened(here, "red", B)
    yield from told.play(LeaveOut("red"), LeaveOut("yellow"), Undo(), here.state.declared, Undo())
    yield from told.play(TellFight(attack("blue=3", "red=3")))
    sealing("blue", A)
    yield from told.play(Undo(), Redo(), LeaveOut("red"))
    opened(here, "blue", A)
    yield from told.play(here.state.declared)
    yield from told.play(ThrowCubes({"red": 1}, out={"red": 1}), TellFight(attack(out={"blue": 3})))
    yield from told.end()


def words_and_seed() -> Iterator[str]:
    """Words sealed and opened, the tower filled anew; the seed let out, and shown."""
    at = at_table(history())
    yield from at.play(SealWords({"blue": "a" * 64}))
    yield from at.end()
    at = at_table(history(numbering=1, words=[("blue", "tea")], chosen=True))
    yield from at.play(ExportSeed(), ThrowCubes({"blue": 2}), RevealSeed(), RevealSeed(), ExportSeed())
    yield from at.play(
        ThrowCubes({"blue": 2}), ThrowCubes({"blue": 2}, out={"blue": 1}), SetUp("light"), LayCards()
    )
    yield from at.end()


@pytest.mark.parametrize("story", [by_hand, hidden, by_phones, words_and_seed])
def test_what_is_told_at_a_table(story: Callable[[], Iterator[str]]) -> None:
    told, what = "\n".join(story()), story.__name__.replace("_", "-")
    assert told == kept(f"told-{what}.txt", told)
