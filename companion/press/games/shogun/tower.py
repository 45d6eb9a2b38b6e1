"""The paper tower: a tube with two floors, a funnel, a ramp and a tray, all scaled to the size of a cube.

The tube is nine and a quarter cubes wide inside and three times as high. Cubes fall through the funnel
onto an exchangeable upper floor with square holes and a lower one with two crossed slots, where some stay.
A ramp of 30 degrees leads the others into the tray. The nets are built with their inside up; tube and
funnel are printed on the outside, as a castle keep. The place of each folded net is known, so that seams
can be checked and the steps of assembly drawn.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.data.papers import Paper, papers_by_name
from companion.errors import PaperError
from companion.paths import templates
from companion.press.frame.frame import Frame, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INK, mix_into_white
from companion.press.frame.outlines import Matrix, Outline, circle, polygon, rect
from companion.press.frame.trims import is_inside, unite_areas
from companion.press.nets import net as flat
from companion.press.nets.net import Edge, Fold, Net, Panel, Point, RigidMotion, Seam, Vector, build_tab, dot, plus
from companion.press.nets.pages import lay_out_net_pages, split_for_paper
from companion.press.sheets.leaf import DeckWords, FaceRenderer, make_face_renderer
from companion.sentences import Language, Sentence, say

PLAY = 0.5  # room between a floor, or the funnel's collar, and each wall of the tube, mm
SLOPE = 30.0  # of the ramp, degrees
WIDEST = 10.0  # the widest tab of the tube, mm: half a tube for cubes of 10 then fits on A4 with its ticks
SLOT, HOLE = 1.5, 2.2  # width of the crossed slots and of the square holes, cubes


class Sizes:
    """All lengths of a tower for one size of cube, mm."""

    def __init__(self, cube: float) -> None:
        self.cube = cube
        self.width = 9.25 * cube  # of the tube, inside; 74 mm for cubes of 8 mm
        self.height = 27.5 * cube  # of the tube; 220 mm for cubes of 8 mm
        self.plate = self.width - 2 * PLAY  # side of a floor: the tube less the play at both sides
        self.slot = SLOT * cube  # width of the crossed slots
        self.hole = HOLE * cube  # side of the square holes
        self.glue = 1.25 * cube  # depth of a tab
        self.ledge = 0.6 * cube  # depth of the ledges under the upper floor; its holes stay free
        self.ledge_length = self.width - 2 * cube - 2.0
        self.door = self.width - 1.5 * cube, 5 * cube  # width and height of the opening cubes roll out of
        self.lower_depth = 0.60 * self.height  # from the tube's upper end down to the lower floor
        self.upper_depth = 0.30 * self.height  # from the tube's upper end down to the upper floor
        self.ramp_rise = self.plate * math.tan(math.radians(SLOPE))  # its height at the back wall
        self.ramp_length = self.plate / math.cos(math.radians(SLOPE))  # along its slope
        self.mouth = 1.5 * self.width  # side of the funnel's upper opening
        self.funnel_height = 0.55 * self.width  # above the tube
        self.tray = 1.5 * self.width, 1.5 * self.width, 2.5 * cube  # width, depth and height


def build_tower_nets(cube: float) -> tuple[Net, ...]:
    """Build every net of the tower, unsplit, in the order of assembly; `cube` is the side of a cube, mm."""
    sizes = Sizes(cube)
    floors = _build_crossed_floor(sizes), _build_ledge(sizes), _build_ramp(sizes)
    upper = _build_holed_floor(sizes, 2), _build_holed_floor(sizes, 3)
    return (*_build_tube(sizes), *floors, *upper, *_build_funnel(sizes), _build_tray(sizes))


def _build_level_edge(x: float, y: float, length: float) -> Edge:
    return (x, y), (x + length, y)


def _build_tube(sizes: Sizes) -> tuple[Net, Net]:
    """The two halves of the tube, of two walls each, folded towards the inside; each has a tab for the other."""
    w, h = sizes.width, sizes.height
    door_width, door_height = sizes.door
    side = (w - door_width) / 2
    door = ((w - side, h), (w - side, h - door_height), (side, h - door_height), (side, h))
    front = ((0.0, 0.0), (w, 0.0), (w, h), *door, (0.0, h))
    return (
        _build_half(sizes, "tube-1", ("front", "right"), front, "A", ("tube-2", "back")),
        _build_half(sizes, "tube-2", ("back", "left"), flat.rectangle(0, 0, w, h), "B", ("tube-1", "front")),
    )


def _build_half(
    sizes: Sizes, name: str, walls: tuple[str, str], outline: tuple[Point, ...], letter: str, goal: tuple[str, str]
) -> Net:
    """Half a tube: two walls, and a tab to glue to `goal`, a net and the first of its walls."""
    w, h = sizes.width, sizes.height
    first, second = walls
    flap, fold = build_tab(second, f"tab {letter}", letter, ((2 * w, 0.0), (2 * w, h)), min(sizes.glue, WIDEST), -90)
    panels = Panel(first, outline), Panel(second, flat.rectangle(w, 0, w, h)), flap
    folds = (Fold(first, second, ((w, 0.0), (w, h)), -90), fold)
    return Net(name, panels, folds, (Seam(flap.name, *goal, ((0.0, 0.0), (0.0, h))),))


def _build_crossed_floor(sizes: Sizes) -> Net:
    """The lower floor, with two crossed slots and a tab on each side."""
    p, edge = sizes.plate, 0.9 * sizes.cube
    start, long = (p - sizes.slot) / 2, p - 2 * edge
    slots = flat.rectangle(start, edge, sizes.slot, long), flat.rectangle(edge, start, long, sizes.slot)
    (cross,) = unite_areas([[slot] for slot in slots])
    plate = Panel("plate", flat.rectangle(0, 0, p, p), (cross,))
    tabs, seams = [], []
    walls = (("tube-2", "back"), ("tube-2", "left"), ("tube-1", "front"), ("tube-1", "right"))
    for (net, wall), side in zip(walls, plate.edges, strict=True):
        tabs.append(build_tab("plate", f"tab C {wall}", "C", side, sizes.glue, 90))
        x = sizes.width if wall in ("right", "left") else 0.0
        seams.append(Seam(f"tab C {wall}", net, wall, _build_level_edge(x + PLAY, sizes.lower_depth, p)))
    return Net.from_panels("floor-lower", [plate], [], tabs, seams)


def _build_ledge(sizes: Sizes) -> Net:
    """The L-shaped strip that carries the upper floor, one for each wall."""
    length, depth = sizes.ledge_length, sizes.ledge
    shelf = Panel("shelf", flat.rectangle(0, 0, length, depth))
    strip = Panel("wall strip", flat.rectangle(0, depth, length, sizes.cube), letter="D")
    fold = Fold("shelf", "wall strip", _build_level_edge(0.0, depth, length), 90)
    seams = tuple(
        Seam("wall strip", net, wall, _build_level_edge(x + (sizes.width + length) / 2, sizes.upper_depth, -length))
        for net, walls in (("tube-1", ("front", "right")), ("tube-2", ("back", "left")))
        for wall, x in zip(walls, (0.0, sizes.width), strict=True)
    )
    return Net("ledge", (shelf, strip), (fold,), seams, copies=4)


def _build_holed_floor(sizes: Sizes, count: int) -> Net:
    """An upper floor with `count` rows of as many square holes, without tabs; it rests on the ledges."""
    p, hole = sizes.plate, sizes.hole
    bar = (p - count * hole) / (count + 1)
    holes = tuple(
        flat.rectangle(bar + column * (hole + bar), bar + row * (hole + bar), hole, hole)
        for row in range(count)
        for column in range(count)
    )
    return Net(f"floor-upper-{count * count}", (Panel("plate", flat.rectangle(0, 0, p, p), holes),))


def _build_ramp(sizes: Sizes) -> Net:
    """The ramp from the back wall down to the door; its tabs fold up, since there is no room below it."""
    p, length, w, h = sizes.plate, sizes.ramp_length, sizes.width, sizes.height
    plate = Panel("ramp", flat.rectangle(0, 0, p, length))
    head, right, _, left = plate.edges
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
    """The two halves of the funnel, of two walls each; the collar at the bottom slips into the tube."""
    b, a, rise = sizes.plate, sizes.mouth, sizes.funnel_height
    run = (a - b) / 2
    lean = math.atan2(run, rise)
    leg = math.hypot(math.hypot(rise, run), run)
    start = leg * b / (a - b)
    end = start + leg
    step = 2 * math.asin(b / 2 / start)
    bend = math.degrees(math.acos(math.sin(lean) ** 2))

    def find_corner(radius: float, index: int) -> Point:
        """A corner at a radius from the apex of the net; the two walls are mirror images."""
        angle = math.pi / 2 - (index - 1) * step
        return radius * math.cos(angle), -radius * math.sin(angle)

    halves = []
    for name, letter, other in (("funnel-1", "G", "funnel-2"), ("funnel-2", "H", "funnel-1")):
        walls = [
            Panel(f"wall {i}", tuple(find_corner(*c) for c in ((end, i), (end, i + 1), (start, i + 1), (start, i))))
            for i in (0, 1)
        ]
        side = (find_corner(end, 2), find_corner(start, 2))
        fold = Fold("wall 0", "wall 1", (find_corner(end, 1), find_corner(start, 1)), -bend)
        tabs = [build_tab("wall 1", f"tab {letter}", letter, side, sizes.glue, -bend)]
        for i in (0, 1):
            edge, depth = (find_corner(start, i + 1), find_corner(start, i)), 1.2 * sizes.cube
            collar, crease = build_tab(f"wall {i}", f"collar {i}", "", edge, depth, math.degrees(lean))
            tabs.append((collar, replace(crease, is_visible=True)))
        seam = Seam(f"tab {letter}", other, "wall 0", (find_corner(end, 0), find_corner(start, 0)))
        halves.append(Net.from_panels(name, walls, [fold], tabs, [seam]))
    return halves[0], halves[1]


def _build_tray(sizes: Sizes) -> Net:
    """The tray: a low box, open at the back, where the tower stands."""
    w, d, h = sizes.tray
    gap = sizes.width + 2.0
    stub = (w - gap) / 2
    panels, folds, tabs, seams = [Panel("base", flat.rectangle(0, 0, w, d))], [], [], []
    for side, wall, fold_line in (
        ("front", flat.rectangle(0, d, w, h), ((0.0, d), (w, d))),
        ("left", flat.rectangle(-h, 0, h, d), ((0.0, 0.0), (0.0, d))),
        ("right", flat.rectangle(w, 0, h, d), ((w, 0.0), (w, d))),
        ("back left", flat.rectangle(0, -h, stub, h), ((0.0, 0.0), (stub, 0.0))),
        ("back right", flat.rectangle(w - stub, -h, stub, h), ((w - stub, 0.0), (w, 0.0))),
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


INSIDE, OUTSIDE = ("#f6f0e1", "#cdbf9f"), ("#dfe6ea", "#8fa3b3")
"""Light and dark colours of the inside and of the outside."""
PAPER = INSIDE[0]
PALE = 0.35  # the share of these colours in low ink


@dataclass(frozen=True)
class Solid:
    """A net folded in space, to be drawn."""

    net: Net
    move: RigidMotion  # the motion of its first panel
    part: float = 1.0  # how far it is folded, 0 (flat) to 1
    omitted_panels: Collection[str] = ()  # panels left out, to show what is behind them


def draw_solids(
    name: str,
    layers: Iterable[Iterable[Solid]],
    width: float,
    height: float,
    around: float = 35.0,
    above: float = 28.0,
    letters: str = "",
    low: bool = False,
) -> Frame:
    """Draw solids seen from `around` degrees to the side and `above` degrees above, on a picture of a size in mm.

    The rear layer comes first; within a layer, nearer panels hide farther ones. Tabs with one of the
    `letters` are labelled. In low ink (`low`) the colours are paler.
    """
    view = _look_from(math.radians(around), math.radians(above))
    light = view.rotate(flat.unit((0.75, -0.6, -0.35)))
    faces: list[tuple[tuple[int, float], Panel, RigidMotion]] = []
    for layer, solid in ((index, solid) for index, solids in enumerate(layers) for solid in solids):
        moves = flat.fold_net(solid.net, solid.part)
        for panel in solid.net.panels:
            if panel.name not in solid.omitted_panels:
                seen = view @ solid.move @ moves[panel.name]
                depth = flat.lift_point(seen, flat.compute_centre(panel.points))[2]
                faces.append(((layer, depth - (2.0 if panel.letter else 0.0)), panel, seen))  # tabs lie farther back
    faces.sort(key=lambda face: face[0])
    points = [flat.lift_point(seen, point) for _, panel, seen in faces for point in panel.points]
    left, top = min(x for x, _, _ in points), min(y for _, y, _ in points)
    wide, high = max(x for x, _, _ in points) - left, max(y for _, y, _ in points) - top
    scale = min((width - 1) / wide, (height - 1) / high)
    dx, dy = (width - wide * scale) / 2 - left * scale, (height - high * scale) / 2 - top * scale
    items: list[Item] = []
    tabs: list[tuple[str, list[Point], list[Point]]] = []  # of tabs: letter, places for it, those not hidden
    for _, panel, (x_axis, y_axis, z_axis, shift) in faces:
        flattened = Matrix(*x_axis[:2], *y_axis[:2], *shift[:2])
        place = flattened.then(Matrix.scale_by(scale)).then(Matrix.translate(dx, dy))
        rings = [tuple(place.transform_point(*point) for point in ring) for ring in (panel.points, *panel.holes)]
        tabs = [(at, all_of, [each for each in free if not is_inside(each, rings)]) for at, all_of, free in tabs]
        if panel.letter and panel.letter in letters:
            middle = flat.compute_centre(rings[0])
            corners = [flat.interpolate_edge((middle, each), part) for part in (0.6, 0.9) for each in rings[0]]
            tabs.append((panel.letter, [middle, *corners], [middle, *corners]))
        is_front = z_axis[2] > 0
        bright = max(0.0, dot(z_axis, light) * (1 if is_front else -1))
        colour = _mix_colours(INSIDE if is_front else OUTSIDE, bright)
        outline: Outline = tuple(segment for ring in rings for segment in polygon(ring))
        items.append(Shape(outline, mix_into_white(colour, PALE) if low else colour, INK, 0.22, role="picture"))
        if panel.art and panel.art.has_lines is is_front:
            picture = Matrix(d=1.0 if is_front else -1.0).then(panel.art.matrix)  # behind, it is seen through the card
            items.append(Use(panel.art.frame, picture.then(place), outline))
    visible = {letter for letter, _, free in tabs if free}
    for letter, places, free in tabs:
        if free or letter not in visible:  # shown through the card if every tab of this letter is hidden
            x, y = (free or places)[0]
            items.append(Shape(circle(x, y, 1.5), PAPER, INK, 0.15, role="picture"))
            items.append(Text(letter, x, y + 0.85, 6.5, "bold", INK, "middle", role="step"))
    return Frame(f"assembly/{name}", width, height, tuple(items))


def _look_from(around: float, above: float) -> RigidMotion:
    """The motion from space to what is seen from these angles: x to the right, y down, z towards the viewer."""
    viewer = (math.sin(around) * math.cos(above), -math.sin(above), -math.cos(around) * math.cos(above))
    down = flat.unit(plus((0.0, 1.0, 0.0), viewer, -viewer[1]))
    return RigidMotion(flat.cross(down, viewer), down, viewer).inverse


def _mix_colours(colours: tuple[str, str], bright: float) -> str:
    light, dark = (bytes.fromhex(colour[1:]) for colour in colours)
    share = 0.25 + 0.75 * bright
    return "#" + bytes(round(b + (a - b) * share) for a, b in zip(light, dark, strict=True)).hex()


STEPS = {"fold": "", "inside": "CDEF", "tube": "ABCE", "floor": "", "funnel": "GH", "tray": "IJKL"}
"""The steps of assembly, in order, each with the letters of the tabs that are glued."""


def place_net(net: Net, sizes: Sizes, wall: int = 0) -> RigidMotion:
    """The motion that brings the first panel of an unsplit net to its place in the tower.

    x runs right as seen from inside, y down from the upper end of the tube, z from the front wall to the
    back wall, mm. `wall` is that of a ledge: 0 front, 1 right, 2 back, 3 left.
    """
    w, inner = sizes.width, sizes.width - PLAY
    level = RigidMotion((-1, 0, 0), (0, 0, -1), (0, -1, 0))
    match net.name:
        case "tube-1":
            return RigidMotion()
        case "tube-2":
            return RigidMotion((-1, 0, 0), (0, 1, 0), (0, 0, -1), (w, 0, w))
        case "floor-lower":
            return level._replace(shift=(inner, sizes.lower_depth, inner))
        case "floor-upper-4" | "floor-upper-9":
            return level._replace(shift=(inner, sizes.upper_depth, inner))
        case "ramp":
            s, c = math.sin(math.radians(SLOPE)), math.cos(math.radians(SLOPE))
            return RigidMotion((-1, 0, 0), (0, s, -c), (0, -c, -s), (inner, sizes.height - sizes.ramp_rise, inner))
        case "ledge":
            move = level._replace(shift=((w + net.panels[0].points[1][0]) / 2, sizes.upper_depth, sizes.ledge))
            for _ in range(wall):  # by quarter turns: front (z = 0) -> right (x = w) -> back (z = w) -> left (x = 0)
                move = RigidMotion((0, 0, 1), (0, 1, 0), (-1, 0, 0), (w, 0, 0)) @ move
            return move
        case "tray":
            return level._replace(shift=(w / 2 + sizes.tray[0] / 2, sizes.height, -1.0))
        case funnel:
            return _place_funnel(net, sizes, 0 if funnel == "funnel-1" else 2)


def _place_funnel(net: Net, sizes: Sizes, corner: int) -> RigidMotion:
    """The motion that puts half a funnel on the tube, the lower edges of its walls along two sides of the opening."""
    w, p = sizes.width, PLAY
    moves = flat.fold_net(net)
    one, two = net.get_panel("wall 0"), net.get_panel("wall 1")
    points = [flat.lift_point(moves["wall 0"], one.points[index]) for index in (3, 2)]
    points.append(flat.lift_point(moves["wall 1"], two.points[2]))
    corners = [(p, 0.0, p), (w - p, 0.0, p), (w - p, 0.0, w - p), (p, 0.0, w - p)]
    goal = [corners[(corner + step) % 4] for step in range(3)]
    return flat.build_basis(*goal) @ flat.build_basis(*points).inverse


def _draw_steps(
    nets: Mapping[str, Net], sizes: Sizes, width: float, heights: tuple[float, float], low: bool
) -> list[Frame]:
    """Draw the steps of ``STEPS``; `width` of each picture and `heights` in the two rows, mm."""
    w = sizes.width

    def build(
        name: str, wall: int = 0, omitted: Collection[str] = (), part: float = 1.0, shift: Vector = (0.0, 0.0, 0.0)
    ) -> Solid:
        return Solid(nets[name], RigidMotion(shift=shift) @ place_net(nets[name], sizes, wall), part, omitted)

    back, front = [build("tube-2", omitted=("tab B",))], [build("tube-1", omitted=("tab A",))]
    ledges = [build("ledge", wall) for wall in range(4)]
    floors, upper = [build("floor-lower"), build("ramp")], build("floor-upper-4")
    back_parts = [[build("tube-2")], [*floors, *ledges[2:]]]
    aside, above, lifted = (0.35 * w, 0.0, -0.7 * w), (0.0, -0.45 * w, 0.0), (0.0, -sizes.upper_depth - 0.8 * w, 0.0)
    tube = [back, [*floors, *ledges, upper], front]
    collars, funnels = ("collar 0", "collar 1"), ("funnel-1", "funnel-2")
    scenes: tuple[list[list[Solid]], ...] = (
        [[build("tube-1", part=0.45)], [build("tube-2", part=0.45, shift=(0.0, 0.0, 1.1 * w))]],
        back_parts,
        [*back_parts, [build("ledge", wall, shift=aside) for wall in (0, 1)], [build("tube-1", shift=aside)]],
        [back, [*floors, *ledges], front, [build("floor-upper-4", shift=lifted)]],
        [*tube, [build(name, shift=above) for name in funnels]],
        [*tube, [build(name, omitted=collars) for name in funnels], [build("tray")]],
    )
    views = ((150.0, 20.0), (35.0, 24.0), (35.0, 24.0), (35.0, 30.0), (35.0, 26.0), (35.0, 26.0))
    return [
        draw_solids(key, scene, width, heights[index // 3], *view, letters, low)
        for index, ((key, letters), scene, view) in enumerate(zip(STEPS.items(), scenes, views, strict=True))
    ]


KEEP = ("tube-1", "tube-2", "funnel-1", "funnel-2")  # nets printed on the outside
_SIDES = {"right": "side", "left": "side", "wall 0": "roof", "wall 1": "roof"}
Painting = tuple[str, Mapping[str, str]]  # a face and its fields
WALLS: dict[str, Painting] = {panel: (f"keep-{_SIDES.get(panel, panel)}", {}) for panel in ("front", "back", *_SIDES)}
STRAW, WOOD = {"ground": "#eee2c0", "pen": "#b39b62"}, {"ground": "#e2cda4", "pen": "#a07c46"}
FLOORS: dict[str, Painting] = {  # panels of nets printed on the inside
    **dict.fromkeys(("plate", "shelf"), ("keep-floor", STRAW)),
    **dict.fromkeys(("front", "left", "right", "back left", "back right"), ("keep-floor", WOOD)),  # of the tray
    "ramp": ("keep-floor", {"ground": "#ecdcc0", "pen": "#b0905f"}),
    "base": ("keep-garden", {}),
}
PICTURES, COLUMN, TOPS = (58.0, (62.0, 77.0)), 66.0, (24.0, 117.0)
"""On the face of the steps, the width of their pictures and the heights in its rows; how far columns are apart; the
upper ends of the rows, mm."""
CUBE = 135.5, 231.0  # where the square that a cube covers has its centre there, mm
FACE, SPACE = 2**0.5, 3**0.5  # diagonals of a face, and of the whole, of a cube of side 1


def lay_out_model(
    paper: Paper, words: DeckWords, language: Language, cube: float, low: bool = False
) -> tuple[list[Page], list[Sentence]]:
    """The pages of the tower for cubes of a size, mm, and notes; its words have keys that begin with ``tower.``."""
    for tried in (paper, *sorted(papers_by_name().values(), key=lambda each: (each.places is not None, each.width))):
        with suppress(PaperError):
            pages, notes = _lay_out_pages(tried, words, language, cube, low)
            if tried is paper:
                return pages, notes
            break
    raise PaperError(
        "the paper tower does not fit {paper}; it needs {smallest} or larger.", paper=paper.title, smallest=tried.title
    )


def _lay_out_pages(
    paper: Paper, words: DeckWords, language: Language, cube: float, low: bool
) -> tuple[list[Page], list[Sentence]]:
    sizes = Sizes(cube)
    numbers = {"cube": cube, "width": sizes.width, "height": sizes.height, "slot": sizes.slot, "hole": sizes.hole}
    numbers |= {"slots": SLOT, "holes": HOLE, "play": PLAY, "face": FACE * cube, "space": SPACE * cube}
    formatted = {key: language.number(round(value, 1)) for key, value in numbers.items()}
    texts = {key: text.format(**formatted) for key, text in words.items() if key.startswith("tower.")}
    render_face = make_face_renderer(templates() / "faces" / "shogun", texts, low)
    nets = [add_pictures(net, render_face) for net in flat.add_tab_letters(build_tower_nets(cube))]
    printed = [net.transform(flat.MIRROR) if net.name in KEEP else net for net in nets]
    parts = split_for_paper(printed, paper, sizes.glue)
    names = {net.name: texts[f"tower.part.{net.name}"] for net in nets}
    sheets = lay_out_net_pages(parts, paper, texts["tower.title"], names, language, level=1, low=low)
    remarks = [say("How many cubes this paper tower keeps has not been measured.")]
    if split := sorted({part.joint[0] for part in parts if part.joint}):
        remark = say(
            "{paper} is too small for some nets of the tower; they come in parts with joints: {nets}.",
            paper=paper.title,
            nets=" · ".join(names[name].lower() for name in split),
        )
        remarks.insert(0, remark)
    notes = ("print", "joints", "measure") if split else ("print", "measure")
    face = render_face("tower-steps", {"notes": " ".join(texts[f"tower.note.{key}"] for key in notes)})
    assert face is not None
    steps = _draw_steps({net.name: net for net in nets}, sizes, *PICTURES, low)
    return [_lay_out_steps(paper, texts["tower.title"], face, steps, cube), *sheets], remarks


def add_pictures(net: Net, render_face: FaceRenderer) -> Net:
    """The net with pictures on its panels: a castle keep outside; inside floors and a garden, with lines over them."""
    panels, outer_panels = [], net.name in KEEP
    for panel in net.panels:
        name, fields = (WALLS if outer_panels else FLOORS).get(panel.name, ("", {}))
        first, second, third = panel.points[:3]
        size = {"width": f"{math.dist(first, second):g}", "height": f"{math.dist(second, third):g}"}
        frame = render_face(name, {**fields, **size}) if name else None
        edge = (second, first) if outer_panels else (first, second)
        panels.append(replace(panel, art=flat.Art(frame, edge, has_lines=not outer_panels) if frame else None))
    return replace(net, panels=tuple(panels))


def _lay_out_steps(paper: Paper, title: str, face: Frame, steps: Iterable[Frame], cube: float) -> Page:
    """Lay out the page of assembly; it fills the paper, and is turned on a wide one."""
    edge = paper.margin + 5
    across, down = sorted((paper.width, paper.height))
    scale = min((across - 2 * edge) / face.width, (down - 2 * edge) / face.height)
    place = Matrix.scale_by(scale).then(Matrix.translate((across - scale * face.width) / 2, edge))
    if paper.width > paper.height:
        place = place.then(Matrix.rotate(-90)).then(Matrix.translate(0, across))
    items: list[Item] = [Use(face, place)]
    for index, frame in enumerate(steps):
        column, row = index % 3, index // 3
        items.append(Use(frame, Matrix.translate(COLUMN * column, TOPS[row]).then(place)))
    x, y = place.transform_point(*CUBE)
    items.append(Shape(rect(x - cube / 2, y - cube / 2, cube, cube), None, INK, 0.25, role="cut"))
    frame, strip = Frame(title, paper.width, paper.height, tuple(items)), paper.width - 2 * edge
    return Page(frame, title, title, strip=(paper.width - paper.margin, paper.margin + 3, strip), is_guide=True)
