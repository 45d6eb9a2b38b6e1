"""What is drawn over a photo: each square's edge in the colour of how it is known, and the legend below."""

from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from companion.sentences import ENGLISH, say
from companion.vision.honshu.annotating import Annotation, annotate_photo
from companion.vision.honshu.reading import Corners

GREEN, BLUE, RED = (20, 110, 60), (30, 70, 160), (200, 30, 20)
HIGH, WIDE, TOP, LEFT, SIDE = 500, 600, 100, 200, 300
GREY = np.full((HIGH, WIDE, 3), 128, np.uint8)
SQUARE: Corners = ((LEFT, TOP), (LEFT + SIDE, TOP), (LEFT + SIDE, TOP + SIDE), (LEFT, TOP + SIDE))
LEGEND = ((say("read"), False), (say("known from its card"), None), (say("in doubt"), True))


def draw_marks(*marks: tuple[Corners, str, bool | None], photo: np.ndarray = GREY) -> np.ndarray:
    return annotate((marks, LEGEND), photo=photo)


def annotate(*maps: Annotation, photo: np.ndarray = GREY) -> np.ndarray:
    png = annotate_photo(Image.fromarray(photo), maps, ENGLISH)
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"), int)


def is_of(picture: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    return (picture == colour).all(-1)


@pytest.mark.parametrize(("doubt", "colour", "thick"), [(False, GREEN, 8), (None, BLUE, 8), (True, RED, 17)])
def test_a_square_has_an_edge_of_its_colour_and_its_symbol_on_paper(
    doubt: bool | None, colour: tuple[int, int, int], thick: int
) -> None:
    picture = draw_marks((SQUARE, "F", doubt))
    middle = TOP + SIDE // 2
    row = is_of(picture[middle], colour)
    assert row.sum() == 2 * thick
    assert np.flatnonzero(row)[[0, -1]] == pytest.approx((LEFT, LEFT + SIDE), abs=thick)
    assert is_of(picture[:HIGH, LEFT + SIDE // 2], colour).sum() == 2 * thick
    # the symbol stands near the upper left corner, on a disc or a box a third of the square wide
    across, down = LEFT + 72, TOP + 72
    letter = is_of(picture[down - 35 : down + 35, across - 35 : across + 35], colour)
    assert 40 <= np.ptp(np.flatnonzero(letter.any(1))) <= 50
    assert picture[down - 30, across + 35] == pytest.approx((255, 252, 240), abs=40)
    edge = is_of(picture[down, across - 60 : across + 60], colour)
    assert np.flatnonzero(edge)[[0, -1]] == pytest.approx((60 - 51, 60 + 51), abs=1)
    box = is_of(picture[down - 51, across - 40 : across + 40], colour).mean()
    assert (box > 0.9) == (doubt is None)
    inside = picture[TOP + 225, LEFT + 225]
    assert (inside[0] > inside[1]) == (doubt is True)  # a doubt is tinted, nothing else is
    both = draw_marks((SQUARE, "F", True), (SQUARE, "F", doubt))
    assert is_of(both[middle], RED).sum() == 2 * 17  # a doubt lies on top


def test_the_legend_stands_below_the_photo_word_beside_word() -> None:
    picture = draw_marks()
    strip = picture[HIGH:]
    assert strip.shape == (24, WIDE, 3)
    assert (picture[:HIGH] == 128).all()
    spans = [np.flatnonzero(is_of(strip, colour).any(0)) for colour in (GREEN, BLUE, RED)]
    ends = [(columns[0], columns[-1]) for columns in spans]
    assert 12 <= ends[0][0] <= 14
    for (_, end), (start, _) in pairwise(ends):
        assert 20 <= start - end <= 30
    widths = [end - start for start, end in ends]
    assert widths[0] < widths[2] < widths[1] < 200
    rows = np.flatnonzero((strip != strip[0, 0]).any((1, 2)))
    assert rows[0] + rows[-1] == pytest.approx(24, abs=4)  # in the middle of the strip
    assert 9 <= rows[-1] - rows[0] <= 16


def test_several_maps_stand_side_by_side_each_over_the_photo_for_itself() -> None:
    one, other = draw_marks((SQUARE, "F", False)), draw_marks((SQUARE, "F", True))
    high, wide, _ = one.shape
    maps = [([(SQUARE, "F", doubt)], LEGEND) for doubt in (False, True, None)]
    three = annotate(*maps)
    assert three.shape == (2 * high, 2 * wide, 3)
    assert (three[:high, :wide] == one).all()
    assert (three[:high, wide:] == other).all()
    assert (three[high:, wide:] == (255, 252, 240)).all()
    assert draw_marks(photo=np.full((2000, 4000, 3), 128, np.uint8)).shape == (1000 + 50, 2000, 3)
    large = annotate(*maps, photo=np.full((1500, 2000, 3), 128, np.uint8))
    assert large.shape[1] == 2 * round(2000 / 2**0.5)
