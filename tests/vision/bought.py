"""Photos of maps without seals: our own faces in other colours, and decks that look like nobody's."""

import colorsys
import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from random import Random

import cv2
import numpy as np
from PIL import Image

from companion.data.deck import open_deck
from companion.data.honshu.cards import MapCard, Square, Terrain, load_cards
from companion.data.honshu.map import NO_CARD, SQUARES
from companion.data.honshu.placements import Placement
from companion.press.ink.raster import png
from companion.press.layout import lay_out
from companion.rules.honshu.placing.laying import Pile, lay

SQUARE = 58
"""Pixels a square is drawn with: 2 a mm."""

Picture = np.ndarray
Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Bought:
    """A photo of a map; its symbols row by row, and the corners of the box they fill."""

    photo: Picture
    grid: tuple[tuple[str, ...], ...]
    corners: Corners


def laid_map(seed: int, cards: int = 13) -> tuple[list[Placement], Pile]:
    """Cards laid as the rules allow, each by one that lies there; without cubes where none may stand."""
    chance, pile, placements = Random(seed), Pile(), []
    deck = chance.sample(load_cards()[:60], cards)
    while deck:
        seen = list(pile.tops()) or [(0, 0)]
        row, column = chance.choice(seen)
        placed = Placement(
            deck[-1],
            row - chance.randrange(3),
            column - chance.randrange(3),
            chance.choice((0, 90, 180, 270)),
        )
        step = lay(pile, placed)
        if step.legal and len(step.covered) < (3 if pile.cards else 1):
            pile = step.pile
            placements.append(placed)
            deck.pop()
    return placements, pile


@cache
def our_card(card: MapCard) -> Picture:
    """One of our map cards as printed without seals."""
    deck = open_deck("honshu")
    (piece,) = lay_out(deck, "en", ["map-cards"], [("map-cards", card.name)], seals="none")
    picture = Image.open(io.BytesIO(png(piece.front, bleed=False, dpi=100))).convert("RGB")
    return cv2.resize(np.asarray(picture), (2 * SQUARE, 3 * SQUARE), interpolation=cv2.INTER_AREA)


@cache
def plain_card(card: MapCard) -> Picture:
    """A card of the plain deck, flat colours and simple signs."""
    return np.vstack([np.hstack([_plain(each, card.number) for each in row]) for row in card.squares])


def _plain(square: Square, number: int) -> Picture:
    side, chance = SQUARE, Random(f"{square}{number}")
    grounds = {Terrain.FOREST: (86, 128, 60), Terrain.LAKE: (90, 150, 190), Terrain.TOWN: (196, 178, 150)}
    picture = np.full((side, side, 3), grounds.get(square.terrain, (214, 200, 160)), np.uint8)
    spots = [(chance.randrange(4, side - 12), chance.randrange(4, side - 12)) for _ in range(18)]
    inks = {"blue": (40, 80, 170), "brown": (120, 70, 40), "grey": (125, 125, 128), "yellow": (225, 185, 50)}
    match square.terrain:
        case Terrain.FOREST:
            for x, y in spots:
                cv2.fillPoly(picture, [np.array([[x, y + 10], [x + 5, y], [x + 10, y + 10]])], (44, 84, 40))
        case Terrain.LAKE:
            for x, y in spots[:5]:
                cv2.line(picture, (x, y), (x + 9, y), (225, 235, 240), 1)
        case Terrain.TOWN:
            for x, y in spots[:12]:
                cv2.rectangle(picture, (x, y), (x + 9, y + 7), (150, 62, 48), -1)
                cv2.rectangle(picture, (x, y), (x + 9, y + 7), (60, 40, 36), 1)
        case Terrain.FALLOW:
            for x, y in spots[:4]:
                cv2.line(picture, (x, y), (x + 5, y + 3), (170, 150, 110), 1)
        case _:
            ink = inks[square.colour.value]
            if square.terrain is Terrain.PRODUCTION:
                cv2.circle(picture, (side // 2, side // 2), 12, ink, -1)
            else:
                cv2.rectangle(picture, (9, 18), (side - 9, side - 8), ink, -1)
                cv2.putText(picture, str(square.value), (22, 44), 0, 0.8, (250, 246, 235), 2)
    return cv2.rectangle(picture, (0, 0), (side - 1, side - 1), (245, 240, 225), 1)


@dataclass(frozen=True)
class Invented:
    """A copy of the game that nobody has: its own grounds, marks and inks, by chance."""

    copy: int

    def __call__(self, card: MapCard) -> Picture:
        """A card of it."""
        return _invented(self.copy, card)


@cache
def _invented(copy: int, card: MapCard) -> Picture:
    rows = [[_square(copy, each, f"{card.name}{at}") for at, each in enumerate(row)] for row in card.squares]
    return np.vstack([np.hstack(row) for row in rows])


def _square(copy: int, square: Square, name: str) -> Picture:
    """A square: what its terrain is like in this copy, and a little that is its own."""
    kind = square.terrain.value + (square.colour.value if square.colour else "")
    own, side = np.random.default_rng([copy, *square.terrain.value.encode()]), SQUARE
    here = np.random.default_rng([copy, *f"{kind}{square.value}{name}".encode()])
    ground = _hued(own, *_GROUNDS[square.terrain])
    picture = np.full((side, side, 3), ground * here.uniform(0.94, 1.06), float)
    grain, rough = own.uniform(0.8, 6), own.uniform(4, 16)
    noise = cv2.GaussianBlur(here.normal(0, 1, (side, side)), (0, 0), grain)
    picture += (rough * noise / noise.std())[..., None]
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    shape, count, size = own.integers(4), int(own.integers(3, 16)), int(own.integers(3, 8))
    ink = np.clip(ground * own.uniform(0.45, 0.8) if own.random() < 0.7 else ground * 1.3, 0, 255)
    if square.terrain is Terrain.TOWN:
        count, ink = count + 6, _hued(own, (0, 30), (0.2, 0.7), (0.35, 0.7))
    for _ in range(count if square.colour is None else count // 3):
        _mark(picture, shape, (int(here.integers(4, side - 4)), int(here.integers(4, side - 4))), size, ink)
    if square.colour is not None:
        ware = np.random.default_rng([copy, *square.colour.value.encode()])
        hues = {
            "blue": ((205, 230), (0.6, 0.9)),
            "brown": ((18, 28), (0.5, 0.75)),
            "yellow": ((42, 52), (0.7, 0.95)),
        }
        colour = _hued(ware, *hues.get(square.colour.value, ((0, 360), (0, 0.08))), (0.45, 0.7))
        if square.colour.value == "yellow":
            colour = np.clip(colour * 1.35, 0, 255)
        big = square.terrain is Terrain.FACTORY
        _mark(
            picture,
            own.integers(4),
            (side // 2, side // 2),
            int(own.integers(15, 21) if big else own.integers(9, 14)),
            colour,
        )
        if big:
            cv2.putText(
                picture, str(square.value), (side // 2 - 7, side // 2 + 8), 0, 0.8, (250, 246, 235), 2
            )
    return picture


_GROUNDS = {
    Terrain.FOREST: ((75, 150), (0.3, 0.65), (0.3, 0.55)),
    Terrain.LAKE: ((190, 225), (0.3, 0.7), (0.55, 0.8)),
    Terrain.TOWN: ((15, 50), (0.08, 0.35), (0.55, 0.82)),
    Terrain.FALLOW: ((35, 80), (0.12, 0.4), (0.7, 0.92)),
    Terrain.PRODUCTION: ((30, 60), (0.1, 0.35), (0.65, 0.9)),
    Terrain.FACTORY: ((15, 55), (0.08, 0.35), (0.5, 0.85)),
}
"""Hue in degrees, saturation and brightness that grounds may have."""


def _hued(chance: np.random.Generator, *ranges: tuple[float, float]) -> Picture:
    hue, tint, value = (chance.uniform(*each) for each in ranges)
    return np.array(colorsys.hsv_to_rgb(hue % 360 / 360, tint, value)) * 255


def _mark(picture: Picture, shape: int, at: tuple[int, int], size: int, ink: Picture) -> None:
    (x, y), colour = at, tuple(ink.tolist())
    match shape:
        case 0:
            cv2.circle(picture, at, size, colour, -1)
        case 1:
            cv2.rectangle(picture, (x - size, y - size * 3 // 4), (x + size, y + size * 3 // 4), colour, -1)
        case 2:
            cv2.fillPoly(
                picture, [np.array([[x - size, y + size], [x, y - size], [x + size, y + size]])], colour
            )
        case _:
            cv2.ellipse(picture, at, (size + 2, size), 0, 0, 360, colour, 3 + size // 6)


def shifted(card: MapCard, hue: int = 8, fade: float = 0.75) -> Picture:
    """One of ours as another printer gives it: other hues, paler."""
    wheel = cv2.cvtColor(our_card(card), cv2.COLOR_RGB2HSV).astype(int)
    wheel[..., 0] = (wheel[..., 0] + hue) % 180
    wheel[..., 1] = wheel[..., 1] * fade
    return cv2.cvtColor(wheel.astype(np.uint8), cv2.COLOR_HSV2RGB)


OURS = shifted
OTHER_WAY = partial(shifted, hue=-8, fade=0.9)
PLAIN = plain_card


def bought(
    seed: int, look: Callable[[MapCard], Picture] = OURS, cards: int = 13, width: int = 1600
) -> Bought:
    """A photo of a map laid by hand on a table: jitter of 2 mm and 3 degrees, tilt, lamp, noise."""
    placements, pile = laid_map(seed, cards)
    chance = np.random.default_rng(seed)
    top, left = pile.origin
    grid = pile.map().rows
    margin = SQUARE * 3
    high, wide = len(grid) * SQUARE + 2 * margin, len(grid[0]) * SQUARE + 2 * margin
    board = _table(chance, high, wide)
    for placed in placements:
        face = np.rot90(look(placed.card), -placed.turn // 90)
        rows, columns = face.shape[:2]
        at = np.array([placed.column - left, placed.row - top]) * SQUARE + margin + chance.uniform(-4, 4, 2)
        move = cv2.getRotationMatrix2D((columns / 2, rows / 2), chance.uniform(-3, 3), 1)
        move[:, 2] += at
        mask = cv2.warpAffine(np.full((rows, columns), 255, np.uint8), move, (wide, high)) > 127
        board[mask] = cv2.warpAffine(np.ascontiguousarray(face), move, (wide, high))[mask]
    for (row, column), (_, square) in pile.tops().items():
        if (row, column) in pile.cubes:
            _cube(board, (column - left) * SQUARE + margin, (row - top) * SQUARE + margin, square)
    return _photographed(board, grid, margin, width, chance)


def _table(chance: np.random.Generator, high: int, wide: int) -> Picture:
    grain = cv2.GaussianBlur(chance.normal(0, 1, (high, wide)).astype(np.float32), (0, 0), 30, sigmaY=2)
    wood = np.array(((150, 110, 72), (96, 66, 46), (180, 160, 140), (70, 74, 80))[chance.integers(4)])
    return np.clip(wood + 220 * grain[..., None], 0, 255).astype(np.uint8)


def _cube(board: Picture, left: int, top: int, square: Square) -> None:
    assert square.colour is not None
    ink = {"blue": (40, 80, 170), "brown": (120, 70, 40), "grey": (125, 125, 128), "yellow": (225, 185, 50)}
    x, y, side = left + SQUARE * 5 // 8, top + SQUARE * 5 // 8, 16
    light = tuple(min(255, each + 30) for each in ink[square.colour.value])
    cv2.rectangle(board, (x - side // 2, y - side // 2), (x + side // 2, y + side // 2), light, -1)


def _photographed(
    board: Picture, grid: tuple[tuple[str, ...], ...], margin: int, width: int, chance: np.random.Generator
) -> Bought:
    high, wide = board.shape[:2]
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    tilt = chance.uniform(0, 0.12, (4, 2)) * [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    bent = ((flat / [wide, high] + tilt) * [width, width * high / wide]).astype(np.float32)
    pose = cv2.getPerspectiveTransform(flat, bent)
    photo = cv2.warpPerspective(board, pose, (width, width * high // wide), borderMode=cv2.BORDER_REFLECT)
    lamp = chance.uniform((0.85, 0.8, 0.65), (1.0, 0.95, 0.95))
    light = np.linspace(1, chance.uniform(0.7, 1), photo.shape[1])[None, :, None]
    noisy = photo * lamp * light + chance.normal(0, 5, photo.shape)
    photo = cv2.GaussianBlur(np.clip(noisy, 0, 255).astype(np.uint8), (0, 0), 1.2)
    box = np.array([(0, 0), (len(grid[0]), 0), (len(grid[0]), len(grid)), (0, len(grid))]) * SQUARE + margin
    corners = cv2.perspectiveTransform(box[None].astype(np.float32), pose)[0]
    return Bought(photo, grid, tuple((float(x), float(y)) for x, y in corners))


def kinds(grid: tuple[tuple[str, ...], ...]) -> list[tuple[str, str]]:
    """Terrain and colour of each place, from the top left, without values and cubes."""
    found = []
    for row in grid:
        for symbol in row:
            square = SQUARES.get(symbol) if symbol != NO_CARD else None
            found.append(("", "") if square is None else (square.terrain.value, str(square.colour)))
    return found
