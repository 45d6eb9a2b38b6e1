"""Labels that make a shape of a drawn face a box: ``text:title``, ``picture:{photo}``, ``when:{boss}``."""

import re
from typing import NamedTuple

from companion.data.fields import FIELD
from companion.data.vocabulary import guesses
from companion.press.face.drawing.svg_file import QUOTED, ArtFile, Node
from companion.sentences import say, shortened

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
BOXES = ("text", "picture", "drawing", "qr")  # labels of boxes that are filled from the card
LABELS = (*BOXES, "fill", "when", "guide")
"""All labels: boxes, what takes a colour from the card, what is drawn on some cards, and what on none."""
TAKEN = "fill:"  # the class of paths that take their colour from the card
FILES = (".png", ".jpg", ".jpeg", ".svg")  # endings of names that are no fields
WORD = re.compile(r"\s*([A-Za-z]+)\s*:(.*)", re.DOTALL)


class Label(NamedTuple):
    """The label of an element."""

    kind: str  # one of `LABELS`
    rest: str  # the text behind the colon

    @property
    def filling(self) -> str:
        """The content of the box, as a text with fields; a name alone is that field, or that file."""
        named = FIELD.fullmatch(f"{{{self.rest}}}") and not self.rest.lower().endswith(FILES)
        return f"{{{self.rest}}}" if named else self.rest


def label_of(art: ArtFile, node: Node) -> Label | None:
    """The label of an element, by the name that Inkscape shows or by its id; ``None`` for art.

    A label that is written nearly like one of them is an error: it would be drawn as it is.
    """
    for key in (f"{INKSCAPE} label", "id"):
        found = WORD.fullmatch(node.attributes.get(key, ""))
        if found is None:
            continue
        kind, rest = found[1], found[2].strip()
        if kind in LABELS:
            return Label(kind, rest)
        close = guesses(kind.lower(), LABELS)
        if close:
            names = ", ".join(f"{each}:" for each in close)
            shown = shortened(found[0], QUOTED)
            raise art.fault(
                node, say("'{label}' is no label; did you mean {names}?", label=shown, names=names)
            )
    return None
