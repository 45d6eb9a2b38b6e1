"""The numbers that two phones and Companion give for a fight: sealed by each, then opened, then thrown.

A seal is the SHA-256 of a line that names table, fight and player, so no seal of another can be taken over.
The numbers stay with what goes into the tower. A fight whose numbers were seen and that is declared with
other cubes is another attempt, for which every phone seals a new number: no throw can be foreseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

_HEXADECIMAL = frozenset("0123456789abcdef")

Opened = tuple[str, str]  # number and salt


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to throw a fight."""

    number: int
    phones: tuple[str, ...]  # the players whose phones are asked, the attacker or owner first
    own_seal: str  # the seal of Companion's own number
    cubes: str  # what goes into the tower, and what is there, as one hash
    fixed: bool = False  # true when it is of these cubes only: a number of it may have been seen
    seals: Mapping[str, str] = field(default_factory=dict)
    typed: tuple[str, ...] = ()  # whose number was typed, so that the computer knew it before it was opened
    opened: Mapping[str, Opened] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    own: Opened | None = None
    # the order in which numbers are opened, after which nothing is taken back; empty in logs of older
    # programs, where anybody could open first
    order: tuple[str, ...] = ()
    lost_by: str = ""  # who did not open a sealed number, and loses the fight

    @property
    def unsealed(self) -> tuple[str, ...]:
        """Whose number is still to be sealed."""
        return tuple(each for each in self.phones if each not in {*self.seals, *self.without})

    @property
    def unopened(self) -> tuple[str, ...]:
        """Whose number is sealed and still to be opened, in the order in which they are."""
        if self.lost_by:
            return ()
        awaited = (each for each in self.order or self.phones if each not in self.without)
        return tuple(each for each in awaited if each in self.seals and each not in self.opened)

    @property
    def ready(self) -> bool:
        """True when nothing is left but to throw."""
        return not self.unsealed and not self.unopened

    @property
    def bound(self) -> bool:
        """True when nothing of the fight is taken back any more."""
        return bool(self.order) and bool(self.opened or self.lost_by)

    @property
    def awaited(self) -> tuple[str, ...]:
        """Whose numbers can come now: all that are to be sealed, then the one that is opened next."""
        return self.unsealed or (self.unopened[:1] if self.order else self.unopened)

    @property
    def mixed(self) -> str:
        """The text mixed into the throw: every number that was opened, and whose phone is missing."""
        numbers = [f"{phone} {self.opened.get(phone, ('none',))[0]}" for phone in self.phones]
        assert self.own is not None  # it is being thrown
        return " ".join(["phones", str(self.number), *numbers, "own", self.own[0]])

    def would_lose(self, player: str) -> bool:
        """True when a player who does not open loses: whoever fights, once all numbers are sealed."""
        # Where the neighbour of a fight that no player defends opens first, it is not the neighbour's fight.
        fights = bool(self.order) and player in (self.order[-1], self.phones[0])
        return fights and not self.unsealed

    def going_on_without(self, player: str) -> Attempt | None:
        """The attempt without a phone; none where in an old log a number was opened, and it is begun anew."""
        if self.opened and not self.order:
            return None
        lost_by = player if self.would_lose(player) else ""
        return replace(self, without=(*self.without, player), lost_by=lost_by)

    def begun_anew(self, number: int, own_seal: str, without: str) -> Attempt:
        """Another attempt with the same cubes, without a phone as well.

        Who has seen the others' numbers can refuse to open theirs, but not foresee what comes instead.
        """
        return Attempt(number, self.phones, own_seal, self.cubes, True, without=(*self.without, without))


def number_seal(commitment: str, label: str, attempt: int, player: str, number: str, salt: str) -> str:
    """The seal of a number: SHA-256, in hexadecimal.

    Args:
        player: Whose number it is; ``own`` for Companion's.
        number: The number, in hexadecimal.
        salt: Random bits in hexadecimal, so that no number can be found by trying.
    """
    line = " ".join((commitment, label, str(attempt), player, number, salt))
    return hashlib.sha256(line.encode("ascii")).hexdigest()


def fits(text: str, least: int, most: int) -> bool:
    """True for a text of so many hexadecimal digits, as numbers, salts and seals are written."""
    return least <= len(text) <= most and _HEXADECIMAL.issuperset(text)


def resumed(attempts: Sequence[Attempt], cubes: str) -> Attempt | None:
    """The attempt that a declaration goes on with; none where a new one must be made.

    The one of the same cubes, so that the same throw comes out the same; else one of which no number
    has been seen, so that nothing is sealed twice.
    """
    newest_first = attempts[::-1]
    same = (each for each in newest_first if each.fixed and each.cubes == cubes)
    unseen = (replace(each, cubes=cubes) for each in newest_first if not each.fixed)
    return next(chain(same, unseen), None)
