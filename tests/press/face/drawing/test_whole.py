"""Whole SVG files as drawings with the size of their page."""

from pathlib import Path

import pytest

from companion.errors import DeckError
from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Drawing, Scan, collect_notes
from companion.press.frame.frame import Frame, Picture, Use
from companion.press.frame.outlines import Matrix
from tests.press.decks import examine
from tests.press.drawings import LINKS, whole_drawing

NAMESPACE = f'xmlns="http://www.w3.org/2000/svg" {LINKS}'


def draw_icon(folder: Path, head: str, body: str) -> Drawing | Scan:
    file = folder / "icon.svg"
    file.write_text(f"<svg {NAMESPACE} {head}>{body}</svg>", encoding="utf-8")
    return whole_drawing(file, "icon.svg")


@pytest.mark.parametrize(
    ("head", "size", "box"),
    [
        ('viewBox="0 0 20 10"', (20, 10), (5, 5, 15, 10)),
        ('width="40mm" height="20mm" viewBox="0 0 20 10"', (40, 20), (10, 10, 30, 20)),
        ('width="4cm" viewBox="0 0 20 10"', (40, 20), (10, 10, 30, 20)),
        ('height="20 mm" width="100%" viewBox="0,0,20,10"', (40, 20), (10, 10, 30, 20)),
        ('width="40mm" height="40mm" viewBox="0 0 20 10"', (40, 40), (10, 20, 30, 30)),
        ('width="20mm" height="10mm" viewBox="5 5 20 10"', (20, 10), (0, 0, 10, 5)),
        ('width="96" height="48px"', (25.4, 12.7), (1.32, 1.32, 3.97, 2.65)),
        ('width="1in" height="0.5in"', (25.4, 12.7), (1.32, 1.32, 3.97, 2.65)),
    ],
)
def test_a_file_is_as_large_as_its_page(
    tmp_path: Path, head: str, size: tuple[float, float], box: tuple[float, float, float, float]
) -> None:
    drawing = draw_icon(tmp_path, head, '<rect x="5" y="5" width="10" height="5"/>')
    assert (drawing.width, drawing.height) == pytest.approx(size)
    assert drawing.visible_bounds == pytest.approx(box, abs=0.01)


def test_what_lies_beside_the_page_is_cut_off_and_what_is_hidden_is_not_drawn(tmp_path: Path) -> None:
    circle = '<g transform="translate(-5)"><circle cx="10" cy="5" r="9"/></g>'
    body = f'<g display="none"><text filter="url(#b)">note</text></g>{circle}'
    drawing = draw_icon(tmp_path, 'viewBox="0 0 20 10" fill="red"', body)
    assert drawing.visible_bounds == pytest.approx((0, 0, 14, 10))
    assert next(drawing.walk_traces()).fill == "#ff0000"


def test_the_same_file_is_the_same_drawing(tmp_path: Path) -> None:
    first, again = (draw_icon(tmp_path, 'viewBox="0 0 20 10"', '<rect width="20" height="10"/>') for _ in range(2))
    assert first is again


@pytest.mark.parametrize(
    ("head", "body", "said"),
    [
        ("", "<path d='M0 0L1 0L1 1Z'/>", "<svg>: it does not say how large it is"),
        ('width="0" height="5"', "", '<svg>: width="0" is no size'),
        ('viewBox="0 0 0 5"', "", "<svg>: it does not say how large it is"),
        ('width="nan" height="5"', "", "is not a number"),
        ('viewBox="0 0 5 5"', '\n<image href="b.png"/>', "row 2: <image>: there is no picture 'b.png'"),
    ],
)
def test_an_svg_without_size_or_with_unsupported_parts_is_refused(
    tmp_path: Path, head: str, body: str, said: str
) -> None:
    with pytest.raises(DeckError) as error:
        draw_icon(tmp_path, head, body)
    assert said in str(error.value)


def test_a_file_in_which_nothing_is_drawn_is_a_page_with_nothing_and_told(tmp_path: Path) -> None:
    drawing = draw_icon(tmp_path, 'width="4mm" height="3mm"', "<defs><path d='M0 0L1 0L1 1Z'/></defs>")
    assert (drawing.width, drawing.height) == (4, 3)
    assert [str(each) for each in collect_notes([drawing])] == ["icon.svg, row 1: <svg>: nothing is drawn in it."]


def test_a_file_that_is_a_picture_is_remarked_on_by_its_own_name(tmp_path: Path) -> None:
    """Placed larger than it was drawn, it is coarse; the dots that were made of it have its name."""
    blurred = '<filter id="b"><feGaussianBlur/></filter><g filter="url(#b)"><path d="M0 0H9V9Z"/></g>'
    scan = draw_icon(tmp_path, 'width="20mm" height="10mm" viewBox="0 0 20 10"', blurred)
    (picture,) = scan.items
    assert isinstance(picture, Picture)
    assert Path(picture.file).name == "icon.svg"
    piece = Piece("deck", "cards", "1", Frame("card", 200, 100, (Use(scan, Matrix.scale_by(8)),)), None, "")
    told = [str(fault.text) for fault in examine([piece]) if fault.rule == "dpi"]
    assert told == ["icon.svg has 263 dpi at this size; 300 are needed"]
