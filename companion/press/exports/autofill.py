"""Orders for MPC Autofill, the free program that uploads cards to MakePlayingCards.

Its order is XML beside the pictures: each names its file and its slots, counted from nought.
https://github.com/chilli-axe/mpc-autofill/wiki/XML-Schema-Specification
"""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from companion.data.outputs import MADE_PICTURE

SOLD = ("poker", "game")  # the products that it orders: cards of 63 x 88 mm, or nearly
BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""Numbers of cards by which the service reckons its price; versions before 2026 want to be told."""
STOCK = "(S30) Standard Smooth"


def orders(fronts: Sequence[str], backs: Sequence[str]) -> Iterator[bytes]:
    """Files of orders, each of as many cards as may be ordered at once.

    Fronts are paths from the order's folder, a card each; backs are one that all have, or of their names.
    """
    for begin in range(0, len(fronts), BRACKETS[-1]):
        some = slice(begin, begin + BRACKETS[-1])
        order = Element("order")
        count = len(fronts[some])
        bracket = next(size for size in BRACKETS if size >= count)
        given = {"quantity": str(count), "bracket": str(bracket), "stock": STOCK, "foil": "false"}
        _filled(SubElement(order, "details"), given)
        _side(SubElement(order, "fronts"), fronts[some])
        if len(backs) > 1:
            named = {_name(file): file for file in backs}
            _side(SubElement(order, "backs"), [named.get(_name(file)) for file in fronts[some]])
        _filled(order, {"cardback": f"./{backs[0]}"} if backs else {})
        indent(order, "    ")
        written = tostring(order, "unicode")
        yield f"<?xml version='1.0' encoding='utf-8'?>\n{MADE_PICTURE}\n{written}\n".encode()


def _name(file: str) -> str:
    return file.rpartition("/")[2]


def _side(side: Element, files: Sequence[str | None]) -> None:
    for slot, file in enumerate(files):
        if file is None:  # the back is blank
            continue
        name = _name(file)
        given = {"id": f"./{file}", "sourceType": "Local File", "slots": str(slot), "name": name}
        _filled(SubElement(side, "card"), {**given, "query": name.rpartition(".")[0].lower()})


def _filled(element: Element, texts: dict[str, str]) -> None:
    for tag, text in texts.items():
        SubElement(element, tag).text = text
