"""Linear gradients of an art file; drawing programs keep their stops in one and their place in another."""

from itertools import accumulate

from companion.press.face.drawing.style import PLAIN, fraction, number, referred, solid, style_of
from companion.press.face.drawing.svg_file import ArtFile, Node
from companion.press.face.drawing.transforms import transform_of
from companion.press.frame.drawing import Gradient, Paint, outline
from companion.press.frame.matrix import Matrix
from companion.press.frame.outlines import tight
from companion.sentences import say

ENDS = {"x1": "0", "y1": "0", "x2": "100%", "y2": "0"}
OTHERS = {"gradientUnits", "gradientTransform", "spreadMethod", "href"}


def gradient_of(art: ArtFile, node: Node, notation: str) -> Paint:
    """The gradient that fills an outline; one colour where it has but one."""
    chain = [node]
    while "href" in chain[-1].attributes:
        target = referred(art, chain[-1], "href", chain[-1].attributes["href"])
        if target in chain or target.tag != "linearGradient":
            raise art.fault(node, say("it uses itself, or what is no linear gradient"))
        chain.append(target)
    told: dict[str, str] = {}
    for each in reversed(chain):
        style_of(art, each, PLAIN, ENDS.keys() | OTHERS)
        told |= each.attributes
    holder = next((each for each in chain if each.children), node)
    stops = [_stop(art, stop) for stop in holder.children if stop.tag == "stop"]
    if not stops or told.get("spreadMethod", "pad") != "pad":
        raise art.fault(node, say("a gradient without stops, or one that repeats, would be lost"))
    boxed = told.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    x1, y1, x2, y2 = (_end(art, node, key, told.get(key, default), boxed) for key, default in ENDS.items())
    placed = next((each for each in chain if "gradientTransform" in each.attributes), node)
    matrix = transform_of(art, placed, "gradientTransform")
    if boxed:
        left, top, right, bottom = tight(outline(notation))
        matrix = matrix.then(Matrix(right - left, 0.0, 0.0, bottom - top, left, top))
    parts = accumulate((part for part, _, _ in stops), max)
    colours = tuple((part, colour) for part, (_, colour, _) in zip(parts, stops, strict=True))
    if len({colour for _, colour in colours}) == 1 or not matrix.scale or (x1, y1) == (x2, y2):
        return colours[-1][1]
    return Gradient((x1, y1), (x2, y2), colours, matrix, tuple(name for _, _, name in stops))


def _end(art: ArtFile, node: Node, key: str, given: str, boxed: bool) -> float:
    percent = given.strip().endswith("%") and boxed  # of the box; per cent of the page mean nothing here
    return number(art, node, key, given.strip()[:-1]) / 100 if percent else number(art, node, key, given)


def _stop(art: ArtFile, stop: Node) -> tuple[float, str, str]:
    """Its part of the way, its colour, and the name of the colour."""
    style = style_of(art, stop, PLAIN, {"offset"})
    if fraction(art, stop, "stop-opacity", style.get("stop-opacity", "1")) < 1:
        what = say("a colour that fades away would be lost; let it run into the colour of the ground")
        raise art.fault(stop, what)
    part = fraction(art, stop, "offset", stop.attributes.get("offset", "0"))
    name = next(iter(style["class"].split()), "")
    return part, solid(art, stop, "stop-color", style.get("stop-color", "#000000")), name
