"""Export faces for print services and virtual tables, and as pictures that show off a deck.

Sizes of cards are those the services published in 2026. They cut an eighth of an inch off every edge, or
nearly: MakePlayingCards counts 36 pixels, and small cards of The Game Crafter share the sheet of larger
ones. MPC Autofill is the free program that uploads cards to MakePlayingCards. Its order is XML beside the
pictures: each card names its file and its slots, counted from 0.
https://github.com/chilli-axe/mpc-autofill/wiki/XML-Schema-Specification

Tabletop Simulator has atlases of cards and a saved object that lays them out. An atlas has at most 10 by
7 places; the last one shows what others see of a card in a hand. A card is numbered by its atlas and its
place: card 3 of atlas 2 is 203. A ``.pcio`` file of PlayingCards.io is a ZIP of ``widgets.json``, the
widgets of a table as its own exports have them, and of the pictures in ``userassets``.
"""

from __future__ import annotations

import itertools
import json
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from zlib import crc32

from companion.data.outputs import XML_MARK
from companion.data.vocabulary import suggest_words
from companion.errors import InputError, PaperError
from companion.paths import assets
from companion.press.face.pieces import Heap, Piece, format_file_name
from companion.press.frame import fonts
from companion.press.frame.drawing import enclose_boxes
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.outlines import Bounds, Matrix, rect, transform_bounds, transform_outline
from companion.press.frame.picture_edges import extend_item
from companion.press.frame.trims import compute_area
from companion.sentences import join_with_commas
from companion.units import MM_PER_INCH, to_millimetres

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 300  # dots an inch that all print services expect
NEAR = 0.8  # the largest difference between the sides of a card and of a product that nobody notices, mm
FAR = 1.25  # the greatest factor by which a card is made larger or smaller


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of card on sale, with its size once cut; mm."""

    name: str  # as the service calls it
    width: float
    height: float
    pixels: tuple[int, int]  # of its picture, including what is cut off
    shape: str = "card"  # `card`, `circle` or `hex`
    is_card: bool = True  # a card, not a box, booklet, chit or tin: only cards are chosen without being named

    @property
    def sheet(self) -> tuple[float, float]:
        """Width and height of its picture, mm."""
        wide, high = self.pixels
        return wide / DPI * MM_PER_INCH, high / DPI * MM_PER_INCH


@dataclass(frozen=True, slots=True)
class Service:
    title: str
    products: tuple[Product, ...]

    def get_product(self, name: str) -> Product:
        """The product of this name, in any case; an `InputError` suggests others."""
        names = {product.name.casefold(): product for product in self.products}
        if (key := name.casefold()) in names:
            return names[key]
        offered = join_with_commas(names[each].name for each in suggest_words(key, names) or names)
        raise InputError(
            "{service} does not sell '{name}'; it sells {names}.", service=self.title, name=name, names=offered
        )


def _load_services() -> Iterator[tuple[str, Service]]:
    """Load the services; their file has sizes in inches, and pixels if a product's picture has an unusual size."""
    for name, by_shape in tomllib.loads((assets() / "services.toml").read_text("utf-8")).items():
        products = []
        for shape, is_card in (("card", True), ("circle", True), ("hex", True), ("more", False)):
            for kind, (wide, high, *details) in by_shape.get(shape, {}).items():
                width, height = details or (round(side * DPI) + by_shape["edge"] for side in (wide, high))
                size = wide * MM_PER_INCH, high * MM_PER_INCH, (width, height)
                products.append(Product(kind, *size, shape if is_card else "card", is_card))
        yield name, Service(by_shape["title"], tuple(products))


SERVICES: Mapping[str, Service] = MappingProxyType(dict(_load_services()))


def choose_product(service: Service, heap: Heap, fit: bool = False, name: str | None = None) -> Product:
    """The product that fits these cards, either way up, or scaled (`fit`): the first of a size, or that of a `name`."""
    sides = sorted((heap.width, heap.height))

    def compute_gap(product: Product) -> float:
        size = sorted((product.width, product.height))
        return max(abs(one - other) for one, other in zip(size, sides, strict=True))

    products = service.products if name is None else [service.get_product(name)]
    same_shape = [product for product in products if product.shape == heap.shape]
    nearest = min(same_shape or products, key=compute_gap)
    if name is None and compute_gap(nearest) > NEAR:
        nearest = min((each for each in same_shape or products if each.is_card), key=compute_gap, default=nearest)
    ratios = [one / other for one, other in zip(sorted((nearest.width, nearest.height)), sides, strict=True)]
    if same_shape and (compute_gap(nearest) <= NEAR or (fit and max(*ratios, *(1 / each for each in ratios)) <= FAR)):
        return nearest
    size = {"width": heap.width, "height": heap.height}
    size |= {"wide": round(nearest.width, 1), "high": round(nearest.height, 1)}
    names = {"service": service.title, "component": heap.component, "product": nearest.name}
    raise PaperError(
        "{service} sells no cards of {width} x {height} mm and this shape ({component}); the nearest is "
        "{product}, {wide} x {high} mm.",
        remedy="name a component" if fit else "fit a product",
        **names,
        **size,
    )


@dataclass(frozen=True, slots=True)
class Canvas:
    """The picture that a service prints and cuts, with a face placed on it and stretched to its edges."""

    frame: Frame
    drawn_box: Bounds  # covered by the face with its bleed, mm; it may reach beyond the sheet
    scale: float  # of the face, as a multiple of its designed size

    @classmethod
    def from_face(cls, face: Frame, product: Product, fit: bool = False, is_back: bool = False) -> Canvas:
        """Place a face on the picture of a product; `fit` scales it to the space between the cuts.

        A landscape card is turned a quarter to fit, and its back (`is_back`) the other way, so that it turns
        over like a page of a book, as all cards do.
        """
        is_sideways = (face.width - face.height) * (product.width - product.height) < 0
        across, down = (face.height, face.width) if is_sideways else (face.width, face.height)
        scale = min(product.width / across, product.height / down) if fit else 1.0
        wide, high = product.sheet
        middle = Matrix.translate(-face.width / 2, -face.height / 2).then(Matrix.scale_by(scale))
        turn = Matrix.rotate((270 if is_back else 90) * is_sideways)
        matrix = middle.then(turn).then(Matrix.translate(wide / 2, high / 2))
        x, y = (across / 2 + face.bleed) * scale, (down / 2 + face.bleed) * scale
        box = wide / 2 - x, high / 2 - y, wide / 2 + x, high / 2 + y
        area, use = enclose_boxes([box, (0.0, 0.0, wide, high)]), Use(face, matrix)
        items = (use,) if area == box else (extend_item(use, box, area, "stretch"), use)
        return cls(Frame(face.name, wide, high, items), box, scale)

    @property
    def uncovered_width(self) -> float:
        """The widest strip of the picture that the face does not reach, mm."""
        left, top, right, bottom = self.drawn_box
        return max(0.0, left, top, self.frame.width - right, self.frame.height - bottom)


AUTOFILL_PRODUCTS = ("poker", "game")  # the products that MPC Autofill orders: cards of 63 x 88 mm, or nearly
AUTOFILL_BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""Numbers of cards at which MakePlayingCards changes its price; MPC Autofill before 2026 needs them in an order."""
AUTOFILL_STOCK = "(S30) Standard Smooth"


def format_orders(fronts: Sequence[str], backs: Sequence[str]) -> Iterator[bytes]:
    """Yield orders of as many cards as allowed; `backs` is one path for all, or paths with the file names of fronts."""
    most, back_files = AUTOFILL_BRACKETS[-1], {PurePath(file).name: file for file in backs}
    for files in (fronts[start : start + most] for start in range(0, len(fronts), most)):
        order, bracket = Element("order"), next(size for size in AUTOFILL_BRACKETS if size >= len(files))
        details = {"quantity": str(len(files)), "bracket": str(bracket), "stock": AUTOFILL_STOCK, "foil": "false"}
        _add_elements(SubElement(order, "details"), details)
        _add_cards(SubElement(order, "fronts"), files)
        if len(backs) > 1:
            _add_cards(SubElement(order, "backs"), [back_files.get(PurePath(file).name) for file in files])
        _add_elements(order, {"cardback": f"./{backs[0]}"} if backs else {})
        indent(order, "    ")
        yield f"<?xml version='1.0' encoding='utf-8'?>\n{XML_MARK}\n{tostring(order, 'unicode')}\n".encode()


def _add_cards(side: Element, files: Sequence[str | None]) -> None:
    """Add the cards of a side, each in its slot; a card with a blank back has no file."""
    for slot, file in enumerate(files):
        if file is not None:
            name = PurePath(file).name
            values = {"id": f"./{file}", "sourceType": "Local File", "slots": str(slot), "name": name}
            _add_elements(SubElement(side, "card"), {**values, "query": PurePath(file).stem.lower()})


def _add_elements(element: Element, texts: dict[str, str]) -> None:
    for tag, text in texts.items():
        SubElement(element, tag).text = text


ATLAS_COLUMNS, ATLAS_ROWS = 10, 7  # the most of each in an atlas
ATLAS_FEWEST = 2  # the fewest columns, and the fewest rows
ATLAS_PIXELS = 4096  # the most along a side of an atlas
TTS_ATLAS_STEP = 100  # a card's number is its atlas's number times this, plus its place
TTS_TYPES = {"rounded": 0, "card": 1, "hex": 3, "circle": 4}  # the numbers that stand for shapes
TTS_CORNERS = 0.1  # corners count as square if less area is missing, mm²
TTS_POKER = 63.5, 88.9  # the card that has scale 1, mm
TTS_LYING_SCALE = 0.8214  # the factor that makes a landscape card as large as an upright one on the table
TTS_GUIDS = 1 << 24  # the number of ids of six hexadecimal digits
TTS_DECK_GAP = 4.0  # between decks, in units of Tabletop Simulator


@dataclass(frozen=True, slots=True)
class Atlas:
    """A picture that holds many cards in a grid."""

    heap: Heap
    number: int  # counted from 1 over all atlases
    name: str  # the file name of its fronts, without ending
    cards: Sequence[tuple[Piece, int]]  # cards with their numbers of copies
    columns: int
    rows: int
    front: Frame  # at 300 dots an inch
    back: Frame  # all backs, or the one back of all cards
    unique: bool  # true if `back` holds a back for each card
    back_name: str  # its file name; atlases with one back in common share it


def build_atlases(box: Sequence[Heap], hides_faces: bool = True) -> Iterator[Atlas]:
    """Build as few atlases as hold the cards of a box; if `hides_faces`, the last place of each shows a back."""
    number = 0
    for heap in box:
        unique, most = heap.backs > 1, ATLAS_COLUMNS * ATLAS_ROWS - hides_faces
        back_file = f"{format_file_name(heap.component)}-back-{number + 1}"
        for start in range(0, len(heap.cards), most):
            number += 1
            cards = heap.cards[start : start + most]
            columns, rows, wide, high = _choose_grid(len(cards) + hides_faces, heap.width, heap.height)
            name = f"{format_file_name(heap.component)}-{number}"
            fronts, backs = [piece.front for piece, _ in cards], [piece.back for piece, _ in cards]
            rest = [*[None] * (columns * rows - 1 - len(cards)), backs[0]] if hides_faces else []
            front = _lay_out_faces(name, [*fronts, *rest], columns, rows, wide, high)
            sheet = (backs, columns, rows) if unique else (backs[:1], 1, 1)
            back, back_name = (_lay_out_faces(back_file, *sheet, wide, high), f"{name}-backs" if unique else back_file)
            yield Atlas(heap, number, name, cards, columns, rows, front, back, unique, back_name)


def _choose_grid(count: int, width: float, height: float) -> tuple[int, int, int, int]:
    """Columns and rows for `count` cards, and the width and height of a card in pixels, as large as is useful."""

    def compute_width(columns: int, rows: int) -> float:
        return min(ATLAS_PIXELS / columns, ATLAS_PIXELS / rows * width / height, width / MM_PER_INCH * DPI)

    grids = itertools.product(range(ATLAS_FEWEST, ATLAS_COLUMNS + 1), range(ATLAS_FEWEST, ATLAS_ROWS + 1))
    candidates = (grid for grid in grids if math.prod(grid) >= count)
    columns, rows = max(candidates, key=lambda grid: (compute_width(*grid), -math.prod(grid)))
    wide = compute_width(columns, rows)
    high = min(ATLAS_PIXELS // rows, math.floor(wide * height / width + 0.5))
    return columns, rows, max(1, math.floor(wide)), max(1, high)


def _lay_out_faces(name: str, faces: Sequence[Frame | None], columns: int, rows: int, wide: int, high: int) -> Frame:
    """Faces side by side, clipped to their trims; places without a face are white."""
    across, down = wide / DPI * MM_PER_INCH, high / DPI * MM_PER_INCH
    items: list[Use | Shape] = [Shape(rect(0, 0, columns * across, rows * down), "#ffffff")]
    for place, face in enumerate(faces):
        if face is not None:
            x, y = place % columns * across, place // columns * down
            matrix = Matrix.scale_by(across / face.width, down / face.height).then(Matrix.translate(x, y))
            items.append(Use(face, matrix, clip=rect(x, y, across, down)))
    return Frame(name, columns * across, rows * down, tuple(items))


def format_saved_object(box: Sequence[Atlas], address: str, titles: Mapping[str, str] = MappingProxyType({})) -> str:
    """The JSON of a saved object: a deck a component; `address` is the URL of the pictures, `titles` are by piece."""
    piles = [[*pile] for _, pile in itertools.groupby(box, key=lambda atlas: id(atlas.heap))]
    numbers = itertools.count(crc32(box[0].cards[0][0].deck.encode()))
    objects = [
        _build_tts_deck(pile, address, titles, TTS_DECK_GAP * place, numbers) for place, pile in enumerate(piles)
    ]
    return json.dumps({**_load_defaults()["saved"], "ObjectStates": objects}, ensure_ascii=False, indent=1) + "\n"


@cache
def _load_defaults() -> dict[str, Any]:
    """The keys of saved objects and of widgets that are the same for all decks."""
    return dict(json.loads((assets() / "tabletop.json").read_text("utf-8")))


def _build_tts_deck(
    pile: Sequence[Atlas], address: str, titles: Mapping[str, str], x: float, numbers: Iterator[int]
) -> dict[str, Any]:
    heap, defaults = pile[0].heap, _load_defaults()

    def build_thing(kind: str, name: str, text: str = "") -> dict[str, Any]:
        """The keys that every object on the table has."""
        scale = math.sqrt(heap.width * heap.height / math.prod(TTS_POKER))  # true to a poker card
        scale = round(scale * TTS_LYING_SCALE if heap.width > heap.height + TTS_CORNERS else scale, 4)
        transform = {**defaults["thing"]["Transform"], "posX": x, "scaleX": scale, "scaleZ": scale}
        fields = {"GUID": f"{next(numbers) % TTS_GUIDS:06x}", "Name": kind, "Nickname": name, "Description": text}
        return {**defaults["thing"], **fields, "Transform": transform, "SidewaysCard": False}

    trim, kind = heap.cards[0][0].front.trim, heap.shape
    if kind == "card" and trim is not None and heap.width * heap.height - compute_area(trim) > TTS_CORNERS:
        kind = "rounded"
    pictures = {
        str(atlas.number): {
            **{"FaceURL": f"{address}{quote(atlas.name)}.png", "BackURL": f"{address}{quote(atlas.back_name)}.png"},
            **{"NumWidth": atlas.columns, "NumHeight": atlas.rows, "UniqueBack": atlas.unique},
            **{"Type": TTS_TYPES[kind], **defaults["atlas"]},
        }
        for atlas in pile
    }
    deck = build_thing("DeckCustom", heap.component)
    cards = [
        {
            **build_thing("Card", titles.get(piece.key, piece.card), " ".join(words)),
            "CardID": atlas.number * TTS_ATLAS_STEP + place,
            "CustomDeck": {str(atlas.number): pictures[str(atlas.number)]},
        }
        for atlas in pile
        for place, (piece, count) in enumerate(atlas.cards)
        for words in [[each.aid_words or each.text for each, _ in piece.front.walk() if isinstance(each, Text)]]
        for _ in range(count)
    ]
    if len(cards) == 1:
        return {**cards[0], "Name": "CardCustom"}
    return {**deck, "DeckIDs": [card["CardID"] for card in cards], "CustomDeck": pictures, "ContainedObjects": cards}


PCIO_SCALE = 160 / 88.9  # units of PlayingCards.io per mm: a poker card is 160 high
PCIO_LEFT, PCIO_TOP = 60, 60  # the position of the first pile
PCIO_GAP = 40  # between piles
PCIO_WIDTH = 1600  # of the table
PCIO_FOLDER = "userassets"  # holds the pictures


def format_widgets(box: Sequence[Heap], titles: Mapping[str, str], files: Mapping[int, str]) -> bytes:
    """The JSON of a PlayingCards.io table; `titles` by key of a piece, names of picture `files` by ``id(face)``."""
    widgets: list[dict[str, Any]] = [_load_defaults()["playingcards"]["hand"]]
    x, y, height = PCIO_LEFT, PCIO_TOP, 0
    for number, heap in enumerate(box, 1):
        wide, high = round(heap.width * PCIO_SCALE), round(heap.height * PCIO_SCALE)
        if x + wide > PCIO_WIDTH and x > PCIO_LEFT:
            x, y, height = PCIO_LEFT, y + height + PCIO_GAP, 0
        widgets += _build_pcio_pile(heap, f"deck-{number}", (x, y, wide, high), titles, files)
        x, height = x + wide + PCIO_GAP, max(height, high)
    return json.dumps(widgets, ensure_ascii=False, indent=1).encode() + b"\n"


def _build_pcio_pile(
    heap: Heap, name: str, box: tuple[int, int, int, int], titles: Mapping[str, str], files: Mapping[int, str]
) -> Iterator[dict[str, Any]]:
    x, y, wide, high = box
    defaults, kinds, pile = _load_defaults()["playingcards"], {}, f"{name}-pile"
    for piece, _ in heap.cards:
        faces = {side: face for side, face in (("face", piece.front), ("back", piece.back)) if face is not None}
        links = {side: f"package://{PCIO_FOLDER}/{files[id(face)]}" for side, face in faces.items()}
        kinds[piece.card] = {"label": titles.get(piece.key, piece.card), **links}
    templates = {
        f"{side}Template": {
            **defaults["template"],
            "objects": [{**defaults["picture"], "value": side, "w": wide, "h": high}],
        }
        for side in ("face", "back")
    }
    deck = {**defaults["deck"], "x": x, "y": y, "parent": pile, "cardWidth": wide, "cardHeight": high}
    yield {"id": name, **deck, "cardTypes": kinds, **templates}
    yield {"id": pile, **defaults["pile"], "label": heap.component, "x": x, "y": y, "width": wide, "height": high}
    cards = (piece.card for piece, count in heap.cards for _ in range(count))
    for number, card in enumerate(cards, 1):
        place = {"deck": name, "cardType": card, "parent": pile, "x": x, "y": y, "z": 100 + number}
        yield {"id": f"{name}-{number}", **defaults["card"], **place}


def name_pictures(box: Sequence[Heap]) -> dict[int, tuple[str, Frame]]:
    """Name the pictures of all faces; file name and face by ``id(face)``."""
    pictures: dict[int, tuple[str, Frame]] = {}
    for heap in box:
        for piece, _ in heap.cards:
            for face in filter(None, (piece.front, piece.back)):
                pictures.setdefault(id(face), (f"{len(pictures) + 1}-{format_file_name(piece.card)}.png", face))
    return pictures


CONTACT_SCALE = 0.45  # the usual scale of a card on a contact page
CONTACT_LENGTH = 70.0  # its longer side at that scale is at most this, mm
CONTACT_STRETCH = 1.3  # the most a card is enlarged beyond that to fill a row
CONTACT_GAP = 4.0  # between cards, mm
NAME_HEIGHT = 5.0  # room for the name below a card, mm
NAME_SIZE = 7.0  # of the type of a name, points
NAME_COLOUR = "#26221d"
LEAST_ROOM = 16.0  # the least width of a card with its name, mm
BORDER_COLOUR = "#b9b2a3"
BORDER_WIDTH = 0.1  # mm
TINY = 1e-6

NamedFace = tuple[str, Frame]  # a name, and the face above it


def lay_out_contact_pages(faces: Iterable[NamedFace], width: float, height: float, margin: float) -> list[Frame]:
    """Lay out faces in rows, as many as fit on pages of this size and margin, mm."""
    pages = list[list[Item]]()
    x = y = margin
    row_height, room = 0.0, width - 2 * margin
    for words, face in faces:
        scale_wanted = min(CONTACT_SCALE, CONTACT_LENGTH / max(face.width, face.height))
        count = max(1, round((room + CONTACT_GAP) / (face.width * scale_wanted + CONTACT_GAP)))
        scale = min(scale_wanted * CONTACT_STRETCH, ((room + CONTACT_GAP) / count - CONTACT_GAP) / face.width)
        wide, high = max(face.width * scale, LEAST_ROOM), face.height * scale
        if x > margin and x + wide > width - margin + TINY:
            x, y, row_height = margin, y + row_height + CONTACT_GAP, 0.0
        if not pages or y + high + NAME_HEIGHT > height - margin:
            pages.append([])
            x, y, row_height = margin, margin, 0.0
        pages[-1] += _lay_out_face(words, face, x, y, scale, wide)
        x, row_height = x + wide + CONTACT_GAP, max(row_height, high + NAME_HEIGHT)
    return [Frame(f"contact/{number}", width, height, tuple(items)) for number, items in enumerate(pages, 1)]


def _lay_out_face(words: str, face: Frame, x: float, y: float, scale: float, room: float) -> Sequence[Item]:
    """A face centred in its space, and below it as much of its name as fits."""
    high = face.height * scale
    left = x + (room - face.width * scale) / 2
    while len(words) > 1 and to_millimetres(fonts.measure_width(words, "regular", NAME_SIZE)) > room + CONTACT_GAP / 2:
        words = words[:-1].rstrip()
    return (
        *place_cut_face(face, Matrix.scale_by(scale).then(Matrix.translate(left, y))),
        Text(words, x + room / 2, y + high + NAME_HEIGHT - 2, NAME_SIZE, colour=NAME_COLOUR, anchor="middle"),
    )


def place_cut_face(face: Frame, matrix: Matrix) -> tuple[Item, ...]:
    """Place a face, clipped to its trim, on white paper within a fine line."""
    edge = transform_outline(face.trim or rect(0, 0, face.width, face.height), matrix)
    return Shape(edge, "#ffffff"), Use(face, matrix, clip=edge), Shape(edge, stroke=BORDER_COLOUR, width=BORDER_WIDTH)


MARGIN, CARD_GAP = 6.0, 3.0  # around all and between the cards of a sheet, mm
STEP, WIDEST = 9.0, 100.0  # degrees from card to card of a hand, and at most from its first to its last
FLOOR, DEPTH = 0.02, 0.25  # the gap above a reflection, and its height, as shares of a card's height


def lay_out_hand(faces: Sequence[Frame], angle: float | None = None, radius: float | None = None) -> Frame:
    """Fan cards over an angle, degrees, each turned about a point `radius` mm below it."""
    steps = max(1, len(faces) - 1)
    angle = min(WIDEST, STEP * steps) if angle is None else angle
    below = max(face.height for face in faces) if radius is None else radius
    faces_placed: list[tuple[Frame, Matrix]] = []
    for number, face in enumerate(faces):
        turn = Matrix.rotate(angle * (number / steps - 0.5) if len(faces) > 1 else 0.0)
        faces_placed.append((face, Matrix.translate(-face.width / 2, -face.height - below).then(turn)))
    return _build_frame("hand", faces_placed)


def lay_out_sheet(faces: Sequence[Frame], columns: int | None = None) -> Frame:
    """Lay out cards in rows, by default on a sheet about as wide as high."""
    wide, high = (max(getattr(face, side) for face in faces) + CARD_GAP for side in ("width", "height"))
    columns = columns or max(1, round((len(faces) * high / wide) ** 0.5))
    matrices = (Matrix.translate(index % columns * wide, index // columns * high) for index in range(len(faces)))
    return _build_frame("sheet", zip(faces, matrices, strict=True))


def _build_frame(name: str, frames: Iterable[tuple[Frame, Matrix]]) -> Frame:
    frames = [*frames]
    boxes = (transform_bounds((0, 0, face.width, face.height), matrix) for face, matrix in frames)
    left, top, right, bottom = enclose_boxes([*boxes])
    shift = Matrix.translate(MARGIN - left, MARGIN - top)
    items = tuple(item for face, matrix in frames for item in place_cut_face(face, matrix.then(shift)))
    return Frame(name, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN, items)


def render_showcase(
    cards: Sequence[Image], scale: float = 0.85, offset: float = 1.1, reflection: float = 0.35
) -> Image:
    """Render cards side by side in perspective, each with its reflection below it.

    `scale` is the height of the far side of a card, `offset` the distance to the next card, in visible card
    widths, `reflection` the strength of the reflection at its top; all are factors.
    """
    from PIL import Image

    tilted = [_turn_away(_add_reflection(card.convert("RGBA"), reflection), card.height, scale) for card in cards]
    edge = max(each.height for each in tilted) // 10
    steps = [round(each.width * offset) for each in tilted]
    wide, high = (sum(steps[:-1]) + tilted[-1].width + 2 * edge, max(each.height for each in tilted) + 2 * edge)
    image, x = Image.new("RGB", (wide, high), "white"), edge
    for each, step in zip(tilted, steps, strict=True):
        image.paste(each, (x, edge), each)
        x += step
    return image


def _add_reflection(card: Image, strength: float) -> Image:
    from PIL import Image, ImageChops, ImageOps

    gap, depth = math.ceil(card.height * FLOOR), math.ceil(card.height * DEPTH)
    mirrored = Image.new("RGBA", (card.width, card.height + gap + depth))
    mirrored.paste(card)
    image = ImageOps.flip(card).crop((0, 0, card.width, depth))
    fading = Image.linear_gradient("L").resize(image.size).point(lambda dark: round((255 - dark) * strength))
    image.putalpha(ImageChops.multiply(image.getchannel("A"), fading))
    mirrored.paste(image, (0, card.height + gap))
    return mirrored


def _turn_away(card: Image, high: int, scale: float) -> Image:
    """A card seen from one side: its right edge is farther away, and so shorter, than its left."""
    from PIL.Image import Resampling, Transform

    far = (1 - 1 / scale) / card.width
    coefficients = (1, 0, 0, high / 2 * far, 1, 0, far, 0)
    size = max(1, round(card.width * scale)), card.height
    return card.transform(size, Transform.PERSPECTIVE, coefficients, Resampling.BICUBIC)
