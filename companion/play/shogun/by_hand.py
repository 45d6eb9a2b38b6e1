"""Things that players put right by hand: tray, inside of a real tower, board; and which tower is thrown.

A cube knocked out of a real tower, or an inside that was counted again, would otherwise falsify every odds
to come. Cubes come from and go to board and supplies, so that all are still there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from companion.answers import Answer, Told
from companion.codec import UNSAID
from companion.errors import Refused, TableError
from companion.play.game import event_data
from companion.play.shogun.fights import Counts
from companion.play.shogun.state import (
    ShogunState,
    campaign_at,
    reckoned,
    with_tower,
    written_cubes,
    written_lodged,
)
from companion.play.shogun.telling.figures import Tray
from companion.play.shogun.telling.standing import cubes_figure, log_told
from companion.play.shogun.views import hash_told, view
from companion.rules.shogun.campaign import put_right
from companion.rules.shogun.realm import Cube, Land, armies, colour_word, counted, daimyo, listing
from companion.rules.shogun.rulings import HIDDEN
from companion.rules.shogun.tower import Lodged
from companion.sentences import Sentence, say, say_count
from companion.table.history import Body, EventKind, Moment, Played, Step

Changes = Mapping[str, tuple[str, int]]
"""For each colour ``+`` or ``-`` and how many more or fewer, or nothing and how many in all."""


@dataclass(frozen=True, slots=True)
class CorrectTray:
    """Put the tray right by hand: how many cubes of each colour lie there."""

    tray: Counts = field(default_factory=dict)
    changes: Changes | None = field(default=None, metadata=UNSAID)  # or what changes in it; never written


@dataclass(frozen=True, slots=True)
class CorrectInside:
    """Put the inside of a real tower right: how many cubes of each colour it holds."""

    inside: Counts = field(default_factory=dict)
    fell: bool = False  # true when what is taken out of it lies in the tray
    changes: Changes | None = field(default=None, metadata=UNSAID)  # or what changes in it; never written


@dataclass(frozen=True, slots=True)
class ChooseTower:
    """Throw a real tower from now on, or Companion's."""

    real: bool


@dataclass(frozen=True, slots=True)
class Amounts:
    """A player's chests, rice and points, as far as they are told."""

    chests: int | None = field(default=None, metadata=UNSAID)
    rice: int | None = field(default=None, metadata=UNSAID)
    points: int | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class CorrectBoard:
    """Put provinces and possessions right by hand; supplies and stock follow from them."""

    lands: Mapping[str, Land] = field(default_factory=dict)
    seats: Mapping[str, Amounts] = field(default_factory=dict)


def _play_tray(state: ShogunState, request: CorrectTray, recorded: Body | None) -> Played[ShogunState]:
    there = counted(state.tower.tray)
    if request.changes is not None:
        request = CorrectTray(_apply_changes(there, request.changes, partial(_refuse_tray, there)))
    added, removed = _moved(state, state.tower.tray, request.tray)
    if not added and not removed:
        raise Refused("The tray holds just that already.")
    tray = sorted({*state.tower.tray, *added} - {*removed})
    result = {"added": written_cubes(added), "removed": written_cubes(removed), "tray": written_cubes(tray)}
    if recorded is not None and result != recorded:
        raise TableError("Cubes were made or lost while the tray was put right.")
    return Played(result, with_tower(state, state.tower.with_tray(tray)), written=request)


def _refuse_tray(tray: Counts, colour: str, count: int) -> Refused:
    cubes = armies({colour: tray.get(colour, 0)})
    return Refused("The tray holds {cubes}; {count} cannot be taken from it.", cubes=cubes, count=count)


def _moved(
    state: ShogunState, there: Iterable[Cube], counts: Mapping[str, int]
) -> tuple[list[Cube], list[Cube]]:
    """The cubes that must be added and removed where so many of each colour are to lie.

    Those that lie ``there`` come in the order in which they stay.
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
    if request.changes is not None:
        inside = _apply_changes(tower.counts(), request.changes, _refuse_inside)
        request = CorrectInside(inside, request.fell)
    oldest = sorted(tower.lodged, key=lambda each: (each.since, each.cube))
    added, removed = _moved(state, [each.cube for each in oldest], request.inside)
    if not added and not removed and state.inside != HIDDEN:  # there even this would tell of the inside
        raise Refused("The tower holds just that already.")
    lodged = [each for each in tower.lodged if each.cube not in removed]
    lodged += [Lodged(cube, tower.throws, not tower.throws) for cube in added]
    tray = sorted((*tower.tray, *(removed if request.fell else ())))
    after = replace(tower, lodged=tuple(sorted(lodged)), tray=tuple(tray))
    result = {
        "added": written_cubes(added),
        "removed": written_cubes(removed),
        "lodged": written_lodged(after),
        "tray": written_cubes(tray),
    }
    if recorded is not None and result != recorded:
        raise TableError("Cubes were made or lost while the inside of the tower was put right.")
    return Played(result, with_tower(state, after), written=request)


def _refuse_inside(colour: str, count: int) -> Refused:
    # How many there are is not told: a table may have chosen not to know.
    return Refused(
        say_count(
            "There [is no|are not {count}] {colour} cube[|s] inside the tower.",
            count,
            colour=colour_word(colour),
        )
    )


def _play_choice(state: ShogunState, request: ChooseTower, recorded: Body | None) -> Played[ShogunState]:
    if request.real and state.real_tower:
        raise Refused("This table throws a real tower already.")
    if not request.real and not state.real_tower:
        raise Refused("This table throws Companion's tower already.")
    return Played({}, replace(state, real_tower=request.real))


def _apply_changes(
    there: Mapping[str, int], changes: Changes, refuse: Callable[[str, int], Refused]
) -> dict[str, int]:
    """The cubes of each colour that are to lie there, of which no more can be taken than lie there now."""
    wanted = dict(there)
    for colour, (sign, count) in changes.items():
        lying = there.get(colour, 0)
        if sign == "-" and count > lying:
            raise refuse(colour, count)
        wanted[colour] = count if not sign else lying + count if sign == "+" else lying - count
    return {colour: count for colour, count in wanted.items() if count}


def _play_board(state: ShogunState, request: CorrectBoard, recorded: Body | None) -> Played[ShogunState]:
    campaign = campaign_at(state)
    realm = campaign.realm
    lands = {**realm.lands, **request.lands}
    seats = dict(realm.seats)
    for player, told in request.seats.items():
        seat = seats[state.player(player)]
        seats[player] = replace(
            seat,
            chests=seat.chests if told.chests is None else told.chests,
            rice=seat.rice if told.rice is None else told.rice,
            points=seat.points if told.points is None else told.points,
        )
    corrected = put_right(campaign, reckoned(state, realm.board, lands, seats))
    return Played({}, replace(state, game=corrected))


def _moved_cubes(step: Step[ShogunState]) -> tuple[dict[str, int], dict[str, int]]:
    added, removed = (counted(map(Cube.parse, step.event.result[key])) for key in ("added", "removed"))
    return added, removed


def _tell_tray(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    added, removed = _moved_cubes(step)
    cubes = view(step.after).cubes
    data = event_data(here, step, added=added, removed=removed, **cubes, hash=hash_told(step))
    lines: list[Told] = []
    if added:
        lines.append(say("Laid into the tray: {cubes}.", cubes=armies(added)))
    if removed:
        lines.append(say("Taken from the tray: {cubes}.", cubes=armies(removed)))
    lines += [say("In the tray:"), Tray(counted(step.after.tower.tray))]
    return Answer(data, (*lines, *log_told(step)))


def _tell_inside(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The inside put right; a table that chose not to be told of it is not told by this either."""
    seen = view(step.after)
    added, removed = _moved_cubes(step)
    told = seen.inside is not None
    moved = {"added": added if told else None, "removed": removed if told else None}
    data = event_data(here, step, **moved, **seen.cubes, hash=hash_told(step))
    lines: list[Told] = [say("The inside of the tower is put right.")]
    if told and added:
        lines.append(say("Inside besides: {cubes}.", cubes=armies(added)))
    if told and removed and step.request.fell:
        lines.append(say("From the tower into the tray: {cubes}.", cubes=armies(removed)))
    elif told and removed:
        lines.append(say("No more inside, back to board and supplies: {cubes}.", cubes=armies(removed)))
    return Answer(data, (*lines, *cubes_figure(seen), *log_told(step)))


def _tell_choice(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    seen = view(step.after)
    data = event_data(here, step, real_tower=seen.real_tower, **seen.cubes, hash=hash_told(step))
    line = say("From now on Companion's tower is thrown, with what is inside.")
    if seen.real_tower:
        line = say("From now on a real tower is thrown; it holds what is counted inside here.")
    remedies = ("out", "inside") if seen.real_tower else ()
    return Answer(data, (line, *cubes_figure(seen), *log_told(step)), remedies=remedies)


def _tray_line(step: Step[ShogunState]) -> Sentence:
    added, removed = map(armies, _moved_cubes(step))
    return say("The tray is put right: {added} laid in, {removed} taken out.", added=added, removed=removed)


def _inside_line(step: Step[ShogunState]) -> Sentence:
    return say("The inside of the real tower is put right by hand.")


def _choice_line(step: Step[ShogunState]) -> Sentence:
    if step.request.real:
        return say("A real tower is thrown from here on.")
    return say("Companion's tower is thrown from here on.")


def _board_line(step: Step[ShogunState]) -> Sentence:
    changed = ", ".join(step.event.asked["lands"]) or listing(map(daimyo, step.event.asked["seats"]))
    return say("The board is put right by hand: {names}.", names=changed)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("tray", CorrectTray, _play_tray, _tell_tray, _tray_line),
    EventKind("inside", CorrectInside, _play_inside, _tell_inside, _inside_line),
    EventKind("tower", ChooseTower, _play_choice, _tell_choice, _choice_line),
    EventKind("correct", CorrectBoard, _play_board, line=_board_line),
)
"""Tray, inside and board put right, and the choice of a tower."""
