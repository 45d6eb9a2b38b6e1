"""Card sizes that services print, the sizes of the pictures they want, and orders for MPC Autofill.

The sizes are those the services published in 2026. They cut an eighth of an inch off every edge, or nearly:
MakePlayingCards counts 36 pixels, and small cards of The Game Crafter share the sheet of larger ones.

MPC Autofill is the free program that uploads cards to MakePlayingCards. Its order is XML beside the pictures:
each names its file and its slots, counted from nought.
https://github.com/chilli-axe/mpc-autofill/wiki/XML-Schema-Specification
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from companion.data.outputs import MADE_PICTURE
from companion.data.vocabulary import guesses
from companion.errors import InputError, PaperError
from companion.paths import assets
from companion.press.face.pieces import Heap
from companion.press.frame.frame import Frame, Use
from companion.press.frame.outlines import Bounds, Matrix
from companion.sentences import listed
from companion.units import MM_PER_INCH

DPI = 300  # dots an inch that all of them want
NEAR = 0.8  # a card so near to a size is cut to it and nobody sees it, mm a side
FAR = 1.25  # the greatest factor by which a card is made larger or smaller


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of card that is sold; mm, once it is cut."""

    name: str  # the service's own
    width: float
    height: float
    pixels: tuple[int, int]  # of its picture, with what is cut off
    shape: str = "card"  # `card`, `circle` or `hex`
    usual: bool = True  # a card, and no box, booklet, chit or tin: only such may be fitted to unasked

    @property
    def sheet(self) -> tuple[float, float]:
        """Width and height of its picture, mm."""
        wide, high = self.pixels
        return wide / DPI * MM_PER_INCH, high / DPI * MM_PER_INCH


@dataclass(frozen=True, slots=True)
class Service:
    """A printer of cards."""

    title: str
    products: tuple[Product, ...]

    def product(self, name: str) -> Product:
        """The product of a name, written in small or large letters; an `InputError` guesses another."""
        names = {product.name.casefold(): product for product in self.products}
        if (asked := name.casefold()) in names:
            return names[asked]
        near = [names[each].name for each in guesses(asked, names)] or [each.name for each in self.products]
        raise InputError(
            "{service} sells no '{name}'; perhaps {names}.", service=self.title, name=name, names=listed(near)
        )


def _services() -> Iterator[tuple[str, Service]]:
    for name, sold in tomllib.loads((assets() / "services.toml").read_text("utf-8")).items():
        products = [
            _product(kind, sold["edge"], shape, *measures)
            for shape in ("card", "circle", "hex", "more")
            for kind, measures in sold.get(shape, {}).items()
        ]
        yield name, Service(sold["title"], tuple(products))


def _product(name: str, edge: int, shape: str, wide: float, high: float, *pixels: int) -> Product:
    """A product by its inches, and the pixels of its picture where they are not the usual ones."""
    width, height = pixels or (round(side * DPI) + edge for side in (wide, high))
    size = wide * MM_PER_INCH, high * MM_PER_INCH
    more = shape == "more"
    return Product(name, *size, (width, height), "card" if more else shape, not more)


SERVICES: Mapping[str, Service] = MappingProxyType(dict(_services()))


def suiting(service: Service, heap: Heap, fit: bool = False, named: str | None = None) -> Product:
    """The product of a service that cards are cut to, lying or standing; `fit` allows another size.

    The `PaperError` where nothing suits names what is nearest. Of several of one size the first is meant, a
    deck before a tile, unless one is `named`.
    """
    sides = sorted((heap.width, heap.height))

    def off(product: Product) -> float:
        sold = sorted((product.width, product.height))
        return max(abs(one - other) for one, other in zip(sold, sides, strict=True))

    products = service.products if named is None else [service.product(named)]
    shaped = [product for product in products if product.shape == heap.shape]
    nearest = min(shaped or products, key=off)
    if named is None and off(nearest) > NEAR:
        nearest = min((each for each in shaped or products if each.usual), key=off, default=nearest)
    ratios = [one / other for one, other in zip(sorted((nearest.width, nearest.height)), sides, strict=True)]
    if shaped and (off(nearest) <= NEAR or (fit and max(*ratios, *(1 / each for each in ratios)) <= FAR)):
        return nearest
    raise PaperError(
        "{service} sells no cards of {width} x {height} mm and this shape ({component}); the nearest is "
        "{product}, {wide} x {high} mm.",
        remedy="name a component" if fit else "fit a product",
        service=service.title,
        component=heap.component,
        width=heap.width,
        height=heap.height,
        product=nearest.name,
        wide=round(nearest.width, 1),
        high=round(nearest.height, 1),
    )


@dataclass(frozen=True, slots=True)
class Canvas:
    """A sheet with a face on it."""

    frame: Frame
    drawn: Bounds  # covered by the face with its bleed, mm; it may reach beyond the sheet
    scale: float  # of the face against its design

    @classmethod
    def of(cls, face: Frame, product: Product, fit: bool = False, behind: bool = False) -> Canvas:
        """Lay a face on the sheet of a product; `fit` makes it as large as fits between the cuts.

        A card that lies is stood on its edge, and its back (`behind`) on the other, so that it is turned over
        like a leaf of a book, as all others.
        """
        lies = (face.width - face.height) * (product.width - product.height) < 0
        across, down = (face.height, face.width) if lies else (face.width, face.height)
        scale = min(product.width / across, product.height / down) if fit else 1.0
        wide, high = product.sheet
        matrix = (
            Matrix.moved(-face.width / 2, -face.height / 2)
            .then(Matrix.scaled(scale))
            .then(Matrix.turned((270 if behind else 90) * lies))
            .then(Matrix.moved(wide / 2, high / 2))
        )
        x, y = (across / 2 + face.bleed) * scale, (down / 2 + face.bleed) * scale
        drawn = wide / 2 - x, high / 2 - y, wide / 2 + x, high / 2 + y
        return cls(Frame(face.name, wide, high, (Use(face, matrix),)), drawn, scale)

    @property
    def short(self) -> float:
        """The widest strip of the sheet that the drawing does not reach, mm."""
        left, top, right, bottom = self.drawn
        return max(0.0, left, top, self.frame.width - right, self.frame.height - bottom)


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
