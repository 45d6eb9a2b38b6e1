"""Where the ornaments of Shogun end: in the bleed, or well within the frame."""

import re

from companion.paths import assets, templates
from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.frame.frame import Shape
from companion.press.frame.outlines import bounds


def test_the_river_of_the_mats_runs_into_the_bleed() -> None:
    """Its banks end below all that is printed, on either side of the board."""
    drawn = (assets() / "games" / "shogun" / "art" / "mat.svg").read_text()
    rivers = re.findall(r'd="([^"]*)" fill="url\(#river', drawn)
    assert len(rivers) == 2
    for river in rivers:
        ends = re.findall(r"([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", river)
        assert [y for _, y, _, z in ends if min(float(y), float(z)) > 254 + 2]


def test_mist_and_sun_of_the_board_leave_its_frame_alone() -> None:
    sky = FaceShelf({}, templates() / "faces" / "shogun", kinds=KINDS).frame(
        "board-sky", "sky", {"side": "sun"}
    )
    for item in sky.items:
        assert isinstance(item, Shape)
        left, top, right, bottom = bounds(item.outline)
        assert left >= 12
        assert right <= 594 - 12
        assert top >= 12
        assert bottom <= 420 - 12
