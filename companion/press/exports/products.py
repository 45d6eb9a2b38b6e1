"""Card sizes that print services sell, the picture sizes they require, and orders for MPC Autofill.

The sizes are those the services published in 2026. They cut an eighth of an inch off every edge, or
nearly: MakePlayingCards counts 36 pixels, and small cards of The Game Crafter share the sheet of larger
ones.

MPC Autofill is the free program that uploads cards to MakePlayingCards. Its order is XML beside the
pictures: each card names its file and its slots, counted from 0.
https://github.com/chilli-axe/mpc-autofill/wiki/XML-Schema-Specification
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from companion.data.outputs import XML_MARK
from companion.data.vocabulary import suggest_words
from companion.errors import InputError, PaperError
from companion.paths import assets
from companion.press.face.pieces import Heap
from companion.press.frame.frame import Frame, Use
from companion.press.frame.outlines import Bounds, Matrix
from companion.sentences import join_with_commas
from companion.units import MM_PER_INCH

DPI = 300  # dots an inch that all of them want
NEAR = 0.8  # a card so near to a size is cut to it and nobody sees it, mm a side
FAR = 1.25  # the greatest factor by which a card is made larger or smaller


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of card on sale, with its size once cut; mm."""

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
    """A print service for cards."""

    title: str
    products: tuple[Product, ...]

    def get_product(self, name: str) -> Product:
        """The product of this name, in any case; an `InputError` suggests others."""
        names = {product.name.casefold(): product for product in self.products}
        if (asked := name.casefold()) in names:
            return names[asked]
        near = [names[each].name for each in suggest_words(asked, names)] or [each.name for each in self.products]
        raise InputError(
            "{service} does not sell '{name}'; it sells {names}.",
            service=self.title,
            name=name,
            names=join_with_commas(near),
        )


def _load_services() -> Iterator[tuple[str, Service]]:
    for name, sold in tomllib.loads((assets() / "services.toml").read_text("utf-8")).items():
        products = [
            _parse_product(kind, sold["edge"], shape, *measures)
            for shape in ("card", "circle", "hex", "more")
            for kind, measures in sold.get(shape, {}).items()
        ]
        yield name, Service(sold["title"], tuple(products))


def _parse_product(name: str, edge: int, shape: str, wide: float, high: float, *pixels: int) -> Product:
    """A product from its size in inches; pixels are given if its picture has an unusual size."""
    width, height = pixels or (round(side * DPI) + edge for side in (wide, high))
    size = wide * MM_PER_INCH, high * MM_PER_INCH
    more = shape == "more"
    return Product(name, *size, (width, height), "card" if more else shape, not more)


SERVICES: Mapping[str, Service] = MappingProxyType(dict(_load_services()))


def choose_product(service: Service, heap: Heap, fit: bool = False, named: str | None = None) -> Product:
    """Choose the product that fits these cards, lying or standing; `fit` allows another size.

    If nothing fits, the `PaperError` names the nearest. Among several of one size the first wins, a deck
    before a tile, unless one is `named`.
    """
    sides = sorted((heap.width, heap.height))

    def compute_gap(product: Product) -> float:
        sold = sorted((product.width, product.height))
        return max(abs(one - other) for one, other in zip(sold, sides, strict=True))

    products = service.products if named is None else [service.get_product(named)]
    shaped = [product for product in products if product.shape == heap.shape]
    nearest = min(shaped or products, key=compute_gap)
    if named is None and compute_gap(nearest) > NEAR:
        nearest = min((each for each in shaped or products if each.usual), key=compute_gap, default=nearest)
    ratios = [one / other for one, other in zip(sorted((nearest.width, nearest.height)), sides, strict=True)]
    if shaped and (compute_gap(nearest) <= NEAR or (fit and max(*ratios, *(1 / each for each in ratios)) <= FAR)):
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
    """The picture that a service prints, with a face on it."""

    frame: Frame
    drawn: Bounds  # covered by the face with its bleed, mm; it may reach beyond the sheet
    scale: float  # of the face against its design

    @classmethod
    def from_face(cls, face: Frame, product: Product, fit: bool = False, behind: bool = False) -> Canvas:
        """Place a face on the picture of a product; `fit` scales it to the space between the cuts.

        A lying card is stood on its edge, and its back (`behind`) on the other, so that it turns over like a
        page of a book, as all others do.
        """
        lies = (face.width - face.height) * (product.width - product.height) < 0
        across, down = (face.height, face.width) if lies else (face.width, face.height)
        scale = min(product.width / across, product.height / down) if fit else 1.0
        wide, high = product.sheet
        matrix = (
            Matrix.translate(-face.width / 2, -face.height / 2)
            .then(Matrix.scale_by(scale))
            .then(Matrix.rotate((270 if behind else 90) * lies))
            .then(Matrix.translate(wide / 2, high / 2))
        )
        x, y = (across / 2 + face.bleed) * scale, (down / 2 + face.bleed) * scale
        drawn = wide / 2 - x, high / 2 - y, wide / 2 + x, high / 2 + y
        return cls(Frame(face.name, wide, high, (Use(face, matrix),)), drawn, scale)

    @property
    def uncovered_width(self) -> float:
        """The widest strip of the picture that the face does not reach, mm."""
        left, top, right, bottom = self.drawn
        return max(0.0, left, top, self.frame.width - right, self.frame.height - bottom)


SOLD = ("poker", "game")  # the products that it orders: cards of 63 x 88 mm, or nearly
BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""Numbers of cards by which the service reckons its price; versions before 2026 want to be told."""
STOCK = "(S30) Standard Smooth"


def format_orders(fronts: Sequence[str], backs: Sequence[str]) -> Iterator[bytes]:
    """Yield order files, each with as many cards as one order may have.

    Fronts are paths from the folder of the order, one a card; backs are one for all, or have the names of
    the fronts.
    """
    for begin in range(0, len(fronts), BRACKETS[-1]):
        some = slice(begin, begin + BRACKETS[-1])
        order = Element("order")
        count = len(fronts[some])
        bracket = next(size for size in BRACKETS if size >= count)
        given = {"quantity": str(count), "bracket": str(bracket), "stock": STOCK, "foil": "false"}
        _add_elements(SubElement(order, "details"), given)
        _add_cards(SubElement(order, "fronts"), fronts[some])
        if len(backs) > 1:
            named = {_get_file_name(file): file for file in backs}
            _add_cards(SubElement(order, "backs"), [named.get(_get_file_name(file)) for file in fronts[some]])
        _add_elements(order, {"cardback": f"./{backs[0]}"} if backs else {})
        indent(order, "    ")
        written = tostring(order, "unicode")
        yield f"<?xml version='1.0' encoding='utf-8'?>\n{XML_MARK}\n{written}\n".encode()


def _get_file_name(file: str) -> str:
    return file.rpartition("/")[2]


def _add_cards(side: Element, files: Sequence[str | None]) -> None:
    for slot, file in enumerate(files):
        if file is None:  # the back is blank
            continue
        name = _get_file_name(file)
        given = {"id": f"./{file}", "sourceType": "Local File", "slots": str(slot), "name": name}
        _add_elements(SubElement(side, "card"), {**given, "query": name.rpartition(".")[0].lower()})


def _add_elements(element: Element, texts: dict[str, str]) -> None:
    for tag, text in texts.items():
        SubElement(element, tag).text = text
