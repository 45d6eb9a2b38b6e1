"""Pictures in boxes of another shape: stretched, whole, or filling them."""

from pathlib import Path

import pytest
from PIL import Image

from companion.errors import DeckError
from companion.press.frame.frame import Picture, Use
from tests.press.decks import format_element
from tests.press.face.test_context import lay_out_fronts

ART = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10">'
    '<path d="M0 0H20V10H0Z"/></svg>'
)


@pytest.fixture(autouse=True)
def _pictures(tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    Image.new("RGB", (40, 20), "white").save(tmp_path / "faces" / "wide.png")
    (tmp_path / "faces" / "wide.svg").write_text(ART, encoding="utf-8")


def place_picture(folder: Path, **keys: object) -> Picture | Use:
    face = "size = [58, 87]\n" + format_element("picture", x=5, y=10, width=30, height=30, **keys)
    (item,) = lay_out_fronts(folder, face)[0].items
    assert isinstance(item, Picture | Use)
    return item


@pytest.mark.parametrize(
    ("keys", "box"),
    [
        ({"fit": "stretch"}, (5, 10, 30, 30)),
        ({"fit": "fit"}, (5, 17.5, 30, 15)),
        ({"fit": "fit", "valign": "bottom"}, (5, 25, 30, 15)),
    ],
)
def test_a_picture_lies_in_its_box(tmp_path: Path, keys: dict[str, str], box: tuple[float, ...]) -> None:
    picture = place_picture(tmp_path, file="wide.png", **keys)
    assert isinstance(picture, Picture)
    assert picture[1:] == pytest.approx(box)
    drawn = place_picture(tmp_path, file="wide.svg", **keys)
    assert isinstance(drawn, Use)
    corners = (*drawn.matrix.transform_point(0, 0), *drawn.matrix.transform_point(20, 10))
    assert corners == pytest.approx((box[0], box[1], box[0] + box[2], box[1] + box[3]))


@pytest.mark.parametrize(("align", "left"), [("center", -15), ("left", 0), ("right", -30)])
def test_a_picture_fills_its_box_and_the_rest_is_cut_off(tmp_path: Path, align: str, left: float) -> None:
    filled = place_picture(tmp_path, file="wide.png", fit="fill", align=align)
    assert isinstance(filled, Use)
    assert (filled.frame.width, filled.frame.height, filled.frame.bleed) == (30, 30, 0)
    assert filled.matrix.transform_point(0, 0) == (5, 10)
    (picture,) = filled.frame.items
    assert isinstance(picture, Picture)
    assert picture[1:] == pytest.approx((left, 0, 60, 30))


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"file": "wide.png", "fit": "cover"}, "'fit' is 'cover'; choose one of stretch, fit, fill"),
        ({"file": "wide.png", "fit": "fill", "align": "top"}, "'align' is 'top'; choose one of left, center, right"),
        ({"file": "torn.svg"}, "torn.svg"),
    ],
)
def test_a_picture_that_cannot_be_placed_gives_one_sentence(
    tmp_path: Path, keys: dict[str, str], sentence: str
) -> None:
    (tmp_path / "faces" / "torn.svg").write_text(ART[:-20], encoding="utf-8")
    with pytest.raises(DeckError, match=sentence):
        place_picture(tmp_path, **keys)


def test_a_picture_may_lie_beside_the_deck_file(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "faces" / "wide.png").rename(tmp_path / "photos" / "1.png")
    picture = place_picture(tmp_path, file="photos/1.png")
    assert isinstance(picture, Picture)
    assert picture.file == str(tmp_path / "photos" / "1.png")


@pytest.mark.parametrize(("fit", "dots"), [("fit", (709, 355)), ("fill", (1418, 709))])
def test_a_picture_of_an_svg_file_is_as_fine_as_it_is_large_on_paper(
    tmp_path: Path, fit: str, dots: tuple[int, int]
) -> None:
    art = ART.replace("<path", '<path style="mix-blend-mode:screen"')
    (tmp_path / "faces" / "mixed.svg").write_text(art, encoding="utf-8")
    use = place_picture(tmp_path, file="mixed.svg", fit=fit)
    while isinstance(use, Use):
        (use,) = use.frame.items
    assert isinstance(use, Picture)
    with Image.open(use.file) as drawn:
        assert drawn.size == dots
