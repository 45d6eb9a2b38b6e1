"""A verdict: who won, where every cube of the tray goes, and what becomes of the province, line by line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.errors import InputError
from companion.rules.shogun.realm import COLOURS, Cube, armies, cubes_of
from companion.rules.shogun.tower.tower import Tower
from companion.sentences import Sentence, say

LOST_BY_ALL = {
    "card": say("The province card goes to the stack; an action planned with it is lost."),
    "province": say("Buildings, markers and armies leave it: the province is neutral."),
}
"""The sentences on a province that its owner loses to nobody."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a tray; the four counts together are the tray."""

    winner: str  # ``attacker``, ``defender`` or ``tie``; after a revolt ``owner``, ``revolt`` or ``tie``
    strengths: tuple[int, int]  # of attacker and defender; after a revolt of owner and farmers
    survivors: Mapping[str, int]  # cubes that go from the tray into the province
    to_supply: Mapping[str, int]
    stays_in_tray: Mapping[str, int]  # cubes that go in with the next throw
    into_tower: Mapping[str, int]  # cubes that are laid into the tower as just lodged (ruling ``tie=tower``)
    province: str  # ``conquered``, ``held`` or ``neutral``
    owner: str | None  # from now on; ``None`` when neutral
    added_markers: int = 0
    held_back: int = 0  # armies not thrown that stay in the province; those of a loser go to the supply
    lines: Mapping[str, Sentence] = field(default_factory=dict)
    """By what each is about: ``strength``, ``green``, ``result``, ``losses``, ``survivors``, ``held-back``,
    ``yield``, ``card``, ``province``, ``markers`` or ``tray``."""

    @property
    def for_programs(self) -> tuple[str, ...]:
        """What comes of the cubes and the province, for a program; besides only what there is."""
        besides = (name for name in ("into_tower", "added_markers") if getattr(self, name))
        return ("winner", "survivors", "to_supply", "stays_in_tray", "province", *besides)


def settle(tower: Tower, verdict: Verdict) -> tuple[tuple[Cube, ...], tuple[Cube, ...], Tower]:
    """Clear the tray: cubes for the province, cubes for the supplies, and the tower with the rest.

    Of each colour the lowest numbers survive, the next go to the supply.
    """
    goals = (verdict.survivors, verdict.to_supply, verdict.into_tower, verdict.stays_in_tray)
    heaps: list[list[Cube]] = [[] for _ in goals]
    for colour in COLOURS:
        cubes = cubes_of(colour, tower.tray)
        counts = [goal.get(colour, 0) for goal in goals]
        if sum(counts) != len(cubes):
            raise InputError("The verdict does not fit the cubes in the tray.")
        for heap, count in zip(heaps, counts, strict=True):
            heap += cubes[:count]
            cubes = cubes[count:]
    survivors, to_supply, into_tower, stays = heaps
    return tuple(survivors), tuple(to_supply), tower.with_lodged(into_tower).with_tray(stays)


def fighting(attackers: Mapping[str, int], defenders: Mapping[str, int]) -> Sentence:
    """The two sides in words."""
    return say(
        "Fighting: {attackers} against {defenders}.", attackers=armies(attackers), defenders=armies(defenders)
    )


def goes_to(place: str, counts: Mapping[str, int], words: Callable[..., Sentence] = armies) -> Sentence:
    """The sentence on cubes of a tray: into ``supply``, ``tower`` or ``province``, or back in ``tray``."""
    cubes = words(counts)
    return {
        "supply": say("To the supplies: {cubes}.", cubes=cubes),
        "tower": say("Into the tower, as just lodged: {cubes}.", cubes=cubes),
        "province": say("Into the province: {cubes}.", cubes=cubes),
        "tray": say("In the tray stay: {cubes}.", cubes=cubes),
    }[place]


def without_none(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts by colour in the order of the colours, without those of which there are none."""
    return {colour: counts[colour] for colour in COLOURS if counts.get(colour)}
