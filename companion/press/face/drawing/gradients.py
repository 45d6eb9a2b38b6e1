"""Gradients and patterns of an art file; drawing programs keep what is in one in another."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import accumulate
from math import ceil, floor

from companion.press.face.drawing.style import PLAIN, fraction, number, referred, style_of, tinted
from companion.press.face.drawing.svg_file import DEEPEST, ArtFile, Node
from companion.press.face.drawing.transforms import fitted, transform_of
from companion.press.frame.drawing import Drawing, Gradient, Inner, Paint, outline
from companion.press.frame.matrix import IDENTITY, Matrix
from companion.press.frame.outlines import bounds_moved, tight
from companion.sentences import say

LINEAR = {"x1": "0", "y1": "0", "x2": "100%", "y2": "0"}
RADIAL = {"cx": "50%", "cy": "50%", "r": "50%", "fx": "", "fy": "", "fr": "0"}
SIDES = ("x", "y", "width", "height")
KINDS = ("linearGradient", "radialGradient")
MOST_STOPS, MOST_TILED = 1_000, 20_000  # of a gradient that repeats; paths in the tiles of a file

Stop = tuple[float, str, float, str]  # as _stop has it


def linked(art: ArtFile, node: Node, kinds: Collection[str]) -> tuple[dict[str, str], Node]:
    """What a gradient or pattern and those it links to say together, and which of them has content."""
    told, holder, chain = dict(node.attributes), node, [node]
    while "href" in chain[-1].attributes:
        target = referred(art, chain[-1], "href", chain[-1].attributes["href"])
        if target in chain or len(chain) > DEEPEST or target.tag not in kinds:
            raise art.fault(node, say("it uses itself, or what is of another kind"))
        chain.append(target)
        told, holder = target.attributes | told, holder if holder.children else target
    return told, holder


def gradient_of(art: ArtFile, node: Node, notation: str, beyond: float) -> tuple[Paint, float]:
    """The gradient that fills an outline and so much beyond it, or its one colour, and its opacity."""
    told, holder = linked(art, node, KINDS)
    stops = [_stop(art, stop) for stop in holder.children if stop.tag == "stop"]
    if not stops:
        return None, 1.0
    boxed = told.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    kind = LINEAR if node.tag == KINDS[0] else RADIAL
    numbers = [measured(art, node, key, told.get(key, default), boxed) for key, default in kind.items()]
    matrix = transform_of(art, replace(node, attributes=told), "gradientTransform")
    left, top, right, bottom = tight(outline(notation))
    if boxed:
        if right - left < 1e-6 or bottom - top < 1e-6:
            return None, 1.0
        matrix = matrix.then(Matrix(right - left, 0.0, 0.0, bottom - top, left, top))
    radii = None
    start, end = complex(*numbers[:2]), complex(*numbers[2:4])
    if kind is RADIAL:
        end, (radius, focus_x, focus_y, least) = start, numbers[2:]
        start = complex(focus_x if told.get("fx") else end.real, focus_y if told.get("fy") else end.imag)
        radii = least, radius
        away = abs(start - end)
        if away > 0.99 * radius > 0:  # a focus beyond the edge lies just within it
            start = end + (start - end) * 0.99 * radius / away
    parts = accumulate((part for part, *_ in stops), max)
    stops = [(part, *stop[1:]) for part, stop in zip(parts, stops, strict=True)]
    alike = len({colour for _, colour, *_ in stops}) == len({shade for _, _, shade, _ in stops}) == 1
    if alike or not matrix.scale or (start == end and radii is None) or (radii and radii[1] <= radii[0]):
        return stops[-1][1], stops[-1][2]
    spread = told.get("spreadMethod", "pad")
    if spread != "pad" and len(stops) > 1:
        box = bounds_moved((left - beyond, top - beyond, right + beyond, bottom + beyond), matrix.inverse())
        corners = [complex(x, y) - start for x in box[0::2] for y in box[1::2]]
        if radii is None:
            ways = [(each / (end - start)).real for each in corners]
        else:
            ways = [0.0, *(abs(each) / (radii[1] - abs(end - start)) for each in corners)]
        if not (max(ways) - min(ways) + 2) * (len(stops) + 2) <= MOST_STOPS or (radii and radii[0]):
            raise art.fault(node, say("a gradient that repeats would be lost"))
        low, high = floor(min(ways)), ceil(max(ways))
        stops = _repeated(stops, low, high, spread == "reflect")
        start, end = start + low * (end - start), start + high * (end - start)
        radii = radii and (0.0, radii[1] * high)
    colours = tuple((part, colour) for part, colour, *_ in stops)
    shades, names = tuple(each[2] for each in stops), tuple(each[3] for each in stops)
    faint = shades if min(shades) < 1 else ()
    ends = (start.real, start.imag), (end.real, end.imag)
    return Gradient(*ends, colours, matrix, names, radii, faint), 1.0


def _repeated(stops: list[Stop], low: int, high: int, mirrored: bool) -> list[Stop]:
    """The stops of a gradient over and over, each second time backward where it is mirrored."""
    whole = [(0.0, *stops[0][1:]), *stops, (1.0, *stops[-1][1:])]
    back = [(1 - stop[0], *stop[1:]) for stop in reversed(whole)] if mirrored else whole
    ways = [(way, stop) for way in range(low, high) for stop in (back if way % 2 else whole)]
    return [((way - low + stop[0]) / (high - low), *stop[1:]) for way, stop in ways]


def tiles_of(
    art: ArtFile, node: Node, notation: str, beyond: float, most: int, draw: Callable[..., Drawing]
) -> Iterator[Inner]:
    """The tiles of a pattern under an outline and so far beyond; `draw` makes one of node, matrix, box."""
    told, holder = linked(art, node, {"pattern"})
    left, top, right, bottom = tight(outline(notation))
    across, down = right - left, bottom - top
    boxed = told.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
    x, y, wide, high = (measured(art, node, key, told.get(key, "0"), boxed) for key in SIDES)
    content = IDENTITY
    if boxed:
        x, y, wide, high = left + x * across, top + y * down, wide * across, high * down
    if min(wide, high) <= 0:
        return
    shown = replace(holder, attributes=told)
    if told.get("viewBox"):
        content = fitted(art, shown, wide, high)
    elif told.get("patternContentUnits") == "objectBoundingBox":
        content = Matrix.scaled(across, down)
    matrix = transform_of(art, shown, "patternTransform")
    tile = draw(holder, content.then(Matrix.moved(x, y)), (x, y, wide, high))
    area = bounds_moved((left - beyond, top - beyond, right + beyond, bottom + beyond), matrix.inverse())
    from_x, from_y, to_x, to_y = (
        (edge - start) / side for edge, start, side in zip(area, (x, y) * 2, (wide, high) * 2, strict=True)
    )
    if (to_x - from_x + 1) * (to_y - from_y + 1) * max(tile.count, 1) > most:
        raise art.fault(node, say("patterns of more than {most} paths would be lost", most=MOST_TILED))
    for row in range(floor(from_y), ceil(to_y)) if tile.traces else ():
        for column in range(floor(from_x), ceil(to_x)):
            yield Inner(tile, Matrix.moved(column * wide, row * high).then(matrix))


def measured(art: ArtFile, node: Node, key: str, given: str, boxed: bool) -> float:
    """A length of a gradient or pattern, in per cent of the box where it is told in parts of that."""
    given = given.strip() or "0"
    percent = given.endswith("%") and boxed
    return number(art, node, key, given[:-1]) / 100 if percent else number(art, node, key, given)


def _stop(art: ArtFile, stop: Node) -> Stop:
    """Its part of the way, its colour, how opaque it is, and the name of the colour."""
    style = style_of(art, stop, PLAIN)
    part = fraction(art, stop, "offset", stop.attributes.get("offset", "0"))
    given = style.get("stop-color", "#000000")
    given = style["color"] if given.lower() == "currentcolor" else given
    colour, opacity = tinted(art, stop, "stop-color", given)
    opacity *= fraction(art, stop, "stop-opacity", style.get("stop-opacity", "1"))
    return part, colour, opacity, next(iter(style["class"].split()), "")
