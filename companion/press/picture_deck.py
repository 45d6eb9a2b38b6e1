"""Make a deck of a folder of pictures: choose the size of its cards, and fit each picture to its card."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.data.deck import TUCKBOX, Card, Component, Deck
from companion.data.decks.pictures import DRAWINGS, KINDS, PictureCard, read_pictures
from companion.data.decks.plain_deck import SIZES, Size
from companion.data.files import Spool
from companion.errors import DeckError, InputError, Place
from companion.paths import templates
from companion.press.face.drawing.svg_file import read_art
from companion.press.frame.picture_edges import describe_made_bleed
from companion.press.frame.pictures import inspect_picture
from companion.press.frame.raster import Raster
from companion.press.preflight import LEAST_DPI as SHARP
from companion.sentences import Sentence, say, say_count
from companion.units import MM_PER_INCH

ALIKE = 0.04  # the largest difference, as a logarithm, between the shapes of a picture and its card
LEAST_DPI = 150.0  # a smaller value, such as the 72 of cameras, says nothing about the size on paper
LEAST_SIDE, MOST_SIDE = 25.0, 150.0  # limits of a side computed from dots per inch, mm
USUAL = (*SIZES.values(), *(size[::-1] for size in SIZES.values()))  # sizes of cards, first upright, then landscape
NEAR = 0.8  # a size this close to a usual one is taken as that, mm
LOST = 0.5  # no note is needed if this much is cut off a picture, mm
DRAWN_DPI = 600.0  # of drawings, which are sharp at any size
MOST_NAMED_PICTURES = 3  # pictures that a note names


def build_picture_deck(folder: Path, size: Size | None = None, bleed: float = 0.0, edge: str = "mirror") -> Deck:
    """Build a deck from a folder of pictures; each fills its card, and whatever is beyond the bleed is cut off.

    A landscape picture on an upright card is turned, and the reverse, so that all cards have one size and
    may share a back. Without `size`, cards have the size that most pictures are made for. Every picture
    reaches `bleed` mm beyond the cut; without bleed, its `edge` is mirrored or stretched beyond it, or not.
    """
    cards, others = read_pictures(folder)
    if not cards:
        raise DeckError(
            "no picture here is a front; PNG, JPEG, WebP, AVIF, GIF, TIFF, BMP and SVG are printed.",
            place=Place(str(folder)),
        )
    info = {file: _inspect_deck_picture(file) for card in cards for file in (card.front, card.back) if file is not None}
    notes: list[Sentence] = []
    if size is None:
        size, model = _choose_size(cards, info, bleed)
        face_fields = {"width": size[0], "height": size[1], "file": model.front.name}
        notes.append(say("the cards are {width} x {height} mm, after the shape of {file}.", **face_fields))
    placements = {file: _Placement.cover_card(raster, size, bleed) for file, raster in info.items()}
    notes += _describe_pictures(cards, placements, others)
    if edge != "none" and not bleed:
        notes.append(describe_made_bleed(edge))
    several = [file.name for file, raster in info.items() if raster.is_sequence]
    notes += (say("{picture} has several frames or pages; the first is printed.", picture=name) for name in several)
    fields = {
        file: {"picture": file.relative_to(folder).as_posix(), **each.build_fields(size, bleed)}
        for file, each in placements.items()
    }
    spool = Spool()
    cards_made: list[Card] = []
    for card in cards:
        back_fields = {"back": "picture", **fields[card.back]} if card.back else {"back": ""}
        cards_made += [Card(card.name, fields[card.front], back_fields, spool)] * card.copies
    backs = "{back}" if any(card.back for card in cards) else None
    parts = (
        Component("cards", "picture", backs, tuple(cards_made), "cards"),
        Component(TUCKBOX, "", None, (), TUCKBOX, True, TUCKBOX),
    )
    name = re.sub(r"[^\w.()&+ -]+", "-", folder.resolve().name).strip("-") or "pictures"
    faces = templates() / "faces" / "shared"
    return Deck(name, folder / "deck.toml", parts, (), faces, notes=tuple(notes), picture_edge=edge, pictured=True)


@dataclass(frozen=True, slots=True)
class _Placement:
    width: float  # mm, before it is turned
    height: float
    is_turned: bool  # by a quarter, clockwise
    cut_off: float  # cut off at each of two edges if its shape is not the card's, mm
    dpi: float

    @classmethod
    def cover_card(cls, raster: Raster, size: Size, bleed: float) -> _Placement:
        """Scale a picture to cover a card with its bleed, turned if one is upright and the other landscape."""
        is_turned = (raster.width - raster.height) * (size[0] - size[1]) < 0
        width, height = (side + 2 * bleed for side in (size[::-1] if is_turned else size))
        scale = max(width / raster.width, height / raster.height)
        across, down = raster.width * scale, raster.height * scale
        cut_off = max(across - width, down - height) / 2
        return cls(across, down, is_turned, cut_off, MM_PER_INCH / scale)

    def build_fields(self, size: Size, bleed: float) -> dict[str, str]:
        """The fields of the shared face for pictures."""
        numbers = {"width": size[0], "height": size[1], "bleed": bleed, "turn": 90 * self.is_turned}
        numbers |= {"across": self.width, "down": self.height}
        numbers |= {"x": (size[0] - self.width) / 2, "y": (size[1] - self.height) / 2}
        return {name: f"{number:.4f}" for name, number in numbers.items()}


def _inspect_deck_picture(file: Path) -> Raster:
    """The facts of a picture; of a drawing, as if it were one of 600 dots per inch."""
    if file.suffix.lower() in DRAWINGS:
        page = read_art(file, file.name).page
        width, height = (max(1, round(side / MM_PER_INCH * DRAWN_DPI)) for side in page[:2])
        return Raster("svg", width, height, False, DRAWN_DPI)
    try:
        return inspect_picture(file)
    except InputError as error:
        raise DeckError("{fault}.", place=Place(file.parent.name), fault=error.sentence) from None


def _choose_size(cards: Sequence[PictureCard], info: Mapping[Path, Raster], bleed: float) -> tuple[Size, PictureCard]:
    """The card size that most pictures are made for, and a card with such a picture; upright sizes win a tie."""
    sizes = {card.name: _guess_size(info[card.front], bleed) for card in cards}
    votes: Counter[Size] = Counter()
    for card in cards:
        votes[sizes[card.name]] += card.copies
    size = max(votes, key=lambda size: (votes[size] + votes[size[::-1]], votes[size], size[0] <= size[1]))
    return size, next(card for card in cards if sizes[card.name] == size)


def _guess_size(raster: Raster, bleed: float) -> Size:
    """The card size, mm, that a picture is made for: by its dots per inch, or else by its shape."""
    if raster.dpi >= LEAST_DPI:
        sides = raster.width, raster.height
        width, height = (side / raster.dpi * MM_PER_INCH - 2 * bleed for side in sides)
        if LEAST_SIDE <= min(width, height) <= max(width, height) <= MOST_SIDE:
            sizes = (size for size in USUAL if math.dist(size, (width, height)) < NEAR)
            return next(sizes, (round(width, 1), round(height, 1)))
    shape = raster.width / raster.height

    def measure_deviation(size: Size) -> float:
        return round(abs(math.log((size[0] + 2 * bleed) / (size[1] + 2 * bleed) / shape)), 2)

    best = min(USUAL, key=measure_deviation)
    if measure_deviation(best) <= ALIKE:
        return best
    card_size = SIZES["tcg"][0]
    longer = min(round(card_size * max(shape, 1 / shape), 1), MOST_SIDE)
    return (longer, card_size) if shape > 1 else (card_size, longer)


def _describe_pictures(
    cards: Sequence[PictureCard], placements: Mapping[Path, _Placement], others: Sequence[str]
) -> Iterator[Sentence]:
    cut = [file.name for file, each in placements.items() if each.cut_off > LOST]
    yield from _count_files(
        "[{names} has|{count} pictures have] another shape than [its card;|their cards; up to] "
        "{lost} mm are cut off at two edges[|: {names}].",
        cut,
        lost=round(max(each.cut_off for each in placements.values()), 1),
    )
    names_turned = [file.name for file, each in placements.items() if each.is_turned]
    remark = "[{names} is|{count} pictures are] turned to lie on [its card|their cards: {names}]."
    yield from _count_files(remark, names_turned)
    soft = [file.name for file, each in placements.items() if each.dpi < SHARP - 0.5 and file.suffix.lower() in KINDS]
    yield from _count_files(
        "[{names} has|{count} pictures have] {dpi} dots per inch[| or more] at this size; "
        "[it looks|they look] sharp at {sharp}[|: {names}].",
        soft,
        dpi=round(min(each.dpi for each in placements.values())),
        sharp=SHARP,
    )
    common = [file for file, count in Counter(card.back for card in cards).items() if file is not None and count > 1]
    guessed = [file.name for file in common if file.stem.lower() != "back"]
    remark = "[{names} is|{count} pictures are] the back of all cards that have none of their own[|: {names}]."
    yield from _count_files(remark, guessed)
    blank = [card.name for card in cards if card.back is None]
    if len(blank) < len(cards):
        yield from _count_files("[{names} has|{count} cards have] no back[|: {names}].", blank)
    remark = "[{names} is|{count} files are] of a kind that is not read and [is|are] not printed[|: {names}]."
    yield from _count_files(remark, others)


def _count_files(remark: str, names: Sequence[str], **fields: float) -> Iterator[Sentence]:
    """Yield a remark on files of these names, if there are any; it has the first of them."""
    if names:
        few = ", ".join(names[:MOST_NAMED_PICTURES]) + (", …" if len(names) > MOST_NAMED_PICTURES else "")
        yield say_count(remark, len(names), names=few, **fields)
