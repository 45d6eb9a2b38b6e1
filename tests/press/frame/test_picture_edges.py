"""Pictures that end at the cut get bleed: their edges are mirrored or stretched beyond it."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from companion.press.frame.frame import Frame, Page, Picture
from companion.press.frame.outlines import Matrix
from companion.press.frame.picture_edges import extend_pictures
from companion.press.ink.pdf import render_pdf
from companion.press.ink.raster import build_cut_page

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


@pytest.fixture
def stripes(tmp_path: Path) -> str:
    """A picture that is red on its left, with a green stripe 1 mm from the edge where it is 20 mm wide, then blue."""
    image = Image.new("RGB", (200, 200), BLUE)
    image.paste(RED, (0, 0, 10, 200))
    image.paste(GREEN, (10, 0, 30, 200))
    image.save(tmp_path / "a.png")
    return str(tmp_path / "a.png")


def render_at(face: Frame, *points: tuple[float, float]) -> list[tuple[int, int, int]]:
    """The colours of a face with its bleed, 10 dots a mm; points from the corner of the trim, mm."""
    document = pypdfium2.PdfDocument(render_pdf([Page(build_cut_page(face, bleed=True))], "f", "en"))
    picture = document[0].render(scale=254 / 72).to_pil().convert("RGB")
    document.close()
    return [picture.getpixel((round((x + face.bleed) * 10), round((y + face.bleed) * 10))) for x, y in points]


@pytest.mark.parametrize(("way", "colours"), [("mirror", [RED, GREEN, GREEN]), ("stretch", [RED, RED, RED])])
def test_a_picture_that_covers_its_card_gets_bleed(stripes: str, way: str, colours: list[tuple[int, int, int]]) -> None:
    face = extend_pictures(Frame("f", 20, 20, (Picture(stripes, 0, 0, 20, 20),)), way)
    assert face.bleed == 3
    assert render_at(face, (-0.5, 10), (-2, 10), (-2, 19)) == colours
    assert render_at(face, (-2.5, -2.5), (22, 10), (22, 22), (0.5, 10), (2, 10)) == [RED, BLUE, BLUE, RED, GREEN]
    assert [(type(item), matrix) for item, matrix in face.walk()] == [(Picture, Matrix())]


def test_an_edge_that_lies_in_the_bleed_is_carried_on(stripes: str) -> None:
    face = extend_pictures(Frame("f", 20, 20, (Picture(stripes, -1, 5, 10, 15),), bleed=3), "mirror")
    assert render_at(face, (-1.2, 10), (-2, 10), (-2, 22), (15, 10), (5, -1)) == [RED, GREEN, GREEN, WHITE, WHITE]


def test_copies_reach_below_their_picture_so_that_no_line_shows_at_the_cut(stripes: str) -> None:
    face = extend_pictures(Frame("f", 20, 20, (Picture(stripes, 0, 0, 20, 20),)), "mirror")
    copies = Frame("f", 20, 20, face.items[:-1], face.bleed)
    assert render_at(copies, (-0.1, 10), (0, 10), (1, 10), (19, 10), (20, 10)) == [RED, RED, WHITE, WHITE, BLUE]


@pytest.mark.parametrize(
    ("picture", "bleed", "way"),
    [
        ((0, 0, 20, 20), 0, "none"),
        ((0, 0, 20, 15), 0, "mirror"),  # the author wants none
        ((1, 1, 18, 18), 3, "mirror"),
        ((-3, -3, 26, 26), 3, "mirror"),
    ],
)
def test_other_pictures_stay_as_they_are(
    stripes: str, picture: tuple[float, float, float, float], bleed: float, way: str
) -> None:
    face = Frame("f", 20, 20, (Picture(stripes, *picture),), bleed)
    assert extend_pictures(face, way) == face
