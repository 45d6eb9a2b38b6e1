"""Draw what is printed as it looks when it is made, from our own nets and faces: ``make gallery``.

Nobody has photographed these: panels are folded as their nets say, printed as the press prints them, and lit.
"""

import itertools
import json
import sys
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from light import Camera, Facet, render_scene
from pictures import save_all_colours
from PIL import Image
from solids import (
    CARD,
    CORE,
    FLAT,
    Prints,
    build_card,
    build_cube,
    build_net,
    build_slab,
    make_washi,
    make_wood,
    shift,
    spin,
    tilt,
    turn_to,
)

from companion.data.deck import open_deck
from companion.paths import assets, templates
from companion.press.face.pieces import Piece
from companion.press.frame.frame import Frame
from companion.press.games.shogun.board import load_furniture
from companion.press.games.shogun.tower import KEEP, Sizes, add_pictures, build_tower_nets, place_net
from companion.press.layout import lay_out
from companion.press.nets.net import RigidMotion
from companion.press.nets.tuckbox import Tuckbox, add_box_pictures, build_tuckboxes, render_divider
from companion.press.sheets.leaf import make_face_renderer

SIZES = Sizes(8.0)
THICK = 0.3  # of the cards of a box, mm


def build_tower(prints: Prints, move: RigidMotion, *names: str) -> Iterator[Facet]:
    """Nets of the tower; `move` is that of one whose front wall stands towards the viewer."""
    printed = make_face_renderer(templates() / "faces" / "shogun", open_deck("shogun").words("en"), False)
    for net in (add_pictures(each, printed) for each in build_tower_nets(SIZES.cube) if each.name in names):
        outside = -1 if net.name in KEEP else 1
        walls = ((0, 1, 2, 3) if "tube-1" in names else (2, 3)) if net.name == "ledge" else (0,)
        for wall in walls:
            own = place_in_tower(move) @ place_net(net, SIZES, wall)
            yield from build_net(prints, net, own, printed=outside)


def place_in_tower(move: RigidMotion) -> RigidMotion:
    """From the tower's own space to where it stands."""
    return move @ turn_to(0, 0, 180) @ shift(-SIZES.width / 2, -SIZES.height, -SIZES.width / 2)


def strew_cubes(cubes: str, where: RigidMotion, *spots: tuple[float, float, float]) -> Iterator[Facet]:
    """Cubes at places of a plane, each with its turn, in colours by turns."""
    for colour, (x, z, turn) in zip(itertools.cycle(cubes.split()), spots, strict=False):
        yield from build_cube(where @ turn_to(x, z, turn), colour)


WHOLE = ("tube-1", "tube-2", "funnel-1", "funnel-2", "tray")
FLOORS = ("floor-lower", "floor-upper-4", "ramp", "ledge")
UPPER = ((-26, 30, 20), (1, 3, 40), (25, -27, 70), (-2, 27, 12))
LOWER = ((22, 22, 33), (-21, 24, 10), (26, -24, 55))
ROLLED = ((-30, 74, 20), (-8, 60, 50), (18, 80, 75), (30, 56, 12), (-2, 98, 35), (-38, 102, 66), (36, 96, 40))


def draw_tower() -> Image.Image:
    prints = Prints(230)
    left, right = turn_to(-92, 0, 26), turn_to(104, -20, -22)
    facets = [*build_tower(prints, left, *WHOLE, *FLOORS), *build_tower(prints, right, "tube-2", *FLOORS)]
    tray = left @ shift(0, -CARD, 0)
    facets += strew_cubes("red blue yellow black purple green", tray, *ROLLED)
    for level, spots in ((SIZES.upper_depth, UPPER), (SIZES.lower_depth, LOWER)):
        facets += strew_cubes("blue red black purple", right @ shift(0, level - SIZES.height, 0), *spots)
    ramp = right @ shift(6, -SIZES.ramp_rise * 0.42, 0) @ tilt(30)
    facets += strew_cubes("yellow", ramp, (8, 0, 15))
    camera = Camera((30, -360, 860), (4, -112, 22), 1240, 960, 29.5)
    return render_scene(camera, facets, make_washi("paper-deep"))


def build_box(prints: Prints, game: str, move: RigidMotion, open_: bool = False) -> tuple[list[Facet], Tuckbox]:
    """A tuck box; `move` is that of one that stands with its front towards the viewer."""
    deck = open_deck(game)
    made = next(build_tuckboxes(deck, THICK, "none"))
    net = add_box_pictures(made.net, make_face_renderer(deck.faces, deck.words("en"), False))
    width, height, depth = made.size
    own = move @ turn_to(0, 0, 180) @ shift(-width / 2, -height, depth / 2)
    flaps = ("tuck", "upper flap left", "upper flap right", "lower flap left", "lower flap right")
    if open_:
        angles = {"lid": -32.0, "tuck": 28.0, "upper flap left": -38.0, "upper flap right": -44.0}
        return list(build_net(prints, net, own, angles, flaps[3:])), made
    return list(build_net(prints, net, own, {"tuck": 94.0}, flaps[1:])), made


def fill_box(
    prints: Prints, game: str, move: RigidMotion, made: Tuckbox, drawn: Mapping[str, float]
) -> Iterator[Facet]:
    """What a box holds: dividers, each before its cards; some are drawn up so many mm."""
    deck = open_deck(game)
    words = deck.words("en")
    printed = make_face_renderer(deck.faces, words, False)
    pieces, chance = list(lay_out(deck, "en")), np.random.default_rng(17)
    reach = made.size[2] / 2 - 0.8
    for component in made.divided_components:
        label = render_divider(printed, component, words, made.divider)
        lift = drawn.get(component, 0.0)
        yield from build_card(prints, move @ shift(0, -label.height / 2 - lift / 3, reach), label, None, THICK)
        for piece in (each for each in pieces if each.component == component):
            reach -= THICK * 1.02
            up = lift if piece.card in ("1", "2", "3") else 0.0
            own = move @ shift(float(chance.uniform(-0.5, 0.5)), -piece.front.height / 2 - up, reach)
            yield from build_card(prints, own, piece.front, piece.back, THICK, up > 0)
        reach -= THICK


def lay_down(move: RigidMotion, height: float, depth: float) -> RigidMotion:
    """Of what stands, when it lies on its back."""
    return move @ shift(0, -depth / 2, 0) @ FLAT @ shift(0, height / 2, 0)


def draw_boxes() -> Image.Image:
    prints = Prints(330)
    where = turn_to(-66, -18, 16)
    facets, honshu = build_box(prints, "honshu", where, open_=True)
    facets += fill_box(prints, "honshu", where, honshu, {"scoring-cards": 34})
    facets += build_box(prints, "shogun", turn_to(26, -12, -30))[0]
    _, hogen = build_box(prints, "hogen", turn_to(0, 0))
    facets += build_box(prints, "hogen", lay_down(turn_to(98, 34, 16), hogen.size[1], hogen.size[2]))[0]
    camera = Camera((10, -275, 375), (14, -54, 2), 1240, 860, 37.5)
    return render_scene(camera, facets, make_washi("paper-deep"))


def build_fan(
    prints: Prints, move: RigidMotion, faces: Sequence[tuple[Frame, Frame | None]], spread: float, radius: float
) -> Iterator[Facet]:
    """Cards in a hand, upright as they are held; `move` is that of the middle of the fan."""
    for index, (front, back) in enumerate(faces):
        turn = (index - (len(faces) - 1) / 2) * spread
        own = move @ shift(0, radius, index * 0.7) @ spin(turn) @ shift(0, -radius, 0)
        yield from build_card(prints, own, front, back)


def lay_card(prints: Prints, piece: Piece, x: float, z: float, turn: float = 0.0, y: float = 0.0) -> list[Facet]:
    """A card on the table."""
    return build_card(prints, turn_to(x, z, -turn, -y) @ FLAT, piece.front, piece.back)


def lay_out_pieces(game: str, *only: str) -> dict[str, Piece]:
    return {piece.key: piece for piece in lay_out(open_deck(game), "en", only)}


def draw_honshu_table() -> Image.Image:
    prints, square, chance = Prints(230), 29.0, np.random.default_rng(17)
    deck = lay_out_pieces("honshu", "map-cards", "start-provinces", "scoring-cards", "order-cards", "summaries")
    example = json.loads((assets() / "games/honshu/example63.json").read_text(encoding="utf-8"))
    facets: list[Facet] = []
    levels = dict[tuple[int, int], int]()
    for placed in example["placements"]:
        key = f"start-provinces/{placed['card'][1:]}" if placed["card"][0] == "A" else f"map-cards/{placed['card']}"
        wide, high = (2, 3) if placed["turn"] % 180 == 0 else (3, 2)
        covered = [(placed["row"] + row, placed["col"] + column) for row in range(high) for column in range(wide)]
        level = max(levels.get(each, 0) for each in covered)
        levels |= dict.fromkeys(covered, level + 1)
        x, z = (placed["col"] + wide / 2 - 4.5) * square, (placed["row"] + high / 2 - 4.5) * square
        facets += lay_card(prints, deck[key], x, z, placed["turn"], level * CARD)
    for row, line in enumerate(example["grid"]):
        for column, cell in enumerate(line.split()):
            if cell.endswith("*"):
                goods = {"b": "good-blue", "n": "good-brown", "g": "good-grey", "y": "good-yellow"}[cell[0]]
                x, z = (column - 4.0) * square, (row - 4.0) * square
                spot = turn_to(
                    x + chance.uniform(-2, 2),
                    z + chance.uniform(-2, 2),
                    chance.uniform(0, 90),
                    -CARD * levels[row, column],
                )
                facets += build_cube(spot, goods)
    for index, number in enumerate(("2", "5", "7")):
        facets += lay_card(prints, deck[f"scoring-cards/{number}"], 196, -104 + 95 * index, 2 - 2 * index)
    facets += lay_card(prints, deck["order-cards/2"], -196, -92, -4)
    facets += lay_card(prints, deck["summaries/1"], -196, 8, 3)
    held = [
        (deck[f"map-cards/{number}"].front, deck[f"map-cards/{number}"].back)
        for number in ("3", "22", "37", "41", "58")
    ]
    facets += build_fan(prints, shift(-20, -90, 268) @ tilt(-48), held, 11, 150)
    camera = Camera((0, -470, 500), (0, 0, 58), 1240, 900, 40.5)
    return render_scene(camera, facets, make_wood())


def draw_hogen_table() -> Image.Image:
    prints = Prints(230)
    deck = lay_out_pieces("hogen", "samurai", "summaries", "sheets")
    facets: list[Facet] = []
    hidden = deck["samurai/Taira2"]
    back = Piece(hidden.deck, hidden.component, hidden.card, hidden.back or hidden.front, hidden.front, hidden.run)
    for x, turn in ((-165, 26), (165, -26)):
        facets += build_fan(
            prints, turn_to(x, -165, turn) @ shift(0, -52, 0) @ tilt(-14), [(back.front, back.back)] * 3, 13, 120
        )
        facets += lay_card(prints, back, x * 0.62, -150, turn)
    for index, name in enumerate(("Minamoto2", "Fujiwara4", "Taira3", "Tachibana1")):
        facets += lay_card(prints, deck[f"samurai/{name}"], -108 + 72 * index, -42, (-4, 2, -1, 5)[index])
    facets += lay_card(prints, deck["sheets/1"], 138, 96, -7)
    facets += lay_card(prints, deck["summaries/1"], -196, 70, 8)
    facets += lay_card(prints, back, -112, 62, -3)
    held = [deck[f"samurai/{name}"] for name in ("Taira1", "Minamoto4", "Fujiwara2")]
    facets += build_fan(prints, shift(-20, -84, 226) @ tilt(-44), [(each.front, each.back) for each in held], 13, 150)
    camera = Camera((0, -390, 500), (0, -10, 0), 1240, 930, 43)
    return render_scene(camera, facets, make_wood("#7d5836"), beyond="#b08a62")


def draw_shogun_table() -> Image.Image:
    prints, thick, chance = Prints(160), 2.0, np.random.default_rng(17)
    small = ("castles", "temples", "theatres")
    deck = lay_out_pieces("shogun", "board-sun", "mats-sun", "province-cards", "chest-cards", *small)
    board = deck["board-sun/1"].front
    own = turn_to(0, 0) @ FLAT @ shift(-board.width / 2, -board.height / 2, 0)
    facets = list(
        build_slab(own, board.width, board.height, thick, prints.place_side(board, own @ shift(0, 0, thick)), CORE)
    )
    on = turn_to(-board.width / 2, -board.height / 2, 0, -thick)
    hand = {"Aki": "1", "Echizen": "9", "Kai": "23", "Musashi": "31"}
    colours = itertools.cycle(("blue", "yellow", "purple", "black"))
    buildings = itertools.cycle(("castles/1", "temples/1", "theatres/1"))
    for index, (name, spots) in enumerate(sorted(load_furniture().items())):
        if index % 3 == 2 and name not in hand:
            continue
        (x, z), colour = spots.armies, "red" if name in hand else next(colours)
        for count in range(1 + index % 4):
            dx, dz = ((-4.4, -4.4), (4.6, -4.2), (-4.2, 4.6), (4.5, 4.3))[count]
            facets += build_cube(on @ turn_to(x + dx, z + dz, chance.uniform(-12, 12)), colour)
        if index % 2:
            left, top = spots.sites[0]
            tile = deck[next(buildings)].front
            facets += build_card(prints, on @ turn_to(left + 4, top + 4) @ FLAT, tile, None, 1.6)
    tall = turn_to(-200, -366, 14)
    facets += build_tower(prints, tall, *WHOLE)
    facets += strew_cubes("red blue yellow black green", tall @ shift(0, -CARD, 0), *ROLLED[:5])
    for colour, x, z, turn in (("blue", 70, -360, 180), ("yellow", -436, 0, 90), ("red", 412, 70, -5)):
        facets += lay_card(prints, deck[f"mats-sun/{colour}"], x, z, turn)
    keys = [f"province-cards/{number}" for number in hand.values()]
    keys += ["chest-cards/red-2", "chest-cards/red-4"]
    held = [(deck[key].front, deck[key].back) for key in keys]
    facets += build_fan(prints, shift(-96, -232, 392) @ tilt(-46), held, 11, 120)
    camera = Camera((0, -600, 700), (0, -30, -110), 1240, 960, 47)
    return render_scene(camera, facets, make_wood(), beyond="#cbab82")


SCENES = {
    "tower-made": draw_tower,
    "boxes-made": draw_boxes,
    "honshu-table": draw_honshu_table,
    "hogen-table": draw_hogen_table,
    "shogun-table": draw_shogun_table,
}


def main() -> None:
    for name in sys.argv[1:] or SCENES:
        save_all_colours(f"gallery-{name}", SCENES[name]())


if __name__ == "__main__":
    main()
