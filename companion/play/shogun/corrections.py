"""Corrections by hand: of the tray, the inside of a real tower, and the board; and the choice of a tower.

Without them, a cube knocked out of a real tower, or one miscounted inside, would make all later odds wrong.
Cubes come from board and supplies and go back there, so that none is lost.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial

from companion.answers import Answer, AnswerLine
from companion.codec import UNSAID
from companion.errors import Refused, TableError
from companion.play.game import event_data
from companion.play.shogun.fights import Cubes
from companion.play.shogun.standing import cubes_figure, describe_log
from companion.play.shogun.state import (
    ShogunState,
    compute_realm,
    format_cubes,
    format_lodged,
    get_campaign,
    with_tower,
)
from companion.play.shogun.views import Tray, find_visible_hash, view
from companion.rules.shogun.campaign import correct_board
from companion.rules.shogun.realm import HIDDEN, Cube, Land, count_cubes, describe_armies, name_colour, name_player
from companion.rules.shogun.tower import LodgedCube
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.table.history import Applied, Body, EventKind, Snapshot, Transition

Changes = Mapping[str, tuple[str, int]]
"""By colour: ``+`` or ``-`` with how many more or fewer, or an empty text with how many in all."""


@dataclass(frozen=True, slots=True)
class CorrectTray:
    """Correct the tray by hand: how many cubes of each colour it holds."""

    tray: Cubes = field(default_factory=dict)
    changes: Changes | None = field(default=None, metadata=UNSAID)  # given instead; never in the log


@dataclass(frozen=True, slots=True)
class CorrectInside:
    """Correct the inside of a real tower: how many cubes of each colour it holds."""

    inside: Cubes = field(default_factory=dict)
    fell: bool = False  # true if the cubes taken out are now in the tray
    changes: Changes | None = field(default=None, metadata=UNSAID)  # given instead; never in the log


@dataclass(frozen=True, slots=True)
class ChooseTower:
    """Choose between a real tower and Companion's for all throws from now on."""

    real: bool


@dataclass(frozen=True, slots=True)
class Amounts:
    """A player's chests, rice and points, as far as they were entered."""

    chests: int | None = field(default=None, metadata=UNSAID)
    rice: int | None = field(default=None, metadata=UNSAID)
    points: int | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class CorrectBoard:
    """Correct provinces and possessions by hand; supplies and stock follow from them."""

    lands: Mapping[str, Land] = field(default_factory=dict)
    seats: Mapping[str, Amounts] = field(default_factory=dict)


def _apply_tray(state: ShogunState, request: CorrectTray, recorded: Body | None) -> Applied[ShogunState]:
    counts = count_cubes(state.tower.tray)
    if request.changes is not None:
        request = CorrectTray(_compute_counts(counts, request.changes, partial(_refuse_tray, counts)))
    added, removed = _compute_moves(state, state.tower.tray, request.tray)
    if not added and not removed:
        raise Refused("The tray already holds exactly that.")
    tray = sorted({*state.tower.tray, *added} - {*removed})
    result = {"added": format_cubes(added), "removed": format_cubes(removed), "tray": format_cubes(tray)}
    if recorded is not None and result != recorded:
        raise TableError("Cubes appeared or vanished while the tray was corrected.")
    return Applied(result, with_tower(state, state.tower.with_tray(tray)), completed_request=request)


def _refuse_tray(tray: Cubes, colour: str, count: int) -> Refused:
    cubes = describe_armies({colour: tray.get(colour, 0)})
    return Refused("The tray holds {cubes}; {count} cannot be taken from it.", cubes=cubes, count=count)


def _compute_moves(
    state: ShogunState, present: Iterable[Cube], counts: Mapping[str, int]
) -> tuple[list[Cube], list[Cube]]:
    """The cubes to add and to remove so that the given number of each colour is there.

    ``present`` are the present cubes; the last of a colour are removed first.
    """
    target = state.check_counts(counts)
    added: list[Cube] = []
    removed: list[Cube] = []
    for colour in state.colours:
        cubes = [cube for cube in present if cube.colour == colour]
        count = target.get(colour, 0)
        removed += cubes[count:]
        if count > len(cubes):
            added += state.tower.pick_cubes({colour: count - len(cubes)}, state.has_unlimited_green)
    return added, removed


def _apply_inside(state: ShogunState, request: CorrectInside, recorded: Body | None) -> Applied[ShogunState]:
    """Correct the inside: cubes lodged last are taken out first, added ones count as lodged just now."""
    if not state.real_tower:
        raise Refused("This table uses Companion's tower, whose inside nobody counts by hand.", remedy="tower")
    tower = state.tower
    if request.changes is not None:
        counts = _compute_counts(tower.count_lodged(), request.changes, _refuse_inside)
        request = CorrectInside(counts, request.fell)
    oldest = sorted(tower.lodged, key=lambda each: (each.lodged_at, each.cube))
    added, removed = _compute_moves(state, [each.cube for each in oldest], request.inside)
    if not added and not removed and state.inside_view != HIDDEN:  # where it is hidden, the refusal would reveal it
        raise Refused("The tower already holds exactly that.")
    lodged = [each for each in tower.lodged if each.cube not in removed]
    lodged += [LodgedCube(cube, tower.throws, not tower.throws) for cube in added]
    tray = sorted((*tower.tray, *(removed if request.fell else ())))
    after = replace(tower, lodged=tuple(sorted(lodged)), tray=tuple(tray))
    result = {
        "added": format_cubes(added),
        "removed": format_cubes(removed),
        "lodged": format_lodged(after),
        "tray": format_cubes(tray),
    }
    if recorded is not None and result != recorded:
        raise TableError("Cubes appeared or vanished while the inside of the tower was corrected.")
    return Applied(result, with_tower(state, after), completed_request=request)


def _refuse_inside(colour: str, count: int) -> Refused:
    # The number inside is left out: a table may have chosen not to know it.
    name = name_colour(colour)
    return Refused(say_count("There [is no|are not {count}] {colour} cube[|s] inside the tower.", count, colour=name))


def _apply_choice(state: ShogunState, request: ChooseTower, recorded: Body | None) -> Applied[ShogunState]:
    if request.real and state.real_tower:
        raise Refused("This table already uses a real tower.")
    if not request.real and not state.real_tower:
        raise Refused("This table already uses Companion's tower.")
    return Applied({}, replace(state, real_tower=request.real))


def _compute_counts(
    counts: Mapping[str, int], changes: Changes, refuse: Callable[[str, int], Refused]
) -> dict[str, int]:
    """The cubes of each colour after changes; ``refuse`` builds the error for taking more than are there."""
    counts_after = dict(counts)
    for colour, (sign, count) in changes.items():
        present = counts.get(colour, 0)
        if sign == "-" and count > present:
            raise refuse(colour, count)
        counts_after[colour] = count if not sign else present + count if sign == "+" else present - count
    return {colour: count for colour, count in counts_after.items() if count}


def _apply_board(state: ShogunState, request: CorrectBoard, recorded: Body | None) -> Applied[ShogunState]:
    campaign = get_campaign(state)
    realm = campaign.realm
    lands = {**realm.lands, **request.lands}
    seats = dict(realm.seats)
    for player, amounts in request.seats.items():
        corrections = {name: amount for name, amount in asdict(amounts).items() if amount is not None}
        seats[player] = replace(seats[state.check_player(player)], **corrections)
    corrected = correct_board(campaign, compute_realm(state, realm.board, lands, seats))
    return Applied({}, replace(state, game=corrected))


def _count_moved_cubes(step: Transition[ShogunState]) -> tuple[dict[str, int], dict[str, int]]:
    added, removed = (count_cubes(map(Cube.parse, step.event.result[key])) for key in ("added", "removed"))
    return added, removed


def _describe_tray(table: Snapshot[ShogunState], step: Transition[ShogunState]) -> Answer:
    added, removed = _count_moved_cubes(step)
    cubes = view(step.after).cubes
    data = event_data(table, step, added=added, removed=removed, **cubes, hash=find_visible_hash(step))
    lines: list[AnswerLine] = []
    if added:
        lines.append(say("Laid into the tray: {cubes}.", cubes=describe_armies(added)))
    if removed:
        lines.append(say("Taken from the tray: {cubes}.", cubes=describe_armies(removed)))
    lines += [say("In the tray:"), Tray(count_cubes(step.after.tower.tray))]
    return Answer(data, (*lines, *describe_log(step)))


def _describe_inside(table: Snapshot[ShogunState], step: Transition[ShogunState]) -> Answer:
    """The answer to a corrected inside, without its cubes at a table where they are hidden."""
    seen = view(step.after)
    added, removed = _count_moved_cubes(step)
    is_visible = seen.cubes_inside is not None
    changes = {"added": added if is_visible else None, "removed": removed if is_visible else None}
    data = event_data(table, step, **changes, **seen.cubes, hash=find_visible_hash(step))
    lines: list[AnswerLine] = [say("The inside of the tower is corrected.")]
    if is_visible and added:
        lines.append(say("Also inside: {cubes}.", cubes=describe_armies(added)))
    if is_visible and removed and step.request.fell:
        lines.append(say("From the tower into the tray: {cubes}.", cubes=describe_armies(removed)))
    elif is_visible and removed:
        lines.append(say("No longer inside, back to board and supplies: {cubes}.", cubes=describe_armies(removed)))
    return Answer(data, (*lines, *cubes_figure(seen), *describe_log(step)))


def _describe_choice(table: Snapshot[ShogunState], step: Transition[ShogunState]) -> Answer:
    seen = view(step.after)
    data = event_data(table, step, real_tower=seen.real_tower, **seen.cubes, hash=find_visible_hash(step))
    line = say("From now on Companion's tower is used, with what is inside.")
    if seen.real_tower:
        line = say("From now on a real tower is used; it holds what is counted as inside here.")
    remedies = ("out", "inside") if seen.real_tower else ()
    return Answer(data, (line, *cubes_figure(seen), *describe_log(step)), remedies=remedies)


def _tray_line(step: Transition[ShogunState]) -> Sentence:
    added, removed = map(describe_armies, _count_moved_cubes(step))
    return say("The tray is corrected: {added} added, {removed} removed.", added=added, removed=removed)


def _inside_line(step: Transition[ShogunState]) -> Sentence:
    return say("The inside of the real tower is corrected by hand.")


def _choice_line(step: Transition[ShogunState]) -> Sentence:
    if step.request.real:
        return say("From here on a real tower is used.")
    return say("From here on Companion's tower is used.")


def _board_line(step: Transition[ShogunState]) -> Sentence:
    names = ", ".join(step.event.request["lands"]) or join_with_commas(map(name_player, step.event.request["seats"]))
    return say("The board is corrected by hand: {names}.", names=names)


KINDS: tuple[EventKind[ShogunState], ...] = (
    EventKind("tray", CorrectTray, _apply_tray, _describe_tray, _tray_line),
    EventKind("inside", CorrectInside, _apply_inside, _describe_inside, _inside_line),
    EventKind("tower", ChooseTower, _apply_choice, _describe_choice, _choice_line),
    EventKind("correct", CorrectBoard, _apply_board, line=_board_line),
)
"""Corrections of tray, inside and board, and the choice of a tower."""
