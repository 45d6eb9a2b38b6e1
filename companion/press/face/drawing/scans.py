"""Art files drawn as one picture, where they hold what no outline can say: filters, blends, pictures."""

import json
import re
import sys
from base64 import b64decode
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from hashlib import blake2b
from io import BytesIO
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape, quoteattr

from companion.errors import DeckError
from companion.press.face.drawing import resvg
from companion.press.face.drawing.style import XML
from companion.press.face.drawing.svg_file import ArtFile, Endless, Node
from companion.press.face.drawing.transforms import page_of
from companion.press.frame import fonts
from companion.press.frame.drawing import Scan
from companion.press.frame.frame import Picture
from companion.press.frame.outlines import bounds_moved
from companion.sentences import say
from companion.units import MM_PER_INCH

DPI, MOST_DOTS = 300, 3_600  # dots along a side
SERIF = "Companion Serif Regular"
_FAMILY = re.compile(r"(?<![-\w])font(?:-family)?:[^;}]*+")  # its other keys are told beside


def scanned(
    art: ArtFile, nodes: Collection[Node], lost: DeckError, beyond: float = 0.0, printed: float = 0.0
) -> Scan:
    """Some elements of a file on its page, and so many mm beyond it, as a picture; `lost` is why.

    Its longer side is printed so many mm long, or as long as the file says.

    Raises:
        DeckError: `lost`, where nothing here can draw it.
    """
    page = page_of(art)
    wide, high = page.width + 2 * beyond, page.height + 2 * beyond
    shown = -beyond, -beyond, wide - beyond, high - beyond
    left, top, right, bottom = bounds_moved(shown, page.matrix.inverse())
    longest = min(MOST_DOTS, (printed or max(wide, high)) * DPI / MM_PER_INCH)
    dots = [max(1, ceil(side * longest / max(wide, high))) for side in (wide, high)]
    told = f'viewBox="{left} {top} {right - left} {bottom - top}" width="{dots[0]}" height="{dots[1]}"'
    around, node = set[int](), next(iter(nodes), art.root).parent
    while node is not None:
        around.add(id(node))
        node = node.parent
    text = "".join(_written(art, art.root, {id(each) for each in nodes}, around, told))
    if sys.platform == "emscripten":
        what = say("{fault} On a computer Companion draws it as a picture.", fault=lost.sentence)
        raise DeckError(what, place=lost.place) from None
    from companion.extras import how_to_add, installed  # which no browser has

    if not installed("svg"):
        what = say(
            "{fault} It can be drawn as a picture. {install}", fault=lost.sentence, install=how_to_add("svg")
        )
        raise DeckError(what, place=lost.place) from None
    files = [str(fonts.file(each)) for each in fonts.STYLES]
    letters = {"font_files": files, "font_family": SERIF} if "<text" in text else {}
    file = _file(
        json.dumps({"svg_string": text, "dpi": 96, "skip_system_fonts": True, **letters}), Path(art.name).name
    )
    if not file:
        raise lost from None
    note = say("{fault} It is drawn as a picture, {dpi} dots per inch.", fault=lost.whole, dpi=DPI)
    picture = Picture(file, -beyond, -beyond, wide, high)
    return Scan(art.name, page.width, page.height, (picture,), beyond, told=(note,))


@lru_cache(maxsize=16)  # one that cannot be drawn is tried once, on however many cards it stands
def _file(order: str, name: str) -> str:
    """The file of a picture that is drawn as an order to resvg says; empty where it cannot be drawn."""
    content = resvg.drawn(order)
    file = Path(_folder().name, blake2b(content, digest_size=12).hexdigest(), name)
    file.parent.mkdir(exist_ok=True)  # a remark on the picture names the file that was drawn
    file.write_bytes(content)
    return str(file) if content else ""


@cache
def _folder() -> TemporaryDirectory[str]:
    """A folder for pictures until the program ends."""
    return TemporaryDirectory(prefix="companion-")


def _written(
    art: ArtFile, node: Node, shown: Collection[int], around: Collection[int], told: str = ""
) -> Iterator[str]:
    """An element as SVG again, its words in our serif; what is not shown stays for those that use it."""
    if not node.tag:
        yield escape(_FAMILY.sub(f"font-family:{SERIF}", node.words))
        return
    if node.tag == "image":
        _look_at(art, node, node.attributes.get("href", ""))
    yield f'<{node.tag} xmlns="http://www.w3.org/2000/svg" {told}'
    for key, value in node.attributes.items():
        value = SERIF if key == "font-family" else _FAMILY.sub(f"font-family:{SERIF}", value)
        key = key.replace(XML, "xml:")
        if not (" " in key or (told and key in ("width", "height", "viewBox", "style"))):
            yield f" {key}={quoteattr(value)}"
    yield ">"
    for child in node.children:
        hidden = id(node) in around and child.tag and id(child) not in shown and id(child) not in around
        yield "<defs>" if hidden else ""
        yield from _written(art, child, shown, around)
        yield "</defs>" if hidden else ""
    yield f"</{node.tag}>"


def _look_at(art: ArtFile, node: Node, given: str) -> None:
    """See that a picture lies within the file, whole: else nothing of it would be drawn, without a word."""
    from PIL import Image

    kind, _, data = given.partition(";base64,")
    if not kind.startswith("data:"):
        what = say("it lies in another file; place it with an element of the kind picture")
        raise art.fault(node, what, Endless)
    try:
        if kind != "data:image/svg+xml":
            Image.open(BytesIO(b64decode(data))).verify()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise art.fault(node, say("it is damaged"), Endless) from None
