"""Gradients of an art file; drawing programs keep their stops in one and their place in another."""

from itertools import accumulate
from math import hypot

from companion.press.face.drawing.style import PLAIN, fraction, number, referred, style_of, tinted
from companion.press.face.drawing.svg_file import ArtFile, Node
from companion.press.face.drawing.transforms import transform_of
from companion.press.frame.drawing import Gradient, outline
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import tight
from companion.sentences import say

LINEAR = {"x1": "0", "y1": "0", "x2": "100%", "y2": "0"}
RADIAL = {"cx": "50%", "cy": "50%", "r": "50%", "fx": "", "fy": "", "fr": "0"}
KINDS = ("linearGradient", "radialGradient")


def gradient_of(art: ArtFile, node: Node, notation: str) -> tuple[str | Gradient | None, float]:
    """The gradient that fills an outline, or one colour where it has but one, and its opacity."""
    chain = [node]
    while "href" in chain[-1].attributes:
        target = referred(art, chain[-1], "href", chain[-1].attributes["href"])
        if target in chain or target.tag not in KINDS:
            raise art.fault(node, say("it uses itself, or what is no gradient"))
        chain.append(target)
    told: dict[str, str] = {}
    for each in reversed(chain):
        told |= each.attributes
    holder = next((each for each in chain if each.children), node)
    stops = [_stop(art, stop) for stop in holder.children if stop.tag == "stop"]
    if not stops:
        return None, 1.0
    if told.get("spreadMethod", "pad") != "pad" and len(stops) > 1:
        raise art.fault(node, say("a gradient that repeats would be lost"))
    boxed = told.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    kind = LINEAR if node.tag == KINDS[0] else RADIAL
    numbers = [_end(art, node, key, told.get(key, default), boxed) for key, default in kind.items()]
    placed = next((each for each in chain if "gradientTransform" in each.attributes), node)
    matrix = transform_of(art, placed, "gradientTransform")
    if boxed:
        left, top, right, bottom = tight(outline(notation))
        if right - left < 1e-6 or bottom - top < 1e-6:
            return None, 1.0
        matrix = matrix.then(Matrix(right - left, 0.0, 0.0, bottom - top, left, top))
    radii = None
    start, end = tuple(numbers[:2]), tuple(numbers[2:4])
    if kind is RADIAL:
        end, (radius, focus_x, focus_y, least) = start, numbers[2:]
        start = (focus_x if told.get("fx") else end[0], focus_y if told.get("fy") else end[1])
        radii = least, radius
        away = hypot(start[0] - end[0], start[1] - end[1])
        if away > 0.99 * radius > 0:  # a focus beyond the edge lies just within it
            start = tuple(at + (to - at) * 0.99 * radius / away for at, to in zip(end, start, strict=True))
    parts = list(accumulate((part for part, *_ in stops), max))
    colours = tuple((part, colour) for part, (_, colour, _, _) in zip(parts, stops, strict=True))
    shades = tuple(shade for _, _, shade, _ in stops)
    alike = len({colour for _, colour in colours}) == len({*shades}) == 1
    if alike or not matrix.scale or (start == end and radii is None) or (radii and radii[1] <= radii[0]):
        return colours[-1][1], shades[-1]
    names = tuple(name for _, _, _, name in stops)
    faint = shades if min(shades) < 1 else ()
    return Gradient((start[0], start[1]), (end[0], end[1]), colours, matrix, names, radii, faint), 1.0


def _end(art: ArtFile, node: Node, key: str, given: str, boxed: bool) -> float:
    given = given.strip() or "0"
    percent = given.endswith("%") and boxed
    return number(art, node, key, given[:-1]) / 100 if percent else number(art, node, key, given)


def _stop(art: ArtFile, stop: Node) -> tuple[float, str, float, str]:
    """Its part of the way, its colour, how opaque it is, and the name of the colour."""
    style = style_of(art, stop, PLAIN)
    part = fraction(art, stop, "offset", stop.attributes.get("offset", "0"))
    given = style.get("stop-color", "#000000")
    colour, opacity = tinted(
        art, stop, "stop-color", style["color"] if given.lower() == "currentcolor" else given
    )
    opacity *= fraction(art, stop, "stop-opacity", style.get("stop-opacity", "1"))
    return part, colour, opacity, next(iter(style["class"].split()), "")
