"""Make the pictures of docs/gallery.md from printed sheets: ``make gallery``."""

import numpy
import pypdfium2
from pictures import GREY, place_side_by_side, render_pages, save_all_colours
from PIL import Image, ImageChops, ImageDraw, ImageFont

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.paths import assets
from companion.press.composition import compose
from companion.press.frame.low_ink import SIGHTS
from companion.press.ink.pdf import render_document
from companion.press.sheets.gang import Edition

FONT = str(assets() / "fonts" / "CompanionSerif-Bold.ttf")
LANCZOS = Image.Resampling.LANCZOS
WIDTH = 620
"""The width of a sheet in the gallery, in pixels."""
DPI, SMALL = 110, 0.2
"""The resolution of a sheet on a screen, and the scale at which it is seen from a distance."""
FAINT = 60
"""How dark, from 0 to 255, the content of a small sheet is at least; marks and the margin's line are lighter."""
ACROSS, NARROW, HEAD = 860, 6, 20
"""The width of a row of small sheets (that of a page), the gap between them, and the height of a name, in pixels."""

SHEETS = {
    "honshu-cards": ("honshu", ("map-cards",), (0, 1)),
    "honshu-papers": ("honshu", ("scoring-cards", "order-cards"), (0, 1)),
    "honshu-tokens": ("honshu", ("summaries", "tokens"), (0, 1)),
    "hogen-samurai": ("hogen", ("samurai",), (0, 1)),
    "hogen-sheets": ("hogen", ("sheets",), (0, 1)),
    "shogun-provinces": ("shogun", ("province-cards",), (0, 1)),
    "shogun-daimyo": ("shogun", ("chest-cards",), (0, 2)),
    "shogun-cards": ("shogun", ("action-cards", "event-cards"), (0, 2)),
    "shogun-tokens": ("shogun", ("castles", "temples", "theatres", "armies", "chests"), (0, 1)),
    "shogun-mats": ("shogun", ("mats-sun",), (0, 1)),
    "shogun-tower": ("shogun", ("tower",), (1, 2)),
    "shogun-moon-mats": ("shogun", ("mats-moon",), (0, 1)),
}
"""Each picture's game, components, and their pages, from 0, that are side by side."""
EYES = {"honshu": "map-cards", "hogen": "samurai", "shogun": "province-cards"}
"""By game, the component shown in grey, for colour-blind people, and in little ink."""
LYING = (("hogen", "samurai"), ("hogen", "summaries"))
"""Components that are printed sideways, with their tops to the right; here they are upright."""
STOCK = {"board-sun": "a2", "board-moon": "a2", "board-travel-sun": "a3", "board-travel-moon": "a3"}
"""The paper on which a component fits on one sheet; others are on A4."""
FIRST = (*STOCK, "tuckbox")
"""Components of which only the first sheet is shown."""
TOWER = (1, 2, 4)
"""The pages of the tower that are shown, from 0: both halves of its tube, and floors."""
AFAR = {
    "honshu": ("map-cards", "start-provinces", "scoring-cards", "order-cards", "summaries", "tokens", "tuckbox"),
    "hogen": ("samurai", "summaries", "sheets", "tuckbox"),
    "shogun": (
        *("province-cards", "chest-cards", "special-cards", "action-cards", "event-cards", "daimyo-cards"),
        *("castles temples theatres revolt-markers victory-markers rice-markers chests", "armies"),
        *("mats-sun", "mats-moon", "annex", "score-pad", "board-sun", "board-moon", "tower", "tuckbox"),
    ),
}
"""By game, the components shown small; those in one string, small tokens, are on one sheet."""


def print_components(game: str, *components: str, ink: str = "full", stock: str = "a4") -> bytes:
    edition = Edition(open_deck(game), "en", parse_paper(stock), only=components, cover=False, ink=ink)
    return render_document(compose(edition).documents[0])


def trim_margins(picture: Image.Image) -> Image.Image:
    """A page without the white around its content."""
    box = ImageChops.invert(picture.convert("L")).getbbox()
    return picture.crop(box) if box else picture


def turn_upright(game: str, component: str, picture: Image.Image, back: bool = False) -> Image.Image:
    """A sheet turned so that its cards or board are upright; on backs, their tops are to the left."""
    if (game, component) not in LYING and component not in STOCK:
        return picture
    return picture.transpose(Image.Transpose.ROTATE_270 if back else Image.Transpose.ROTATE_90)


def simulate_sight(picture: Image.Image, sight: str) -> Image.Image:
    """A picture as colour-blind people see it, or as a black printer prints it; ``sight`` is a key of ``SIGHTS``."""
    shown = numpy.asarray(picture, dtype=float) / 255
    light = numpy.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    mixed = numpy.clip(light @ numpy.array(SIGHTS[sight]).T, 0, 1)
    encoded = numpy.where(mixed <= 0.0031308, mixed * 12.92, 1.055 * mixed ** (1 / 2.4) - 0.055)
    return Image.fromarray((encoded * 255).round().astype("uint8"))


def draw_from_afar(game: str) -> Image.Image:
    """Small sheets of a game's components and backs: each in colour, in grey, for deuteranopes, and in little ink."""
    rows: list[list[Image.Image]] = []
    words = open_deck(game).words("en")
    for together in AFAR[game]:
        components = together.split()
        stock = STOCK.get(together, "a4")
        inks = [print_components(game, *components, ink=ink, stock=stock) for ink in ("full", "low")]
        wide = round(parse_paper(stock).width / 25.4 * DPI)
        shown = TOWER if together == "tower" else (0,) if together in FIRST else (0, 1)
        count = len(pypdfium2.PdfDocument(inks[0]))
        quads: dict[bytes, Image.Image] = {}
        for number in (each for each in shown if each < count):
            sheet, spared = (
                turn_upright(game, components[0], *render_pages(data, wide, number), number == 1) for data in inks
            )
            near = [sheet, simulate_sight(sheet, "grey"), simulate_sight(sheet, "deuteranopia"), spared]
            small = [each.resize([round(side * SMALL) for side in each.size], LANCZOS) for each in near]
            dark = ImageChops.invert(small[0].convert("L"))
            box = dark.point(lambda shade: 255 if shade > FAINT else 0).getbbox()
            if box and (game, components[0]) in LYING:  # or it would be wider than a row
                box = (box[0], box[1], (box[0] + box[2]) // 2, box[3])
            far = [each.crop(box) for each in small]
            name = words[f"component.{components[0]}"]
            quads[far[0].tobytes()] = add_title(name if len(components) == 1 else f"{name} \u2026", far)
        rows.append([*quads.values()])
    return stack_rows(rows)


def add_title(name: str, pictures: list[Image.Image]) -> Image.Image:
    """Sheets side by side, with a name above."""
    shown = place_side_by_side(*pictures, gap=NARROW)
    high = HEAD + max(each.height for each in pictures) + 2 * NARROW
    table = Image.new("RGB", (shown.width, high), GREY)
    table.paste(shown, (0, HEAD))
    letters = ImageFont.truetype(FONT, 14)
    ImageDraw.Draw(table).text((NARROW, 4), name, (246, 240, 225), letters)
    return table


def stack_rows(rows: list[list[Image.Image]]) -> Image.Image:
    """Pictures in rows, which are wrapped if they are too long."""
    places: list[tuple[Image.Image, tuple[int, int]]] = []
    left = top = high = 0
    for row in rows:
        left, top, high = 0, top + high, 0
        for each in row:
            if left + each.width > ACROSS:
                left, top, high = 0, top + high, 0
            places.append((each, (left, top)))
            left, high = left + each.width, max(high, each.height)
    table = Image.new("RGB", (ACROSS, top + high), GREY)
    for each, place in places:
        table.paste(each, place)
    return table


def main() -> None:
    for name, (game, components, chosen) in SHEETS.items():
        sheets = [
            turn_upright(game, components[0], trim_margins(sheet), back == 1)
            for back, sheet in enumerate(render_pages(print_components(game, *components), WIDTH, *chosen))
        ]
        if (game, components[0]) in LYING:  # half of the backs is enough
            sheets[1] = sheets[1].crop((0, 0, sheets[1].width // 2, sheets[1].height))
        save_all_colours(f"gallery-{name}", place_side_by_side(*sheets))
    boxes = [trim_margins(render_pages(print_components(game, "tuckbox"), WIDTH, 0)[0]) for game in EYES]
    upper = [each.crop((0, 0, each.width, each.height * 66 // 100)) for each in boxes]
    save_all_colours("gallery-boxes", place_side_by_side(*upper))
    for game, component in EYES.items():
        inks = [print_components(game, component, ink=ink) for ink in ("full", "low")]
        sheet, spared = (turn_upright(game, component, *render_pages(data, WIDTH, 0)) for data in inks)
        looks = [
            trim_margins(look)
            for look in (simulate_sight(sheet, "grey"), simulate_sight(sheet, "deuteranopia"), spared)
        ]
        if (game, component) in LYING:
            looks = [look.crop((0, 0, look.width // 2, look.height)) for look in looks]
        save_all_colours(f"gallery-{game}-eyes", place_side_by_side(*looks))
        save_all_colours(f"gallery-{game}-afar", draw_from_afar(game), 70)


if __name__ == "__main__":
    main()
