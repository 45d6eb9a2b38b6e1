"""What players put right by hand: the tray, the inside of a real tower, and which tower is thrown.

A cube knocked out of a real tower, or an inside that was counted again, would otherwise falsify every odds
to come. Cubes come from and go to board and supplies, so that all are still there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.errors import Refused, TableError
from companion.play.shogun.keeping import with_tower
from companion.play.shogun.requests import ChangeInside, ChangeTray, ChooseTower, CorrectInside, CorrectTray
from companion.play.shogun.state import ShogunState, written_lodged
from companion.rules.shogun.cubes import Cube, armies, colour_word, counted
from companion.rules.shogun.rulings import HIDDEN
from companion.rules.shogun.tower.tower import Lodged
from companion.table.history import EventKind, Played
from companion.table.log import Body


def _play_tray(state: ShogunState, request: CorrectTray, recorded: Body | None) -> Played[ShogunState]:
    added, removed = _moved(state, state.tower.tray, request.tray)
    if not added and not removed:
        raise Refused("The tray holds just that already.")
    tray = sorted({*state.tower.tray, *added} - {*removed})
    result = {"added": _names(added), "removed": _names(removed), "tray": _names(tray)}
    if recorded is not None and result != recorded:
        raise TableError("Cubes were made or lost while the tray was put right.")
    return Played(result, with_tower(state, state.tower.with_tray(tray)))


def _moved(
    state: ShogunState, there: Iterable[Cube], counts: Mapping[str, int]
) -> tuple[list[Cube], list[Cube]]:
    """The cubes that must be added and removed where so many of each colour are to lie.

    Args:
        state: The table.
        there: What lies there, those first that stay longest.
        counts: How many of each colour are to lie there.
    """
    wanted = state.counts_of_play(counts)
    added: list[Cube] = []
    removed: list[Cube] = []
    for colour in state.colours:
        lying = [cube for cube in there if cube.colour == colour]
        count = wanted.get(colour, 0)
        removed += lying[count:]
        if count > len(lying):
            added += state.tower.take({colour: count - len(lying)}, state.unlimited_green)
    return added, removed


def _play_inside(state: ShogunState, request: CorrectInside, recorded: Body | None) -> Played[ShogunState]:
    """Cubes lodged last are taken out first; those found inside count as lodged just now."""
    if not state.real_tower:
        raise Refused("This table throws Companion's tower: nobody counts its inside.", remedy="tower")
    tower = state.tower
    oldest = sorted(tower.lodged, key=lambda each: (each.since, each.cube))
    added, removed = _moved(state, [each.cube for each in oldest], request.inside)
    if not added and not removed and state.inside != HIDDEN:  # there even this would tell of the inside
        raise Refused("The tower holds just that already.")
    lodged = [each for each in tower.lodged if each.cube not in removed]
    lodged += [Lodged(cube, tower.throws, not tower.throws) for cube in added]
    tray = sorted((*tower.tray, *(removed if request.fell else ())))
    after = replace(tower, lodged=tuple(sorted(lodged)), tray=tuple(tray))
    result = {
        "added": _names(added),
        "removed": _names(removed),
        "lodged": written_lodged(after),
        "tray": _names(tray),
    }
    if recorded is not None and result != recorded:
        raise TableError("Cubes were made or lost while the inside of the tower was put right.")
    return Played(result, with_tower(state, after))


def _play_choice(state: ShogunState, request: ChooseTower, recorded: Body | None) -> Played[ShogunState]:
    if request.real and state.real_tower:
        raise Refused("This table throws a real tower already.")
    if not request.real and not state.real_tower:
        raise Refused("This table throws Companion's tower already.")
    return Played({}, replace(state, real_tower=request.real))


def _names(cubes: Iterable[Cube]) -> list[str]:
    return [str(cube) for cube in cubes]


def _change_tray(state: ShogunState, wish: ChangeTray) -> Played[ShogunState]:
    tray = counted(state.tower.tray)
    for colour, (sign, count) in (wish.changes or {}).items():
        if sign == "-" and count > tray.get(colour, 0):
            raise Refused(
                "The tray holds {cubes}; {count} cannot be taken from it.",
                cubes=armies({colour: tray.get(colour, 0)}),
                count=count,
            )
    request = CorrectTray(_changed(tray, wish.changes))
    return replace(_play_tray(state, request, None), written=request)


def _change_inside(state: ShogunState, wish: ChangeInside) -> Played[ShogunState]:
    inside = state.tower.counts()
    for colour, (sign, count) in (wish.changes or {}).items():
        if sign == "-" and count > inside.get(colour, 0):
            # How many there are is not told: a table may have chosen not to know.
            raise Refused(
                "There are not {count} {colour} cubes inside the tower.",
                count=count,
                colour=colour_word(colour),
            )
    request = CorrectInside(_changed(inside, wish.changes), wish.fell)
    return replace(_play_inside(state, request, None), written=request)


def _changed(there: Mapping[str, int], changes: Mapping[str, tuple[str, int]] | None) -> dict[str, int]:
    """How many of each colour are to lie there; no changes empty it."""
    wanted = {} if changes is None else dict(there)
    for colour, (sign, count) in (changes or {}).items():
        lying = there.get(colour, 0)
        wanted[colour] = count if not sign else lying + count if sign == "+" else lying - count
    return {colour: count for colour, count in wanted.items() if count}


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("tray", CorrectTray, _play_tray),
    EventKind("inside", CorrectInside, _play_inside),
    EventKind("tower", ChooseTower, _play_choice),
)
"""What is put right by hand, and the choice of a tower."""

WISHES = ((ChangeTray, _change_tray), (ChangeInside, _change_inside))
"""Changes of tray and inside: what lies there then follows from the table."""
