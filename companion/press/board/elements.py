"""Elements of the board's face: ``sea``, ``realm`` and ``furniture``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.data.shogun import REGIONS, Side, facts
from companion.data.shogun.landmap import land_map
from companion.press.board.furnishing import LABEL_HEIGHT, NAME_SIZE, furniture
from companion.press.board.realm import Inks, draw_realm, marks_to_check
from companion.press.board.sea import waves
from companion.press.frame import Frame, Item, Use
from companion.press.land.patterns import PATTERNS
from companion.press.matrix import Matrix
from companion.press.pens import Element
from companion.sentences import say

if TYPE_CHECKING:
    from companion.press.layout import Setting

__all__ = ["KINDS"]


def _sea(setting: Setting, element: Element) -> Iterator[Item]:
    """Waves over the whole face, bleed included."""
    width, height = (setting.value(side) for side in setting.face.size)
    radius, pen = setting.value(element["radius"]), setting.value(element.get("stroke_width", 0.2))
    field = waves(
        width, height, setting.face.bleed, radius, _ink(setting, element, "fill"),
        _ink(setting, element, "stroke"), pen,
    )  # fmt: skip
    yield Use(field)


def _realm(setting: Setting, element: Element) -> Iterator[Item]:
    """The land of a side."""
    width, height = (setting.value(side) for side in setting.face.size)
    patterns = {region: setting.text(f"$pattern.{region}") for region in REGIONS}
    for name in patterns.values():
        if name not in PATTERNS:
            raise setting.fault(
                say("'{name}' is no pattern; the patterns are {names}", name=name, names=", ".join(PATTERNS))
            )
    near, middle, far = (str(name) for name in element["ripples"])
    inks = Inks(
        {region: setting.colour(f"region-{region}") or "" for region in REGIONS},
        {region: setting.colour(f"region-{region}-ink") or "" for region in REGIONS},
        patterns,
        _ink(setting, element, "water"),
        (setting.colour(far) or "", setting.colour(middle) or "", setting.colour(near) or ""),
        _ink(setting, element, "neutral"), _ink(setting, element, "neutral_line"),
        _ink(setting, element, "lake"), _ink(setting, element, "line"),
        _ink(setting, element, "route"), _ink(setting, element, "route_under"),
    )  # fmt: skip
    yield from draw_realm(facts().board(_side(setting, element)), inks, width, height)


def _furniture(setting: Setting, element: Element) -> Iterator[Item]:
    """In every province its label, sites and place for armies; on sea routes the mark to check."""
    side = _side(setting, element)
    board, land = facts().board(side), land_map()
    site = _face(setting, "board-site", {})
    for name, placed in furniture().items():
        province = board.provinces[name]
        (ax, ay), (mx, my) = placed.armies, placed.markers
        gourd = _face(setting, "board-gourd", {"mx": f"{20 + mx - ax:g}", "my": f"{20 + my - ay:g}"})
        yield Use(gourd, Matrix.moved(ax - 20, ay - 20))
        for x, y in placed.sites:
            yield Use(site, Matrix.moved(x, y))
        kanji = land.outlines[name].kanji
        label = {
            "name": name, "kanji": "\n".join(kanji), "chests": str(province.chests),
            "rice": str(province.rice), "out": "1" if province.out_with_three else "",
            "width": f"{placed.label[2] / placed.scale:g}", "height": f"{LABEL_HEIGHT:g}",
            "size": f"{NAME_SIZE:g}",
        }  # fmt: skip
        at = Matrix.scaled(placed.scale).then(Matrix.moved(placed.label[0], placed.label[1]))
        yield Use(_face(setting, "board-label", label), at)
    if side is Side.MOON:
        mark = _face(setting, "board-check", {})
        for x, y in marks_to_check(board):
            yield Use(mark, Matrix.moved(x - mark.width / 2, y - mark.height / 2))


def _face(setting: Setting, name: str, fields: dict[str, str]) -> Frame:
    return setting.shelf.frame(name, "/".join([name, *fields.values()]), fields)


def _ink(setting: Setting, element: Element, key: str) -> str:
    return setting.colour(str(element[key])) or "#000000"


def _side(setting: Setting, element: Element) -> Side:
    name = setting.text(str(element["side"]))
    if name not in tuple(Side):
        raise setting.fault(say("'{name}' is no side of the board; it is sun or moon", name=name))
    return Side(name)


KINDS = {"sea": _sea, "realm": _realm, "furniture": _furniture}
