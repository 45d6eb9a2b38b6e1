"""Put nets on pages: split those too large, along folds if possible, and pack them on sheets, with a key."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from types import MappingProxyType
from typing import Any

from companion.data.papers import Paper
from companion.errors import PaperError
from companion.press.face.context import compute_extent
from companion.press.frame import fonts
from companion.press.frame.frame import Frame, Item, Page, Shape, Text, Use
from companion.press.frame.low_ink import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.outlines import IDENTITY, Matrix, line, rect, transform_outline
from companion.press.frame.trims import compute_signed_area, intersect_areas, is_inside
from companion.press.nets.drawing import PALE_TAB, REACH, TAB, draw_fold, draw_net
from companion.press.nets.net import QUARTER, Edge, Fold, Mark, Net, Panel, build_tab, rectangle
from companion.sentences import Language, say
from companion.units import to_millimetres, to_points

NEAR = 1e-6  # shorter lengths count as 0, mm
LEAST_PART_WIDTH = 12.0  # the least width of a part of a net, mm
LEAST_PART_AREA = 30.0  # the least area of a part of a panel, mm²
ASIDE = 1e-3  # how far beside a cut to test whether a panel continues there, mm
FAR = 1e4  # larger than any net, mm
JOINT = "+"  # begins the letter of a joint that has no number yet
DEEPEST = 4  # how many times a net may be halved


def fit_net(net: Net, width: float, height: float) -> Net | None:
    """The net as it is or turned by a quarter, whichever fits the room, mm; ``None`` if neither does."""
    left, top, right, bottom = net.extent
    for across, down, turned_net in ((width, height, net), (height, width, net.transform(QUARTER))):
        if right - left <= across + NEAR and bottom - top <= down + NEAR:
            return turned_net
    return None


def split_net(net: Net, width: float, height: float, depth: float, letters: Iterator[str]) -> list[Net]:
    """Split a net into as few parts as fit a room, mm, with a tab `depth` mm deep at every joint."""
    for most in range(DEEPEST + 1):
        if parts := _split_parts(net, width, height, depth, count(), most):
            if len(parts) == 1:
                return parts
            return [
                replace(part, name=f"{net.name}-{number}", joint=(net.name, number, len(parts)))
                for number, part in enumerate(_number_joints(parts, letters), 1)
            ]
    fields: dict[str, Any] = {"net": net.name, "width": width, "height": height}
    raise PaperError(
        "The net '{net}' cannot be cut to fit {width} x {height} mm; take larger paper or smaller cubes.", **fields
    )


def _number_joints(parts: list[Net], letters: Iterator[str]) -> list[Net]:
    joint_letters = [panel.letter for part in parts for panel in part.panels if panel.letter.startswith(JOINT)]
    numbers = {joint: next(letters) for joint in joint_letters}

    def number_panel(panel: Panel) -> Panel:
        marks = tuple(replace(mark, letter=numbers.get(mark.letter, mark.letter)) for mark in panel.marks)
        return replace(panel, letter=numbers.get(panel.letter, panel.letter), marks=marks)

    return [replace(part, panels=tuple(map(number_panel, part.panels))) for part in parts]


def _split_parts(
    net: Net, width: float, height: float, depth: float, joints: Iterator[int], most: int
) -> list[Net] | None:
    if part := fit_net(net, width, height):
        return [part]
    left, top, right, bottom = net.extent
    rooms = (
        math.ceil((right - left) / across - NEAR) * math.ceil((bottom - top) / down - NEAR)
        for across, down in ((width, height), (height, width))
    )
    if min(rooms) > 2**most:
        return None
    for way, value in _list_cuts(net):
        if halves := _cut_net(way, value, depth, joints):
            one = _split_parts(halves[0], width, height, depth, joints, most - 1)
            other = one and _split_parts(halves[1], width, height, depth, joints, most - 1)
            if one and other:
                return one + other
    return None


def _list_cuts(net: Net) -> Iterator[tuple[Net, float]]:
    """Yield positions of upright cuts to try, in the net and in the net turned: first folds, then near the middle."""
    directions = (net, net.transform(QUARTER))
    for way in directions:
        left, _, right, _ = way.extent
        middle = (left + right) / 2
        folds = {a[0] for fold in way.folds for a, b in [fold.edge] if abs(a[0] - b[0]) < NEAR}
        for value in sorted(folds, key=lambda value_at: abs(value_at - middle)):
            if left + LEAST_PART_WIDTH < value < right - LEAST_PART_WIDTH:
                yield way, value
    for part in (0.5, 0.4, 0.6, 0.33, 0.67, 0.25, 0.75):
        for way in directions:
            left, _, right, _ = way.extent
            yield way, left + (right - left) * part


def _cut_net(net: Net, value: float, depth: float, joints: Iterator[int]) -> tuple[Net, Net] | None:
    """Cut a net along x = value; the left half gets the tabs. ``None`` if a half would fall apart."""
    lefts: dict[str, Panel] = {}
    rights: dict[str, Panel] = {}
    cut_edges: list[tuple[str, Edge]] = []
    for panel in net.panels:
        pieces = _cut_panel(panel, value)
        if pieces is None:
            return None
        left, right, crossings = pieces
        lefts |= {panel.name: left} if left else {}
        rights |= {panel.name: right} if right else {}
        if not panel.letter:  # a tab that is cut gets no joint
            cut_edges += [(panel.name, edge) for edge in crossings]

    def clip_folds(panels: Mapping[str, Panel], side: int) -> list[Fold]:
        """The folds, or their parts, between the panels of one half."""
        inner = (fold for fold in net.folds if fold.a in panels and fold.b in panels)
        folds = ((fold, _clip_edge(fold.edge, value, side)) for fold in inner)
        return [replace(fold, edge=edge) for fold, edge in folds if edge]

    left_folds, right_folds = clip_folds(lefts, -1), clip_folds(rights, 1)
    added: list[Panel] = []

    def add_joint(inner: str, outer: str, edge: Edge, angle: float) -> None:
        """Add a tab on the left half, and its mark on the right half."""
        joint = f"{JOINT}{next(joints)}"
        flap, crease = build_tab(inner, f"joint {inner} {joint}", joint, edge, depth, angle)
        added.append(flap)
        left_folds.append(crease)
        right = rights[outer]
        rights[outer] = replace(right, marks=(*right.marks, Mark(edge[::-1], letter=joint)))

    for name, edge in cut_edges:
        add_joint(name, name, edge, 0.0)
    for fold in net.folds:
        inner, outer = (fold.a, fold.b) if fold.a in lefts else (fold.b, fold.a)
        if not all(abs(x - value) < NEAR for x, _ in fold.edge) or inner not in lefts or outer not in rights:
            continue
        if net.get_panel(outer).letter or net.get_panel(inner).letter:
            return None  # a tab cannot carry another
        one, other = sorted(fold.edge, key=lambda point: point[1])
        add_joint(inner, outer, (one, other), fold.angle)
    first = _build_part(net, [*lefts.values(), *added], left_folds)
    second = _build_part(net, list(rights.values()), right_folds)
    return (first, second) if first and second else None


def _cut_panel(panel: Panel, value: float) -> tuple[Panel | None, Panel | None, list[Edge]] | None:
    """The parts of a panel left and right of x = value, and the edges between them; ``None`` if it may not be cut."""
    halves: list[Panel | None] = []
    for side, left, right in ((-1, -FAR, value), (1, value, FAR)):
        half = intersect_areas(panel.area, [rectangle(left, -FAR, right - left, 2 * FAR)])
        size = sum(map(compute_signed_area, half))
        if size < 1e-3:
            halves.append(None)
            continue
        outlines = [loop for loop in half if compute_signed_area(loop) > 0]
        if len(outlines) != 1 or size < LEAST_PART_AREA:
            return None
        marks = tuple(replace(mark, edge=edge) for mark in panel.marks if (edge := _clip_edge(mark.edge, value, side)))
        holes = tuple(loop[::-1] for loop in half if compute_signed_area(loop) < 0)
        halves.append(replace(panel, points=outlines[0], holes=holes, marks=marks))
    left_half, right_half = halves
    joints = _find_joints(left_half, right_half, value) if left_half and right_half else []
    return left_half, right_half, [edge for edge in joints if math.dist(*edge) > 4]


def _find_joints(left: Panel, right: Panel, value: float) -> list[Edge]:
    """The edges along x = value where two halves of a panel meet, from the top down."""
    joints: list[Edge] = []
    lines = sorted(
        sorted((y, to_y)) for (x, y), (to_x, to_y) in left.edges if abs(x - value) + abs(to_x - value) < NEAR
    )
    for top, bottom in lines:
        if is_inside((value + ASIDE, (top + bottom) / 2), right.area):
            top_edge = joints.pop()[0][1] if joints and joints[-1][1][1] == top else top
            joints.append(((value, top_edge), (value, bottom)))
    return joints


def _clip_edge(edge: Edge, value: float, side: int) -> Edge | None:
    """The part of an edge left (-1) or right (1) of x = value, in its own direction."""
    (x1, y1), (x2, y2) = edge
    are_inside = [side * (x - value) >= -NEAR for x in (x1, x2)]
    if all(are_inside):
        return None if abs(x1 - value) < NEAR and abs(x2 - value) < NEAR else edge
    if not any(are_inside):
        return None
    t = (value - x1) / (x2 - x1)
    middle = (value, y1 + t * (y2 - y1))
    cut = (edge[0], middle) if are_inside[0] else (middle, edge[1])
    return cut if math.dist(*cut) > NEAR else None


def _build_part(net: Net, panels: list[Panel], folds: Sequence[Fold]) -> Net | None:
    """A net of some panels, the largest first; ``None`` if they are not all connected."""
    if not panels:
        return None
    root = max(panels, key=lambda panel: abs(compute_signed_area(panel.points)))
    names_reached, ordered, folds_left = {root.name}, [], list(folds)
    while next_fold := next((f for f in folds_left if (f.a in names_reached) != (f.b in names_reached)), None):
        folds_left.remove(next_fold)
        if next_fold.b in names_reached:
            next_fold = replace(next_fold, a=next_fold.b, b=next_fold.a)
        names_reached.add(next_fold.b)
        ordered.append(next_fold)
    if len(names_reached) != len(panels):
        return None
    others = (panel for panel in panels if panel is not root)
    return Net(net.name, (root, *others), tuple(ordered), copies=net.copies)


HEAD, FOOT = 4.6, 5.6  # strips above and below the nets, mm
HEAD_SHARE = 0.75  # the share of the upper strip for the names of nets; the rest is for sheet and printer
GAP = 4.0  # between nets on a sheet, mm


def split_for_paper(nets: Sequence[Net], paper: Paper, depth: float) -> list[Net]:
    """Fit nets to a paper: whole, or in parts with joints numbered from 1."""
    width, height = _compute_room(paper, nets)
    letters = map(str, count(1))
    return [part for net in nets for part in split_net(net, width - 1, height - 1, depth, letters)]


def lay_out_net_pages(
    parts: Sequence[Net],
    paper: Paper,
    title: str,
    names: Mapping[str, str],
    language: Language,
    level: int = 0,
    size: float = 8.0,
    low: bool = False,
    more: Mapping[str, Sequence[Frame]] = MappingProxyType({}),
) -> list[Page]:
    """Lay out parts on sheets, the highest first, and `more` frames by name; `size` is that of names, points."""
    width, height = _compute_room(paper, parts)
    uses: list[NamedUse] = []
    tabs = PALE_TAB if low else TAB
    for part in parts:
        net_title = part.joint[0] if part.joint else part.name
        name = names.get(net_title, net_title)
        if part.joint:
            _, number, total = part.joint
            name = say("{name}, part {number} of {count}", name=name, number=number, count=total).translate(language)
        upright = fit_net(part, width - 1, height - 1) or part
        uses += [(Use(draw_net(replace(upright, name=part.name), name, size, tabs, height)), name)] * part.copies
    uses += [(_turn_frame(frame, width, height, paper), name) for name, frames in more.items() for frame in frames]
    uses.sort(key=lambda pair: -round(compute_extent(pair[0])[3], 6))
    return [_lay_out_page(sheet, paper, title, language, level, tabs) for sheet in _pack_uses(uses, width, height)]


NamedUse = tuple[Use, str]  # a frame as it lies on its sheet, and what it is called


def _turn_frame(frame: Frame, width: float, height: float, paper: Paper) -> Use:
    """A frame as it is, or turned by a quarter if more of them then fit the room, mm."""
    sides = ((frame.width, frame.height), (frame.height, frame.width))
    upright, turned = ((width + GAP) // (across + GAP) * ((height + GAP) // (down + GAP)) for across, down in sides)
    if not upright and not turned:
        size: dict[str, Any] = {"width": frame.width, "height": frame.height}
        raise PaperError("{paper} is too small for a divider of {width} x {height} mm.", paper=paper.title, **size)
    turn = Matrix.rotate(90).then(Matrix.translate(frame.height, 0))
    return Use(frame, turn if turned > upright else IDENTITY)


def _compute_room(paper: Paper, nets: Sequence[Net]) -> tuple[float, float]:
    """The width and height that nets may fill on a sheet, mm, less room for ticks if there are any."""
    margin = REACH if any(net.has_ticks for net in nets) else 0.0
    return paper.width - 2 * paper.margin - margin, paper.height - 2 * paper.margin - HEAD - FOOT


def _pack_uses(uses: Sequence[NamedUse], width: float, height: float) -> list[list[NamedUse]]:
    """Place frames on sheets in rows, left to right and top down."""
    sheets: list[list[NamedUse]] = []
    ends: list[float] = []  # of each sheet: where its next row begins
    rows: list[list[float]] = []  # of each row: sheet, top, height, where its next frame begins
    for use, name in uses:
        _, _, wide, high = compute_extent(use)
        row = next((row for row in rows if row[3] + wide <= width + NEAR and high <= row[2] + NEAR), None)
        if row is None:
            index = next((index for index, end in enumerate(ends) if end + high <= height + NEAR), len(sheets))
            if index == len(sheets):
                sheets.append([])
                ends.append(0.0)
            row = [index, ends[index], high, 0.0]
            rows.append(row)
            ends[index] += high + GAP
        placed = use._replace(matrix=use.matrix.then(Matrix.translate(row[3], row[1])))
        sheets[int(row[0])].append((placed, name))
        row[3] += wide + GAP
    return sheets


def _lay_out_page(
    sheet: Sequence[NamedUse], paper: Paper, title: str, language: Language, level: int, tabs: str
) -> Page:
    edge = paper.margin
    label = f"{title} · {', '.join(dict.fromkeys(name for _, name in sheet))}"
    room = paper.width - 2 * edge
    has_ticks = any(use.frame.bleed for use, _ in sheet)
    free_right = room - max(compute_extent(use)[2] for use, _ in sheet) - REACH
    left = edge + (min(REACH, max(free_right, 0.0)) if has_ticks else 0.0)  # room for letters on the left
    place = Matrix.translate(left, edge + HEAD)
    items: list[Item] = [use._replace(matrix=use.matrix.then(place)) for use, _ in sheet]
    head = label
    while fonts.measure_width(head, "bold", 7.5) > to_points(room * HEAD_SHARE) and len(head) > 8:
        head = head[:-2].rstrip(" ,…") + "…"
    free = room - to_millimetres(fonts.measure_width(head, "bold", 7.5)) - GAP
    items.append(Text(head, edge, edge + 3, 7.5, "bold", INK, role="margin"))
    items += _draw_key(edge, paper.height - edge - 1.6, room, language, has_ticks, tabs)
    frame = Frame(label, paper.width, paper.height, tuple(items))
    return Page(frame, label, label, level=level, strip=(paper.width - edge, edge + 3, free))


def _draw_key(x: float, y: float, room: float, language: Language, has_ticks: bool, tabs: str = TAB) -> Iterator[Item]:
    bar = ((0.0, -1.0), (9.0, -1.0))
    entries = [
        (say("cut"), [Shape(line(*bar[0], *bar[1]), None, INK, 0.35, role="key")]),
        (say("fold back (mountain)"), [draw_fold(bar, 90)]),
        (say("fold up (valley)"), [draw_fold(bar, -90)]),
        (say("glue tab, with its letter"), [Shape(rect(0, -2.4, 9, 2.8), tabs, INK, 0.2, role="key")]),
    ]
    if has_ticks:
        ticks = ((3.3, VERMILION), (4.5, INDIGO), (5.7, SOFT))
        signs = [Shape(line(at, -2, at, 0), None, colour, 0.3, role="key") for at, colour in ticks]
        entries.append((say("fold or glue line from tick to tick"), signs))
    words = [each.translate(language) for each, _ in entries]
    wide = [10.5 + to_millimetres(fonts.measure_width(each, "regular", 6.5)) for each in words]
    gap = max(2.0, (room - sum(wide)) / (len(wide) - 1))
    small = min(1.0, (room - gap * (len(wide) - 1)) / sum(wide))
    for (_, signs), text, length in zip(entries, words, wide, strict=True):
        place = Matrix(a=small, e=x, f=y)
        yield from (sign._replace(outline=transform_outline(sign.outline, place)) for sign in signs)
        yield Text(text, x + 10.5 * small, y, 6.5 * small, colour=INK, role="margin")
        x += length * small + gap
