"""What elements may ask for besides plain colours; what draws that is imported only where one does."""

from collections.abc import Iterator

from companion.press.face.context import Drawer, FaceContext
from companion.press.face.look.paints import tint_of
from companion.press.face.schema import Element
from companion.press.frame.frame import Item, Outline


def inked(context: FaceContext, element: Element, outline: Outline) -> Iterator[Item]:
    """An outline with the pen of an element: plain, or with gradients, clear in part, over its shadow."""
    paints = [tint_of(context, element.get(key)) for key in ("fill", "stroke")]
    if "shadow" not in element and all(each is None or each.plain for each in paints):
        yield context.shape(element, outline)
        return
    from companion.press.face.look.styling import shaped

    yield from shaped(context, element, outline, *paints)


def whole(drawer: Drawer, *keys: str, turns: bool = False) -> Drawer:
    """A drawer of elements that, as a whole, are clipped, clear in part or have such `keys` besides.

    Where it `turns`, they are turned about their middle too.
    """
    wanted = frozenset(("clip", "opacity", *(["turn"] if turns else []), *keys))

    def draw(context: FaceContext, element: Element) -> Iterator[Item]:
        drawn = drawer(context, element)
        if wanted.isdisjoint(element):
            return drawn
        from companion.press.face.look.styling import as_whole

        return as_whole(context, element, drawn, turns)

    return draw
