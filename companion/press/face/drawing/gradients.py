"""Gradients of an art file; drawing programs keep what is in one in another."""

from dataclasses import replace
from itertools import accumulate

from companion.press.face.drawing.style import PLAIN, fraction, number, referred, style_of, tinted
from companion.press.face.drawing.svg_file import DEEPEST, ArtFile, Node
from companion.press.face.drawing.transforms import transform_of
from companion.press.frame.drawing import Gradient, Paint, outline
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import tight
from companion.sentences import say

LINEAR = {"x1": "0", "y1": "0", "x2": "100%", "y2": "0"}
RADIAL = {"cx": "50%", "cy": "50%", "r": "50%", "fx": "", "fy": "", "fr": "0"}
KINDS = ("linearGradient", "radialGradient")

Stop = tuple[float, str, float, str]  # as _stop has it


def _join_linked_gradients(art: ArtFile, node: Node) -> tuple[dict[str, str], Node]:
    """What a gradient and those it links to say together, and which of them has stops."""
    told, holder, chain = dict(node.attributes), node, [node]
    while "href" in chain[-1].attributes:
        target = referred(art, chain[-1], "href", chain[-1].attributes["href"])
        if target in chain or len(chain) > DEEPEST or target.tag not in KINDS:
            raise art.fault(node, say("it uses itself, or what is of another kind"))
        chain.append(target)
        told, holder = target.attributes | told, holder if holder.children else target
    return told, holder


def gradient_of(art: ArtFile, node: Node, notation: str) -> tuple[Paint, float]:
    """The gradient that fills an outline, or its one colour, and its opacity."""
    told, holder = _join_linked_gradients(art, node)
    stops = [_stop(art, stop) for stop in holder.children if stop.tag == "stop"]
    if not stops:
        return None, 1.0
    boxed = told.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    kind = LINEAR if node.tag == KINDS[0] else RADIAL
    numbers = [_measure(art, node, key, told.get(key, default), boxed) for key, default in kind.items()]
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
    if told.get("spreadMethod", "pad") != "pad":
        raise art.unknown(node, "spreadMethod", told["spreadMethod"])
    colours = tuple((part, colour) for part, colour, *_ in stops)
    shades, names = tuple(each[2] for each in stops), tuple(each[3] for each in stops)
    faint = shades if min(shades) < 1 else ()
    ends = (start.real, start.imag), (end.real, end.imag)
    return Gradient(*ends, colours, matrix, names, radii, faint), 1.0


def _measure(art: ArtFile, node: Node, key: str, given: str, boxed: bool) -> float:
    """A length of a gradient, in per cent of the box where it is told in parts of that."""
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
