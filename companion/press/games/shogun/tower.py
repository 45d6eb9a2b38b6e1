"""The paper tower: a tube with two floors, a funnel, a ramp and a tray, all sized by the cube.

The tube is nine and a quarter cubes wide inside and three times as high. Cubes fall through the funnel
onto an upper floor with square holes, which can be exchanged, and a lower one with two crossed slots;
some stay there. A ramp of 30 degrees leads the rest into the tray. The nets show what becomes the
inside; tube and funnel are printed on the outside, as a castle keep.
"""

import math
from dataclasses import replace

from companion.press.sheets.nets.net import (
    Edge,
    Fold,
    Mark,
    Net,
    Panel,
    Point,
    Seam,
    build_tab,
    list_panel_edges,
    rectangle,
)

PLAY = 0.5  # room between a floor, or the funnel's collar, and each wall of the tube, mm
SLOPE = 30.0  # of the ramp, degrees
WIDEST = 10.0  # of the tabs of the tube, mm: half a tube for cubes of 10 lies on A4 with its ticks
SLOT, HOLE = 1.5, 2.2  # width of the crossed slots and of the square holes, cubes


class Sizes:
    """All lengths of a tower for one size of cube, mm."""

    def __init__(self, cube: float) -> None:
        self.cube = cube
        self.width = 9.25 * cube  # of the tube, inside: 74 mm for cubes of 8
        self.height = 27.5 * cube  # of the tube: 220 mm for cubes of 8
        self.plate = self.width - 2 * PLAY  # side of a floor: the tube less the play at both sides
        self.slot = SLOT * cube  # width of the crossed slots
        self.hole = HOLE * cube  # side of the square holes
        self.glue = 1.25 * cube  # depth of a tab
        self.ledge = 0.6 * cube  # depth of the ledges under the upper floor: less than to the nearest hole
        self.door = self.width - 1.5 * cube, 5 * cube  # width and height of the opening cubes roll out of
        self.lower = 0.60 * self.height  # from the tube's upper end down to the lower floor
        self.upper = 0.30 * self.height  # from the tube's upper end down to the upper floor
        self.ramp_rise = self.plate * math.tan(math.radians(SLOPE))  # from the door to the back wall
        self.ramp_length = self.plate / math.cos(math.radians(SLOPE))  # down its slope
        self.mouth = 1.5 * self.width  # side of the funnel's upper opening
        self.funnel_height = 0.55 * self.width  # above the tube
        self.tray = 1.5 * self.width, 1.5 * self.width, 2.5 * cube  # width, depth and height


def build_tower_nets(cube: float) -> tuple[Net, ...]:
    """Build every net of the tower, for card large enough, in the order of assembly."""
    sizes = Sizes(cube)
    floors = (
        _build_crossed_floor(sizes),
        _build_ledge(sizes),
        _build_ramp(sizes),
        _build_holed_floor(sizes, 2),
        _build_holed_floor(sizes, 3),
    )
    return (*_build_tube(sizes), *floors, *_build_funnel(sizes), _build_tray(sizes))


def _build_level_edge(x: float, y: float, length: float) -> Edge:
    return (x, y), (x + length, y)


def _build_tube(sizes: Sizes) -> tuple[Net, Net]:
    """Two halves of two walls each, folded towards the printed side; each has a tab for the other."""
    w, h = sizes.width, sizes.height
    door_width, door_height = sizes.door
    side = (w - door_width) / 2
    door = ((w - side, h), (w - side, h - door_height), (side, h - door_height), (side, h))
    front = ((0.0, 0.0), (w, 0.0), (w, h), *door, (0.0, h))
    return (
        _build_half(sizes, "tube-1", ("front", "right"), front, "A", ("tube-2", "back")),
        _build_half(sizes, "tube-2", ("back", "left"), rectangle(0, 0, w, h), "B", ("tube-1", "front")),
    )


def _build_half(
    sizes: Sizes, name: str, walls: tuple[str, str], outline: tuple[Point, ...], letter: str, goal: tuple[str, str]
) -> Net:
    """Half a tube: two walls, and a tab that is glued to the first wall of the other half."""
    w, h = sizes.width, sizes.height
    first, second = walls
    depth = min(sizes.glue, WIDEST)
    flap, fold = build_tab(second, f"tab {letter}", letter, ((2 * w, 0.0), (2 * w, h)), depth, -90)
    one = Panel(first, outline, marks=_list_ledge_marks(sizes, 0.0, first))
    two = Panel(second, rectangle(w, 0, w, h), marks=_list_ledge_marks(sizes, w, second))
    folds = (Fold(first, second, ((w, 0.0), (w, h)), -90), fold)
    return Net(name, (one, two, flap), folds, (Seam(flap.name, *goal, ((0.0, 0.0), (0.0, h))),))


def _list_ledge_marks(sizes: Sizes, x: float, wall: str) -> tuple[Mark, ...]:
    """The line on a wall to which a ledge of the upper floor is glued.

    The net of a ledge is drawn once, with a seam to the front wall; the other walls get their marks here.
    """
    ledge = _build_level_edge(
        x + (sizes.width - _compute_ledge_length(sizes)) / 2, sizes.upper, _compute_ledge_length(sizes)
    )
    return () if wall == "front" else (Mark(ledge, "D"),)


def _build_crossed_floor(sizes: Sizes) -> Net:
    """The lower floor: two slots that cross, and a tab at each side."""
    p, edge = sizes.plate, 0.9 * sizes.cube
    near, far = (p - sizes.slot) / 2, (p + sizes.slot) / 2
    half = ((near, edge), (far, edge), (far, near), (p - edge, near), (p - edge, far), (far, far))
    cross = (*half, (far, p - edge), (near, p - edge), (near, far), (edge, far), (edge, near), (near, near))
    plate = Panel("plate", rectangle(0, 0, p, p), (cross,))
    tabs, seams = [], []
    walls = (("tube-2", "back"), ("tube-2", "left"), ("tube-1", "front"), ("tube-1", "right"))
    for (net, wall), side in zip(walls, list_panel_edges(plate), strict=True):
        tabs.append(build_tab("plate", f"tab C {wall}", "C", side, sizes.glue, 90))
        x = sizes.width if wall in ("right", "left") else 0.0
        seams.append(Seam(f"tab C {wall}", net, wall, _build_level_edge(x + PLAY, sizes.lower, p)))
    return Net.from_panels("floor-lower", [plate], [], tabs, seams)


def _compute_ledge_length(sizes: Sizes) -> float:
    return sizes.width - 2 * sizes.cube - 2.0


def _build_ledge(sizes: Sizes) -> Net:
    """An angle strip under the upper floor, one on every wall."""
    length, depth = _compute_ledge_length(sizes), sizes.ledge
    shelf = Panel("shelf", rectangle(0, 0, length, depth))
    strip = Panel("wall strip", rectangle(0, depth, length, sizes.cube), letter="D")
    fold = Fold("shelf", "wall strip", _build_level_edge(0.0, depth, length), 90)
    goal = _build_level_edge((sizes.width + length) / 2, sizes.upper, -length)
    return Net("ledge", (shelf, strip), (fold,), (Seam("wall strip", "tube-1", "front", goal),), copies=4)


def _build_holed_floor(sizes: Sizes, count: int) -> Net:
    """An upper floor: square holes in rows, no tabs; it lies on the ledges and can be exchanged."""
    p, hole = sizes.plate, sizes.hole
    bar = (p - count * hole) / (count + 1)
    holes = tuple(
        rectangle(bar + column * (hole + bar), bar + row * (hole + bar), hole, hole)
        for row in range(count)
        for column in range(count)
    )
    return Net(f"floor-upper-{count * count}", (Panel("plate", rectangle(0, 0, p, p), holes),))


def _build_ramp(sizes: Sizes) -> Net:
    """From the back wall down to the door; its tabs fold up, since below it the tube stands on the table."""
    p, length, w, h = sizes.plate, sizes.ramp_length, sizes.width, sizes.height
    plate = Panel("ramp", rectangle(0, 0, p, length))
    head, right, _, left = list_panel_edges(plate)
    top = h - sizes.ramp_rise
    tabs = [
        build_tab("ramp", "tab F", "F", head, sizes.glue, -(90 - SLOPE)),
        build_tab("ramp", "tab E right", "E", right, sizes.glue, -90.0),
        build_tab("ramp", "tab E left", "E", left, sizes.glue, -90.0),
    ]
    seams = (
        Seam("tab F", "tube-2", "back", _build_level_edge(PLAY, top, p)),
        Seam("tab E right", "tube-2", "left", ((w + PLAY, top), (2 * w - PLAY, h))),
        Seam("tab E left", "tube-1", "right", ((w + PLAY, h), (2 * w - PLAY, top))),
    )
    return Net.from_panels("ramp", [plate], [], tabs, seams)


def _build_funnel(sizes: Sizes) -> tuple[Net, Net]:
    """Two halves of two walls each; the collar below slips into the tube."""
    b, a, rise = sizes.plate, sizes.mouth, sizes.funnel_height
    run = (a - b) / 2
    lean = math.atan2(run, rise)
    leg = math.hypot(math.hypot(rise, run), run)
    near = leg * b / (a - b)
    step = 2 * math.asin(b / 2 / near)
    bend = math.degrees(math.acos(math.sin(lean) ** 2))

    def find_corner(radius: float, index: int) -> Point:
        """A corner; the two walls are mirror images about the vertical."""
        angle = math.pi / 2 - (index - 1) * step
        return radius * math.cos(angle), -radius * math.sin(angle)

    halves = []
    for name, letter, other in (("funnel-1", "G", "funnel-2"), ("funnel-2", "H", "funnel-1")):
        walls = [
            Panel(
                f"wall {i}",
                (
                    find_corner(near + leg, i),
                    find_corner(near + leg, i + 1),
                    find_corner(near, i + 1),
                    find_corner(near, i),
                ),
            )
            for i in (0, 1)
        ]
        side = (find_corner(near + leg, 2), find_corner(near, 2))
        fold = Fold("wall 0", "wall 1", (find_corner(near + leg, 1), find_corner(near, 1)), -bend)
        tabs = [build_tab("wall 1", f"tab {letter}", letter, side, sizes.glue, -bend)]
        for i in (0, 1):
            edge, depth = (find_corner(near, i + 1), find_corner(near, i)), 1.2 * sizes.cube
            collar, crease = build_tab(f"wall {i}", f"collar {i}", "", edge, depth, math.degrees(lean))
            tabs.append((collar, replace(crease, seen=True)))
        seam = Seam(f"tab {letter}", other, "wall 0", (find_corner(near + leg, 0), find_corner(near, 0)))
        halves.append(Net.from_panels(name, walls, [fold], tabs, [seam]))
    return halves[0], halves[1]


def _build_tray(sizes: Sizes) -> Net:
    """A low box, open at the back where the tower stands."""
    w, d, h = sizes.tray
    gap = sizes.width + 2.0
    stub = (w - gap) / 2
    panels, folds, tabs, seams = [Panel("base", rectangle(0, 0, w, d))], [], [], []
    for side, wall, fold_line in (
        ("front", rectangle(0, d, w, h), ((0.0, d), (w, d))),
        ("left", rectangle(-h, 0, h, d), ((0.0, 0.0), (0.0, d))),
        ("right", rectangle(w, 0, h, d), ((w, 0.0), (w, d))),
        ("back left", rectangle(0, -h, stub, h), ((0.0, 0.0), (stub, 0.0))),
        ("back right", rectangle(w - stub, -h, stub, h), ((w - stub, 0.0), (w, 0.0))),
    ):
        panels.append(Panel(side, wall))
        folds.append(Fold("base", side, fold_line, -90))
    for side, corner, letter, edge, panel, goal in (
        ("left", "front", "I", ((0.0, d), (-h, d)), "front", ((0.0, d), (0.0, d + h))),
        ("left", "back", "J", ((-h, 0.0), (0.0, 0.0)), "back left", ((0.0, -h), (0.0, 0.0))),
        ("right", "front", "K", ((w + h, d), (w, d)), "front", ((w, d + h), (w, d))),
        ("right", "back", "L", ((w, 0.0), (w + h, 0.0)), "back right", ((w, 0.0), (w, -h))),
    ):
        tabs.append(build_tab(side, f"tab {corner} {side}", letter, edge, min(sizes.glue, h * 0.6), -90))
        seams.append(Seam(f"tab {corner} {side}", "", panel, goal))
    return Net.from_panels("tray", panels, folds, tabs, seams)
