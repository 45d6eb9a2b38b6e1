"""What elements may ask for besides plain colours; what draws that is imported only where one does."""

from collections.abc import Iterator

from companion.press.face.context import Drawer, FaceContext
from companion.press.face.look.paints import simple, tint_of
from companion.press.face.schema import Element
from companion.press.frame.frame import Item, Outline


def inked(context: FaceContext, element: Element, outline: Outline) -> Iterator[Item]:
    """An outline with the pen of an element: plain, or with gradients, clear in part, over its shadow."""
    fill, stroke = element.get("fill"), element.get("stroke")
    if simple(fill) and simple(stroke) and "shadow" not in element:
        return iter((context.shape(element, outline),))
    paints = tint_of(context, fill), tint_of(context, stroke)
    if "shadow" not in element and all(each is None or each.plain for each in paints):
        flat = paints[0] and paints[0].flat, paints[1] and paints[1].flat
        return iter((context.shape(element, outline, flat),))
    from companion.press.face.look.styling import shaped

    return shaped(context, element, outline, *paints)


def whole(drawer: Drawer, *keys: str, turns: bool = False) -> Drawer:
    """A drawer of elements that, as a whole, are clipped, clear in part or have such `keys` besides.

    Where it `turns`, they are turned about their middle too.
    """
    wanted = frozenset(("clip", "opacity", *(["turn"] if turns else []), *keys))

    def draw(context: FaceContext, element: Element) -> Iterator[Item]:
        drawn = drawer(context, element)
        if element.keys().isdisjoint(wanted):
            return drawn
        from companion.press.face.look.styling import as_whole

        return as_whole(context, element, drawn, turns)

    return draw
