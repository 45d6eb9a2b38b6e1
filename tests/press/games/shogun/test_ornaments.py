"""Where the ornaments of Shogun end: in the bleed, or well within the frame."""

import re
import tomllib

import pytest

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.paths import assets, templates
from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.face.typesetting import text_extents
from companion.press.frame import fonts
from companion.press.frame.frame import Shape
from companion.press.frame.outlines import compute_bounds
from companion.units import to_millimetres

BOARD = tomllib.loads((templates() / "faces" / "shogun" / "board.toml").read_text())


def test_the_river_of_the_mats_runs_into_the_bleed() -> None:
    """Its banks end below all that is printed, on either side of the board."""
    drawn = (assets() / "games" / "shogun" / "art" / "mat.svg").read_text()
    rivers = re.findall(r'd="([^"]*)" fill="url\(#river', drawn)
    assert len(rivers) == 2
    for river in rivers:
        ends = re.findall(r"([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", river)
        assert [y for _, y, _, z in ends if min(float(y), float(z)) > 254 + 2]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_credit_ends_with_its_words_and_clear_of_the_rice_track(code: str) -> None:
    words = open_deck("shogun").words(code)
    shelf = FaceShelf(words, templates() / "faces" / "shogun", kinds=KINDS)
    lines = [text for text, _ in text_extents(shelf.lay_out_face("board-credit", "credit", {}))]
    last = max(lines, key=lambda line: line.x)
    end = last.x + to_millimetres(fonts.measure_width(last.text, "regular", last.size))
    assert 2 < shelf.lay_out_face("board-credit", "credit", {}).width - end < 12
    y = {element["name"]: element["y"] for element in BOARD["element"] if "y" in element and "name" in element}
    assert y["board-credit"] > y["board-rice-track"] + 31.6 + 0.5  # its height and rule


def test_mist_and_sun_of_the_board_leave_its_frame_alone() -> None:
    sky = FaceShelf({}, templates() / "faces" / "shogun", kinds=KINDS).lay_out_face("board-sky", "sky", {"side": "sun"})
    for item in sky.items:
        assert isinstance(item, Shape)
        left, top, right, bottom = compute_bounds(item.outline)
        assert left >= 12
        assert right <= 594 - 12
        assert top >= 12
        assert bottom <= 420 - 12
