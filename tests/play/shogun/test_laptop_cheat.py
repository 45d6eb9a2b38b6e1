"""A cheat owns the laptop, fights two hundred times against an honest phone, and gains nothing.

The cheat copies the store whenever it pleases, tries every move on the copy with what is known there, and
makes the one that was seen to win. What is played honestly is the same fights with the same numbers.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from companion.answers import Answer
from companion.data.shogun.towers import preset_named
from companion.errors import Refused
from companion.play.shogun.by_hand import CorrectTray
from companion.play.shogun.fights.fight import TellFight
from companion.play.shogun.trust.attempts import number_seal
from companion.play.shogun.trust.declaring import Declare
from companion.play.shogun.trust.numbers import LeaveOut, OpenNumber, SealNumber
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, begin_table, open_number, open_table, seal_number
from companion.table.history import Redo, Undo
from companion.table.store import Store
from tests.table.games import attack, revolt

FIGHTS = 200
PLAYERS = ("blue", "yellow", "red")
SIDES = {  # how a fight is declared, who cheats, who is honest, and how the cheat's winning is written
    "attack": ("blue", "yellow", "attacker"),
    "defence": ("yellow", "blue", "defender"),
    "on farmers": ("red", "blue", "attacker"),
    "revolt": ("yellow", "red", "owner"),
}
"""Battles of two phones; and where nobody defends, the neighbour's phone is the honest one."""


class Fight:
    """One fight of a cheat against an honest phone, which does what its script does."""

    def __init__(self, folder: Path, number: int, kind: str) -> None:
        chance = Random(number)
        self.folder, self.number = folder, number
        self.cheat, self.honest, self.winning = SIDES[kind]
        self.drawn = {each: (f"{chance.getrandbits(128):032x}", "5" * 32) for each in PLAYERS}
        many, others = chance.randint(3, 6), chance.randint(3, 6)
        self.fight = {
            "on farmers": lambda: attack(f"red={others - 2}", "neutral"),
            "revolt": lambda: revolt(f"yellow={many}", others - 1),
        }.get(kind, lambda: attack(f"blue={many}", f"yellow={others}"))()
        self.file = folder / "tables.sqlite"
        with Store(self.file) as store:
            preset = preset_named("shogun")
            begin_table(store, "friday", PLAYERS, preset, seed=f"seed {number}", trust="phones")
        self.copies = 0

    def sealed(self, here: ShogunSession, player: str) -> str:
        state, attempt = here.state, here.state.attempt
        label, drawn = state.label(state.declared), self.drawn[player]
        return number_seal(state.seal.commitment, label, attempt.number, player, *drawn)

    def seal(self, here: ShogunSession, player: str) -> Answer:
        return play(here, SealNumber(player, self.sealed(here, player)))

    def answer(self, here: ShogunSession) -> None:
        """The honest phone: it seals what is asked, and opens when it is its turn."""
        attempt = here.state.attempt
        if attempt is None or self.honest not in attempt.awaited:
            return
        with suppress(Refused):
            if self.honest in attempt.seals:
                open_number(here, self.honest, *self.drawn[self.honest])
            else:
                seal_number(here, self.honest, self.sealed(here, self.honest))

    def won(self, here: ShogunSession) -> bool | None:
        """Whether the cheat has won; nothing while the fight is not over."""
        last = here.history.steps[-1].event
        return last.result["winner"] == self.winning if last.kind in ("attack", "revolt") else None

    def honestly(self) -> bool:
        """The same fight with the same numbers and no tricks, on a copy of its own."""
        with self.copied() as here:
            play(here, TellFight(self.fight))
            for player in here.state.attempt.phones:
                self.seal(here, player)
            for player in here.state.attempt.order:
                play(here, OpenNumber(player, *self.drawn[player]))
            won = self.won(here)
            assert won is not None
            return won

    @contextmanager
    def copied(self) -> Iterator[ShogunSession]:
        """The table on a copy of the store."""
        self.copies += 1
        copy = self.folder / f"copy-{self.copies}.sqlite"
        with closing(sqlite3.connect(self.file)) as file, closing(sqlite3.connect(copy)) as other:
            file.backup(other)
        with Store(copy) as store:
            yield open_table(store, "friday")

    def tricks(self) -> dict[str, object]:
        """What a cheat can ask for, by name; the honest phone is left out through the page alone."""
        return {
            "open": OpenNumber(self.cheat, *self.drawn[self.cheat]),
            "drop the own phone": LeaveOut(self.cheat),
            "take back": Undo(),
            "do again": Redo(),
            "throw again": self.fight,
            "declare anew": TellFight(attack("blue=9", "yellow=1")),
            "declare without an order": Declare(self.fight),
            "another number": SealNumber(self.cheat, "0" * 64),
            "another tray": CorrectTray({self.cheat: 3}),
        }

    def foreseen(self, here: ShogunSession) -> dict[str, bool]:
        """Which trick, tried on a copy without the honest phone, leads to a win or a loss at once."""
        found, left = {}, self.tricks()
        while left:
            with self.copied() as there:  # until a trick is allowed, and the copy is another
                assert there.head == here.head
                while left:
                    name, request = left.popitem()
                    if play(there, request).yes:
                        if (won := self.won(there)) is not None:
                            found[name] = won
                        break
        return found

    def cheated(self) -> bool:
        """The fight as the cheat plays it: what was seen to win is done, a loss is put off."""
        with Store(self.file) as store:
            return self.to_the_end(open_table(store, "friday"))

    def to_the_end(self, here: ShogunSession) -> bool:
        self.without_an_order(here)
        play(here, TellFight(self.fight))
        self.seal(here, self.cheat)
        self.answer(here)
        assert here.state.attempt.unsealed == ()
        for _ in range(12):
            if (won := self.won(here)) is not None:
                self.in_vain(here)
                return won
            seen, tricks = self.foreseen(here), self.tricks()
            good = [name for name, wins in seen.items() if wins]
            if good:
                play(here, tricks[good[0]])
            else:
                self.put_off(here, seen)
            self.answer(here)
        raise AssertionError("the fight is not over")

    def without_an_order(self, here: ShogunSession) -> None:
        """What an older program declared could all be taken back: an honest phone has no part in it."""
        play(here, Declare(self.fight))
        self.answer(here)
        assert here.state.attempt.seals == {}
        play(here, Undo())

    def put_off(self, here: ShogunSession, seen: dict[str, bool]) -> None:
        """Where the opening would lose, anything else is tried first; then it is opened all the same."""
        tricks = self.tricks()
        if seen.get("open") is False:
            for name in ("take back", "declare anew", "throw again", "another number", "another tray"):
                assert not play(here, tricks[name]).yes, name
        play(here, tricks["open"])

    def in_vain(self, here: ShogunSession) -> None:
        """After the throw nothing of it is taken back."""
        assert not play(here, Undo()).yes
        assert not play(here, Redo()).yes


@pytest.mark.parametrize("kind", SIDES)
def test_a_cheat_with_the_laptop_gains_nothing_in_two_hundred_fights(tmp_path: Path, kind: str) -> None:
    honest, won = 0, 0
    for number in range(FIGHTS // len(SIDES)):
        folder = tmp_path / f"{kind} {number}"
        folder.mkdir()
        fight = Fight(folder, number, kind)
        fair, got = fight.honestly(), fight.cheated()
        assert got <= fair, number
        honest, won = honest + fair, won + got
        shutil.rmtree(folder)
    assert won == honest
    assert 5 < honest < FIGHTS // len(SIDES) - 5  # there was something to gain
