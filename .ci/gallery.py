"""Make the pictures of docs/gallery.md from sheets as they are printed: ``make gallery``."""

import numpy
from pictures import beside, keep, pages
from PIL import Image, ImageChops

from companion.data.games import open_deck
from companion.data.papers import paper
from companion.press.composition import compose
from companion.press.frame.colour import SIGHTS
from companion.press.impose.edition import Edition
from companion.press.ink.pdf import document_pdf

WIDTH = 620
"""Pixels of a page in the gallery."""
SMALL = 1 / 3

SHEETS = {
    "honshu-cards": ("honshu", ("map-cards",), (0, 1)),
    "honshu-papers": ("honshu", ("scoring-cards", "order-cards"), (0, 1)),
    "honshu-tokens": ("honshu", ("summaries", "tokens"), (0, 2)),
    "hogen-samurai": ("hogen", ("samurai",), (0, 1)),
    "hogen-sheets": ("hogen", ("sheets",), (0, 1)),
    "shogun-provinces": ("shogun", ("province-cards",), (0, 1)),
    "shogun-daimyo": ("shogun", ("chest-cards",), (0, 2)),
    "shogun-cards": ("shogun", ("action-cards", "event-cards"), (0, 2)),
    "shogun-tokens": ("shogun", ("castles", "temples", "theatres", "armies", "chests"), (0, 1)),
    "shogun-mats": ("shogun", ("mats-sun",), (0, 1)),
    "shogun-moon-mats": ("shogun", ("mats-moon",), (0, 1)),
    "shogun-tower": ("shogun", ("tower",), (1, 3)),
}
"""Each picture's game, its components, and which pages of them lie side by side."""
EYES = {"honshu": "map-cards", "hogen": "samurai", "shogun": "province-cards"}
"""Of each game, the component that is shown as other eyes and other printers see it."""


def printed(game: str, *components: str, ink: str = "full", stock: str = "a4") -> bytes:
    edition = Edition(open_deck(game), "en", paper(stock), only=components, cover=False, ink=ink)
    return document_pdf(compose(edition).documents[0])


def trimmed(picture: Image.Image) -> Image.Image:
    """A page without the white round what is printed on it."""
    box = ImageChops.invert(picture.convert("L")).getbbox()
    return picture.crop(box) if box else picture


def seen(picture: Image.Image, sight: str) -> Image.Image:
    """A picture as eyes see it that lack a colour, or a printer that has but black."""
    shown = numpy.asarray(picture, dtype=float) / 255
    light = numpy.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    mixed = numpy.clip(light @ numpy.array(SIGHTS[sight]).T, 0, 1)
    told = numpy.where(mixed <= 0.0031308, mixed * 12.92, 1.055 * mixed ** (1 / 2.4) - 0.055)
    return Image.fromarray((told * 255).round().astype("uint8"))


def main() -> None:
    for name, (game, components, chosen) in SHEETS.items():
        keep(f"gallery-{name}", beside(*map(trimmed, pages(printed(game, *components), WIDTH, *chosen))))
    boxes = [trimmed(pages(printed(game, "tuckbox"), WIDTH, 0)[0]) for game in EYES]
    keep("gallery-boxes", beside(*boxes))
    for game, component in EYES.items():
        (sheet,) = pages(printed(game, component), WIDTH, 0)
        (spared,) = pages(printed(game, component, ink="low"), WIDTH, 0)
        small = sheet.resize([round(side * SMALL) for side in sheet.size], Image.Resampling.LANCZOS)
        looks = [seen(sheet, "grey"), seen(sheet, "deuteranopia"), spared, small]
        keep(f"gallery-{game}-eyes", beside(*map(trimmed, looks)))


if __name__ == "__main__":
    main()
