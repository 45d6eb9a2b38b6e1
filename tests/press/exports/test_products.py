"""Sizes of cards that are sold, and faces on the sheets that services want."""

from math import cos, pi, sin

import pytest

from companion.errors import InputError, PaperError
from companion.press.exports import SERVICES, Canvas, Product, choose_product
from companion.press.face.pieces import Heap, Piece
from companion.press.frame.frame import Frame, Shape, Use
from companion.press.frame.outlines import Outline, circle, polygon, rect
from companion.press.ink.raster import render_pictures

PUBLISHED = {
    "gamecrafter": {
        "PokerDeck": (825, 1125),
        "BridgeDeck": (750, 1125),
        "TarotDeck": (900, 1500),
        "MiniDeck": (600, 825),
    }
    | {"MicroDeck": (450, 600), "JumboDeck": (1125, 1725), "BusinessDeck": (675, 1125), "DominoDeck": (600, 1125)}
    | {"SquareDeck": (1125, 1125), "EuroSquareDeck": (900, 900), "SmallSquareDeck": (825, 825)}
    | {"EuroPokerDeck": (825, 1125), "USGameDeck": (750, 1125)},
    "makeplayingcards": {"poker": (822, 1122), "bridge": (747, 1122), "tarot": (897, 1497), "domino": (597, 1122)}
    | {"business": (672, 1122), "micro": (447, 597)},
    "drivethrucards": {"poker": (825, 1125), "euro-poker": (825, 1125)},
}
"""Pixels as the services publish them; not reckoned here."""


def build_heap(component: str, width: float, height: float, trim: Outline | None = None) -> Heap:
    front = Frame("front", width, height, (), trim=trim)
    return Heap(component, width, height, [(Piece("deck", component, "1", front, None, component), 1)])


HEX = polygon(tuple((47.6 + 47.6 * cos(pi * n / 3), 41.3 + 47.6 * sin(pi * n / 3)) for n in range(6)))


@pytest.mark.parametrize("service", sorted(PUBLISHED))
def test_pictures_have_the_pixels_that_are_published(service: str) -> None:
    sold = {product.name: product.pixels for product in SERVICES[service].products}
    assert {name: sold[name] for name in PUBLISHED[service]} == PUBLISHED[service]


@pytest.mark.parametrize(
    ("service", "size", "name"),
    [
        ("gamecrafter", (63.5, 88.9), "PokerDeck"),
        ("gamecrafter", (63, 88), "EuroPokerDeck"),
        ("gamecrafter", (88, 63), "EuroPokerDeck"),
        ("makeplayingcards", (63, 88), "game"),
    ],
)
def test_a_card_is_cut_to_what_is_sold(service: str, size: tuple[float, float], name: str) -> None:
    assert choose_product(SERVICES[service], build_heap("cards", *size)).name == name


def test_a_size_that_nobody_sells_names_the_nearest_and_fits_only_what_is_near() -> None:
    service = SERVICES["gamecrafter"]
    with pytest.raises(PaperError, match="58 x 87 mm and .* nearest is BridgeDeck, 57.1 x 88.9"):
        choose_product(service, build_heap("map-cards", 58, 87))
    assert choose_product(service, build_heap("map-cards", 58, 87), fit=True).name == "BridgeDeck"
    with pytest.raises(PaperError, match="9 x 9"):
        choose_product(service, build_heap("tokens", 9, 9), fit=True)


def test_chits_tins_booklets_and_boxes_are_sold_and_one_of_several_is_named() -> None:
    crafter = SERVICES["gamecrafter"]
    for size, name in (((12.7, 12.7), "SmallSquareChit"), ((127, 203), "LargeBooklet")):
        assert choose_product(crafter, build_heap("parts", *size)).name == name
    poker = build_heap("pages", 63.5, 88.9)
    assert choose_product(crafter, poker, name="smallbooklet").name == "SmallBooklet"
    assert choose_product(crafter, build_heap("pad", 120, 180), fit=True, name="LargeBooklet").name == "LargeBooklet"
    with pytest.raises(PaperError, match="nearest is JumboDeck"):  # no booklet and no box, unasked
        choose_product(crafter, build_heap("pad", 120, 180), fit=True)
    with pytest.raises(PaperError, match="nearest is MintTin, 57.1 x 88.9"):
        choose_product(crafter, poker, name="MintTin")
    with pytest.raises(InputError, match="The Game Crafter does not sell 'MintTn'; it sells MintTin"):
        choose_product(crafter, poker, name="MintTn")


def test_round_and_six_sided_cards_are_sold_as_such() -> None:
    crafter, other = SERVICES["gamecrafter"], SERVICES["makeplayingcards"]
    disc = build_heap("coins", 89, 89, circle(44.5, 44.5, 44.5))
    assert (disc.shape, choose_product(crafter, disc).name) == ("circle", "CircleDeck")
    tile = build_heap("tiles", 95.2, 82.5, HEX)
    assert (tile.shape, choose_product(crafter, tile).name) == ("hex", "HexDeck")
    rounded = build_heap("cards", 63.5, 88.9, rect(0, 0, 63.5, 88.9, 3))
    assert (rounded.shape, choose_product(other, rounded).name) == ("card", "poker")
    with pytest.raises(PaperError, match="this shape .coins."):
        choose_product(other, disc, fit=True)


SMALL = Product("small", 20, 30, (300, 420))


def build_face(width: float, height: float, bleed: float) -> Frame:
    """Red, with a blue stripe at the top edge of the card."""
    ground = rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    items = (Shape(ground, "#ff0000"), Shape(rect(0, 0, width, 4), "#0000ff"))
    return Frame("face", width, height, items, bleed)


def test_a_face_lies_in_the_middle_of_its_sheet_at_its_own_size() -> None:
    canvas = Canvas.from_face(build_face(20, 30, 2), SMALL)
    (picture,) = render_pictures([canvas.frame])
    assert picture.size == (300, 420)
    use = canvas.frame.items[-1]
    assert isinstance(use, Use)
    assert use.matrix.transform_point(0, 0) == pytest.approx(((25.4 - 20) / 2, (35.56 - 30) / 2))
    assert canvas.uncovered_width == pytest.approx(0.78, abs=0.01)


def test_a_card_that_lies_is_stood_up_so_that_its_back_is_turned_over_like_a_leaf() -> None:
    """The edge that is the top of front and back is the same edge of the card."""
    front, back = (
        Canvas.from_face(build_face(30, 20, 2), SMALL),
        Canvas.from_face(build_face(30, 20, 2), SMALL, is_back=True),
    )
    pictures = list(render_pictures([front.frame, back.frame]))
    assert pictures[0].getpixel((300 - 50, 210)) == pictures[1].getpixel((50, 210)) == (0, 0, 255)


def test_edges_beyond_the_bleed_are_extended() -> None:
    for bleed in (0, 2):
        canvas = Canvas.from_face(build_face(20, 30, bleed), SMALL)
        (picture,) = render_pictures([canvas.frame])
        assert picture.size == (300, 420)
        top = (255, 0, 0) if bleed else (0, 0, 255)  # the stripe ends at the cut
        assert [picture.getpixel(place) for place in ((0, 0), (150, 0), (299, 1))] == [top] * 3
        assert picture.getpixel((150, 419)) == picture.getpixel((0, 300)) == picture.getpixel((299, 300)) == (255, 0, 0)


def test_a_fitted_card_lies_between_the_cuts() -> None:
    canvas = Canvas.from_face(build_face(22, 31, 2), SMALL, fit=True)
    assert canvas.scale == pytest.approx(20 / 22)
    assert canvas.drawn_box[0] == pytest.approx(25.4 / 2 - 13 * 20 / 22)
