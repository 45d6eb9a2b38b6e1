"""The numbers that two phones and Companion give for a fight: sealed by each, then opened, then thrown.

A seal is the SHA-256 of a line that names table, fight and player, so no seal of another can be taken over.
The numbers stay with what goes into the tower. A fight whose numbers were seen and that is declared with
other cubes is another attempt, for which every phone seals a new number: no throw can be foreseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

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

    @property
    def unsealed(self) -> tuple[str, ...]:
        """Whose number is still to be sealed."""
        return tuple(each for each in self.phones if each not in {*self.seals, *self.without})

    @property
    def unopened(self) -> tuple[str, ...]:
        """Whose number is sealed and still to be opened."""
        return tuple(each for each in self._awaited if each in self.seals and each not in self.opened)

    @property
    def ready(self) -> bool:
        """True when nothing is left but to throw."""
        return not self.unsealed and not self.unopened

    @property
    def mixed(self) -> str:
        """The text mixed into the throw: every number that was opened, and whose phone is missing."""
        numbers = [
            f"{phone} {self.opened[phone][0] if phone in self._awaited else 'none'}" for phone in self.phones
        ]
        assert self.own is not None  # it is being thrown
        return " ".join(["phones", str(self.number), *numbers, "own", self.own[0]])

    @property
    def _awaited(self) -> tuple[str, ...]:
        return tuple(each for each in self.phones if each not in self.without)

    def going_on_without(self, player: str) -> Attempt | None:
        """The attempt without a phone; none where a number was opened, and it is begun anew."""
        return None if self.opened else replace(self, without=(*self.without, player))

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
    return next(_resumable(attempts, cubes), None)


def _resumable(attempts: Sequence[Attempt], cubes: str) -> Iterator[Attempt]:
    newest_first = attempts[::-1]
    yield from (each for each in newest_first if each.fixed and each.cubes == cubes)
    yield from (replace(each, cubes=cubes) for each in newest_first if not each.fixed)
