"""What is told of real towers, hidden ones, words and seeds, word by word."""

from collections.abc import Callable, Iterator

import pytest

from companion.play.shogun.by_hand import ChooseTower, CorrectInside, CorrectTray
from companion.play.shogun.fights import ThrowCubes
from companion.play.shogun.round import LayCards
from companion.play.shogun.start import ExportSeed, MixWords, RevealSeed, SetUp
from companion.table.history import Redo, Undo
from tests.goldens import read_golden
from tests.play.shogun.told_tables import build_telling
from tests.table.games import attack, history, real_tower


def by_hand() -> Iterator[str]:
    """A real tower, its tray and its inside put right, and Companion's tower chosen instead."""
    at = build_telling(real_tower({"blue": 3, "yellow": 2, "red": 3, "green": 4}))
    yield from at.play(
        attack(out={"blue": 3, "yellow": 1}, province="Kai"),
        CorrectTray(changes={"green": ("", 2), "blue": ("+", 1)}),
        CorrectTray(changes={"blue": ("-", 2)}),
        CorrectTray(changes={"blue": ("+", 0)}),
        CorrectTray(changes={"blue": ("-", 1)}),
        CorrectTray({}),
        CorrectTray({}),
        CorrectInside(changes={"blue": ("-", 1)}, fell=True),
        CorrectInside(changes={"blue": ("-", 1), "red": ("+", 2)}),
        CorrectInside(changes={"blue": ("-", 9)}),
        CorrectInside(changes={"blue": ("+", 0)}),
        ChooseTower(True),
        ChooseTower(False),
        ChooseTower(False),
        CorrectInside(changes={"blue": ("-", 1)}),
        attack("red=2", "neutral"),
        Undo(),
        Redo(),
        Undo(),
        Undo(),
    )
    yield from at.end()


def hidden() -> Iterator[str]:
    """A table whose players chose not to be told of the inside."""
    at = build_telling(real_tower({"blue": 3, "yellow": 2, "red": 7, "green": 10}, inside="hidden"))
    inside = at.state.tower.count_lodged()
    yield from at.play(
        CorrectInside(inside),
        CorrectInside(changes={"blue": ("+", 1)}),
        CorrectInside(changes={"blue": ("-", 1)}, fell=True),
        CorrectTray(changes={"blue": ("+", 1)}),
        ChooseTower(False),
        attack(),
        Undo(),
        SetUp("fixed"),
    )
    yield from at.end()


def words_and_seed() -> Iterator[str]:
    """Words mixed in, the tower filled anew; the seed let out, and shown."""
    at = build_telling(history())
    yield from at.play(MixWords((("red", "rain"), ("blue", "tea"))), MixWords(()), MixWords((("red", "x"),)))
    yield from at.end()
    at = build_telling(history(chosen=True))
    yield from at.play(
        MixWords((("blue", "tea"),)), ExportSeed(), ThrowCubes({"blue": 2}), RevealSeed(), RevealSeed(), ExportSeed()
    )
    yield from at.play(ThrowCubes({"blue": 2}), ThrowCubes({"blue": 2}, out={"blue": 1}), SetUp("fixed"), LayCards())
    yield from at.end()


@pytest.mark.parametrize("story", [by_hand, hidden, words_and_seed])
def test_tower_tables_are_described_as_in_the_golden_files(story: Callable[[], Iterator[str]]) -> None:
    told, what = "\n".join(story()), story.__name__.replace("_", "-")
    assert told == read_golden(f"told-{what}.txt", told)
