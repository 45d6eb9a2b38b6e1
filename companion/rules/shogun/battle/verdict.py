"""A verdict: who won, where every cube of the tray goes, and what becomes of the province, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.errors import InputError
from companion.rules.shogun.cubes import COLOURS, Cube, cubes_of
from companion.rules.shogun.tower.tower import Tower
from companion.sentences import Sentence

__all__ = ["Consequence", "Settlement", "Verdict", "settle", "without_none"]


@dataclass(frozen=True, slots=True)
class Consequence:
    """One consequence, to be read out.

    Attributes:
        about: What it is about: ``strength``, ``green``, ``result``, ``losses``, ``survivors``,
            ``held-back``, ``yield``, ``card``, ``province``, ``markers``, ``tray``.
        text: The sentence.
    """

    about: str
    text: Sentence


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a tray was judged; the four counts together are the tray.

    Attributes:
        winner: ``attacker``, ``defender`` or ``tie``; after a revolt ``owner``, ``revolt`` or ``tie``.
        strengths: What counted for attacker and defender; after a revolt for owner and farmers.
        survivors: Cubes that go from the tray into the province.
        to_supply: Cubes that go from the tray to their supplies.
        stays_in_tray: Cubes that stay in the tray and go in with the next throw.
        into_tower: Cubes that are laid into the tower as just lodged (ruling ``tie=tower``).
        province: ``conquered``, ``held`` or ``neutral``.
        owner: Whose the province is now; ``None`` when neutral.
        added_markers: Revolt markers to lay into the province.
        held_back: Armies not thrown that stay in the province; those of a loser go to the supply.
        lines: The verdict in words.
    """

    winner: str
    strengths: tuple[int, int]
    survivors: Mapping[str, int]
    to_supply: Mapping[str, int]
    stays_in_tray: Mapping[str, int]
    into_tower: Mapping[str, int]
    province: str
    owner: str | None
    added_markers: int = 0
    held_back: int = 0
    lines: tuple[Consequence, ...] = ()

    def as_answer(self) -> dict[str, object]:
        """The verdict for a program, as ``companion shogun judge --json`` gives it."""
        answer: dict[str, object] = {
            "winner": self.winner,
            "survivors": dict(self.survivors),
            "to_supply": dict(self.to_supply),
            "stays_in_tray": dict(self.stays_in_tray),
            "province": self.province,
        }
        if self.into_tower:
            answer["into_tower"] = dict(self.into_tower)
        if self.added_markers:
            answer["added_markers"] = self.added_markers
        return answer


@dataclass(frozen=True, slots=True)
class Settlement:
    """A verdict carried out cube by cube.

    Attributes:
        survivors: Cubes that go into the province.
        to_supply: Cubes that go to their supplies.
        tower: The tower with its tray afterwards.
    """

    survivors: tuple[Cube, ...]
    to_supply: tuple[Cube, ...]
    tower: Tower


def settle(tower: Tower, verdict: Verdict) -> Settlement:
    """Clear the tray as a verdict says; of each colour the lowest numbers survive, the next go to the supply.

    Raises:
        InputError: When the verdict is about another tray.
    """
    survivors: list[Cube] = []
    to_supply: list[Cube] = []
    stays: list[Cube] = []
    into_tower: list[Cube] = []
    for colour in COLOURS:
        cubes = list(cubes_of(colour, tower.tray))
        for goal, counts in (
            (survivors, verdict.survivors),
            (to_supply, verdict.to_supply),
            (into_tower, verdict.into_tower),
            (stays, verdict.stays_in_tray),
        ):
            count = counts.get(colour, 0)
            goal += cubes[:count]
            del cubes[:count]
        if cubes:
            raise _other_tray()
    if len(survivors) + len(to_supply) + len(stays) + len(into_tower) != sum(_all_counts(verdict)):
        raise _other_tray()
    after = tower.with_lodged(into_tower).with_tray(stays)
    return Settlement(tuple(survivors), tuple(to_supply), after)


def _other_tray() -> InputError:
    return InputError("The verdict does not fit the cubes in the tray.")


def _all_counts(verdict: Verdict) -> Iterable[int]:
    for counts in (verdict.survivors, verdict.to_supply, verdict.into_tower, verdict.stays_in_tray):
        yield from counts.values()


def without_none(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts by colour in the order of the colours, without those of which there are none."""
    return {colour: counts[colour] for colour in COLOURS if counts.get(colour)}
