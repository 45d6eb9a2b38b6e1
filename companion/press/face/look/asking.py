"""Whether an element asks for more than plain colours; what draws that is imported only where one does."""

from collections.abc import Iterator

from companion.press.face.context import Drawer, FaceContext
from companion.press.face.schema import Element
from companion.press.frame.frame import Item, Outline


def covers(context: FaceContext, given: object) -> bool:
    """True for what is written as one colour that lets nothing through; all else is for `look/paints`."""
    name = "" if given is None else context.text(given)
    return "(" not in name and not (name[:1] == "#" and len(name) in (5, 9))


def inked(context: FaceContext, element: Element, outline: Outline) -> Iterator[Item]:
    """An outline with the pen of an element: plain, or with gradients, clear in part, over its shadow."""
    if "shadow" not in element and all(covers(context, element.get(key)) for key in ("fill", "stroke")):
        yield context.shape(element, outline)
        return
    from companion.press.face.look.styling import shaped

    yield from shaped(context, element, outline)


def whole(drawer: Drawer, *keys: str, turns: bool = False) -> Drawer:
    """A drawer of elements that may be clipped and clear in part too, or have other such keys, as a whole.

    Where it `turns`, they are turned about their middle besides.
    """
    wanted = frozenset(("clip", "opacity", *(["turn"] if turns else []), *keys))

    def draw(context: FaceContext, element: Element) -> Iterator[Item]:
        drawn = drawer(context, element)
        if wanted.isdisjoint(element):
            return drawn
        from companion.press.face.look.styling import as_whole

        return as_whole(context, element, drawn, turns)

    return draw
