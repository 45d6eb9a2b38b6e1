"""What holds for the printed cards of every game: counts and sizes, backs that tell nothing, type to read."""

import io
from collections import Counter

import pytest
from PIL import Image, ImageChops

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.play.games import GAMES
from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Scan, collect_notes
from companion.press.frame.frame import MINIATURE, Frame, Text
from companion.press.ink.raster import render_png
from companion.press.layout import lay_out
from companion.service.press.review import find_deck_faults
from companion.units import to_points
from tests.goldens import read_golden
from tests.press.decks import find_face_faults
from tests.press.golden_faces import FACES, format_face

HONSHU, SHOGUN, HOGEN = (58.0, 87.0), (44.0, 68.0), (63.0, 88.0)
TOKEN, MAT, PAD = (10.0, 10.0), (188.0, 254.0), (190.0, 252.0)
COUNTS = {
    "honshu": {
        "map-cards": (60, HONSHU),
        "start-provinces": (6, HONSHU),
        "scoring-cards": (8, HONSHU),
        "order-cards": (5, HONSHU),
        "summaries": (5, HONSHU),
        "summaries-two": (2, HONSHU),
        "tokens": (40, (12.0, 12.0)),
        "score-pad": (1, PAD),
        "first-game": (1, PAD),
    },
    "shogun": {
        "province-cards": (53, SHOGUN),
        "chest-cards": (25, SHOGUN),
        "action-cards": (10, SHOGUN),
        "event-cards": (12, SHOGUN),
        **dict.fromkeys(("special-cards", "daimyo-cards"), (5, SHOGUN)),
        "castles": (28, TOKEN),
        **dict.fromkeys(("temples", "theatres"), (26, TOKEN)),
        "revolt-markers": (42, TOKEN),
        **dict.fromkeys(("victory-markers", "rice-markers"), (5, TOKEN)),
        "armies": (110, TOKEN),
        "armies-of-five": (40, (12.0, 12.0)),
        "chests": (35, TOKEN),
        **dict.fromkeys(("farmer-armies", "chests-of-five"), (20, TOKEN)),
        **dict.fromkeys(("mats-sun", "mats-moon"), (5, MAT)),
        "annex": (1, MAT),
        "score-pad": (1, PAD),
        "first-game": (1, PAD),
    },
    "hogen": {"samurai": (16, HOGEN), "summaries": (4, HOGEN), "sheets": (4, (190.0, 128.0)), "first-game": (1, PAD)},
}


@pytest.fixture(scope="module", params=COUNTS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def pieces(game: str, language: str) -> list[Piece]:
    return list(lay_out(open_deck(game), language, list(COUNTS[game])))


def test_every_component_has_its_count_and_size(game: str, pieces: list[Piece]) -> None:
    assert Counter(piece.component for piece in pieces) == {name: count for name, (count, _) in COUNTS[game].items()}
    for piece in pieces:
        for side in (piece.front, piece.back):
            assert side is None or (side.width, side.height) == COUNTS[game][piece.component][1]
    assert {piece.component for piece in pieces if piece.back is None} <= {"score-pad", "first-game"}


def test_every_card_passes_preflight(game: str, language: str, pieces: list[Piece]) -> None:
    found = find_face_faults(pieces) if game == "shogun" else find_deck_faults(open_deck(game), language)
    assert [(each.card, each.rule, str(each.text)) for each in found] == []


def test_words_are_six_points_and_kanji_two_and_a_half_millimetres(game: str, pieces: list[Piece]) -> None:
    cards = [piece for piece in pieces if game == "hogen" or piece.component.endswith("-cards")]
    for frame in (side for piece in cards for side in (piece.front, piece.back) if side is not None):
        for item, matrix in frame.walk(without=MINIATURE):
            if isinstance(item, Text):
                kanji = any("\u4e00" <= letter <= "\u9fff" for letter in item.text)
                assert item.size * matrix.scale >= (to_points(2.5) if kanji else 6) - 1e-6, item.text


@pytest.mark.parametrize(
    ("deck", "component"),
    [("hogen", "samurai"), *(("shogun", f"{each}-cards") for each in ("province", "special", "action", "event"))],
)
def test_a_back_is_the_same_turned_round(deck: str, component: str) -> None:
    """No card is marked by the way it lies in the hand or in the pile."""
    back = next(lay_out(open_deck(deck), "en", [component])).back
    assert back is not None
    picture = Image.open(io.BytesIO(render_png(back, False, 150))).convert("L")
    difference = ImageChops.difference(picture, picture.rotate(180))
    # Only the edges of lines, which may fall between two pixels, differ.
    assert sum(value > 96 for value in difference.tobytes()) <= picture.width * picture.height * 0.004


@pytest.mark.parametrize("name", FACES)
def test_a_face_matches_its_golden_file(name: str) -> None:
    text = format_face(name)
    assert text == read_golden(f"{name}.txt", text)


@pytest.mark.parametrize("deck", GAMES)
def test_no_drawing_of_a_game_becomes_a_picture(deck: str) -> None:
    left: list[Frame | None] = [face for piece in lay_out(open_deck(deck), "en") for face in (piece.front, piece.back)]
    seen: dict[int, Frame] = {}
    while left:
        frame = left.pop()
        if frame is not None and id(frame) not in seen:
            seen[id(frame)] = frame
            left += frame.nested_frames
    assert len(seen) > 20
    assert not [frame.name for frame in seen.values() if isinstance(frame, Scan)]
    assert not collect_notes(seen.values())
