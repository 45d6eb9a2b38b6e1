"""What is put right by hand at a table: the tray, the inside of a real tower, which tower is thrown."""

from __future__ import annotations

from typing import Any

from companion.answers import Answer, Told, answering
from companion.play.shogun.requests import ChangeInside, ChangeTray, ChooseTower
from companion.play.shogun.views import view
from companion.rules.shogun.cubes import Cube, armies, counted
from companion.sentences import say
from companion.service.shogun.figures import Tray
from companion.service.shogun.standing import cubes_data, cubes_figure
from companion.service.shogun.table.opening import ShogunSession, log_told


@answering
def change_tray(here: ShogunSession, request: ChangeTray) -> Answer:
    """Put the tray right by hand: cubes come from and go to board and supplies."""
    step = here.do(request)
    added, removed = (counted(map(Cube.parse, step.event.result[key])) for key in ("added", "removed"))
    data = {
        "table": here.name,
        "event": step.event.number,
        "added": added,
        "removed": removed,
        **cubes_data(view(step.after)),
        "hash": step.event.hash,
    }
    lines: list[Told] = []
    if added:
        lines.append(say("Laid into the tray: {cubes}.", cubes=armies(added)))
    if removed:
        lines.append(say("Taken from the tray: {cubes}.", cubes=armies(removed)))
    lines += [say("In the tray:"), Tray(counted(step.after.tower.tray))]
    return Answer(data, (*lines, *log_told(step)))


@answering
def change_inside(here: ShogunSession, request: ChangeInside) -> Answer:
    """Put the inside of a real tower right: what fell out of it by itself, or was counted again.

    A table that chose not to be told of the inside is not told by this either.
    """
    step = here.do(request)
    seen = view(step.after)
    added, removed = (counted(map(Cube.parse, step.event.result[key])) for key in ("added", "removed"))
    told = seen.inside is not None
    data: dict[str, Any] = {
        "table": here.name,
        "event": step.event.number,
        "added": added if told else None,
        "removed": removed if told else None,
        **cubes_data(seen),
        "hash": step.event.hash,
    }
    lines: list[Told] = [say("The inside of the tower is put right.")]
    if told and added:
        lines.append(say("Inside besides: {cubes}.", cubes=armies(added)))
    if told and removed and request.fell:
        lines.append(say("From the tower into the tray: {cubes}.", cubes=armies(removed)))
    elif told and removed:
        lines.append(say("No more inside, back to board and supplies: {cubes}.", cubes=armies(removed)))
    figure = cubes_figure(seen)
    return Answer(data, (*lines, *(() if figure is None else (figure,)), *log_told(step)))


@answering
def choose_tower(here: ShogunSession, request: ChooseTower) -> Answer:
    """Throw a real tower from now on, or Companion's; the log tells which."""
    step = here.do(request)
    seen = view(step.after)
    data = {"table": here.name, "event": step.event.number, "real_tower": seen.real_tower, **cubes_data(seen)}
    lines: list[Told] = []
    if seen.real_tower:
        lines.append(say("From now on a real tower is thrown; it holds what is counted inside here."))
    else:
        lines.append(say("From now on Companion's tower is thrown, with what is inside."))
    figure = cubes_figure(seen)
    lines += () if figure is None else (figure,)
    return Answer(
        {**data, "hash": step.event.hash},
        (*lines, *log_told(step)),
        remedies=("out", "inside") if seen.real_tower else (),
    )
