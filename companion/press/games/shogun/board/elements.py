"""Elements of the board's face: ``sea``, ``realm`` and ``furniture``."""

from collections.abc import Iterator

from companion.data.shogun import REGIONS, Side, facts
from companion.data.shogun.landmap import land_map
from companion.press.face.context import Drawer, FaceContext
from companion.press.face.land.elements import pattern_name
from companion.press.face.schema import Element
from companion.press.frame.colour import lightness
from companion.press.frame.frame import Frame, Item, Shape, Use, rect
from companion.press.frame.matrix import Matrix
from companion.press.games.shogun.board.provinces import LABEL_HEIGHT, NAME_SIZE, furniture
from companion.press.games.shogun.board.realm import Inks, draw_realm, waves
from companion.sentences import say


def _sea(context: FaceContext, element: Element) -> Iterator[Item]:
    """Waves over the whole face, bleed included."""
    width, height = (context.value(side) for side in context.face.size)
    radius, pen = context.value(element["radius"], 0.5), context.value(element.get("stroke_width", 0.2), 0)
    bleed = context.value(context.face.bleed)
    ground = rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    fill, stroke = (_ink(context, element, key) for key in ("fill", "stroke"))
    night = fill is not None and lightness(fill) < 40  # with little ink it is told from day by its sea
    yield Shape(ground, fill, role="wash" if night else "ground", group="sea")
    yield Use(waves(width, height, bleed, radius, fill, stroke, pen))


def _realm(context: FaceContext, element: Element) -> Iterator[Item]:
    """The land of a side."""
    width, height = (context.value(side) for side in context.face.size)
    patterns = {region: pattern_name(context, f"$pattern.{region}") for region in REGIONS}
    near, middle, far = (str(name) for name in element["ripples"])
    inks = Inks(
        {region: context.colour(f"region-{region}") or "" for region in REGIONS},
        {region: context.colour(f"region-{region}-ink") or "" for region in REGIONS},
        patterns,
        _ink(context, element, "water"),
        (context.colour(far) or "", context.colour(middle) or "", context.colour(near) or ""),
        _ink(context, element, "neutral"),
        _ink(context, element, "neutral_line"),
        _ink(context, element, "lake"),
        _ink(context, element, "line"),
        _ink(context, element, "route"),
        _ink(context, element, "route_under"),
    )
    yield from draw_realm(facts().board(_side(context, element)), inks, width, height)


def _furniture(context: FaceContext, element: Element) -> Iterator[Item]:
    """The label, sites and place for armies in every province."""
    side = _side(context, element)
    board, land = facts().board(side), land_map()
    site = _face(context, "board-site", {})
    for name, placed in furniture().items():
        province = board.provinces[name]
        (ax, ay), (mx, my) = placed.armies, placed.markers
        gourd = _face(context, "board-gourd", {"mx": f"{20 + mx - ax:g}", "my": f"{20 + my - ay:g}"})
        yield Use(gourd, Matrix.moved(ax - 20, ay - 20))
        for x, y in placed.sites:
            yield Use(site, Matrix.moved(x, y))
        label = {"name": name, "kanji": "\n".join(land.outlines[name].kanji)}
        label |= {"chests": str(province.chests), "rice": str(province.rice)}
        label |= {"out": "1" if province.out_with_three else ""}
        label |= {"width": f"{placed.label[2]:g}", "height": f"{LABEL_HEIGHT:g}", "size": f"{NAME_SIZE:g}"}
        yield Use(_face(context, "board-label", label), Matrix.moved(*placed.label[:2]))


def _face(context: FaceContext, name: str, fields: dict[str, str]) -> Frame:
    return context.shelf.frame(name, "/".join([name, *fields.values()]), fields)


def _ink(context: FaceContext, element: Element, key: str) -> str:
    return context.colour(str(element[key])) or "#000000"


def _side(context: FaceContext, element: Element) -> Side:
    name = context.text(str(element["side"]))
    if name not in tuple(Side):
        raise context.fault(say("'{name}' is not a side of the board; it is sun or moon", name=name))
    return Side(name)


KINDS: dict[str, Drawer] = {"sea": _sea, "realm": _realm, "furniture": _furniture}
