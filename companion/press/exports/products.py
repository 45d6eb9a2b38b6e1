"""Card sizes that services print, and the sizes of the pictures they want.

The sizes are those the services published in 2026. They cut an eighth of an inch off every edge, or nearly:
MakePlayingCards counts 36 pixels, and small cards of The Game Crafter share the sheet of larger ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.errors import PaperError
from companion.press.exports.heap import Heap
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


def _sold(edge: int, **inches: tuple[float, float]) -> tuple[Product, ...]:
    """Products by their size in inches, whose pictures reach so many pixels beyond the cut at both edges."""
    return tuple(
        Product(
            name, wide * MM_PER_INCH, high * MM_PER_INCH, (round(wide * DPI) + edge, round(high * DPI) + edge)
        )
        for name, (wide, high) in inches.items()
    )


EURO, US = (2.48 * MM_PER_INCH, 3.46 * MM_PER_INCH), (2.2 * MM_PER_INCH, 3.43 * MM_PER_INCH)
"""Cards of 63 x 88 and 56 x 87 mm; The Game Crafter wants them on the sheet of the next larger card."""
_GAME_CRAFTER = (
    *_sold(75, PokerDeck=(2.5, 3.5), BridgeDeck=(2.25, 3.5), TarotDeck=(2.75, 4.75), MiniDeck=(1.75, 2.5)),
    *_sold(75, MicroDeck=(1.25, 1.75), JumboDeck=(3.5, 5.5), BusinessDeck=(2, 3.5), DominoDeck=(1.75, 3.5)),
    *_sold(75, SquareDeck=(3.5, 3.5), EuroSquareDeck=(2.75, 2.75), SmallSquareDeck=(2.5, 2.5)),
    Product("EuroPokerDeck", *EURO, (825, 1125)),
    Product("USGameDeck", *US, (750, 1125)),
    Product("CircleDeck", 3.5 * MM_PER_INCH, 3.5 * MM_PER_INCH, (1125, 1125), "circle"),
    Product("HexDeck", 3.75 * MM_PER_INCH, 3.25 * MM_PER_INCH, (1200, 1050), "hex"),
)
_MAKE_PLAYING_CARDS = (
    *_sold(72, poker=(2.5, 3.5), game=(2.48, 3.46), bridge=(2.25, 3.5), tarot=(2.75, 4.75), mini=(1.75, 2.5)),
    *_sold(72, micro=(1.25, 1.75), large=(3.5, 5.75), medium=(2.45, 3.95), domino=(1.75, 3.5)),
    *_sold(72, business=(2, 3.5), **{"small-square": (2, 2), "large-square": (3.5, 3.5)}),
)
_DRIVE_THRU_CARDS = (
    *_sold(75, poker=(2.5, 3.5), tarot=(2.75, 4.75), mini=(1.625, 2.5)),
    Product("euro-poker", *EURO, (825, 1125)),
)
SERVICES: Mapping[str, Service] = MappingProxyType(
    {
        "gamecrafter": Service("The Game Crafter", _GAME_CRAFTER),
        "makeplayingcards": Service("MakePlayingCards", _MAKE_PLAYING_CARDS),
        "drivethrucards": Service("DriveThruCards", _DRIVE_THRU_CARDS),
    }
)
"""Services by the name of their export."""


def suiting(service: Service, heap: Heap, fit: bool = False) -> Product:
    """The product of a service that cards are cut to, lying or standing; `fit` allows another size.

    The `PaperError` where nothing suits names what is nearest.
    """
    sides = sorted((heap.width, heap.height))

    def off(product: Product) -> float:
        sold = sorted((product.width, product.height))
        return max(abs(one - other) for one, other in zip(sold, sides, strict=True))

    shaped = [product for product in service.products if product.shape == heap.shape]
    nearest = min(shaped or service.products, key=off)
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
