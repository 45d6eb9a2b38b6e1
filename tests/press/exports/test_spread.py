"""Cards in a hand, on a sheet, in a showcase."""

import pytest
from PIL import Image

from companion.press.exports import MARGIN, lay_out_hand, lay_out_sheet, render_showcase
from companion.press.frame.frame import Frame, Use

CARDS = [Frame(f"card {number}", 60, 90, ()) for number in range(5)]


def list_uses(frame: Frame) -> list[Use]:
    return [item for item in frame.items if isinstance(item, Use)]


def test_cards_of_a_hand_turn_about_one_point() -> None:
    uses = list_uses(lay_out_hand(CARDS, 80, 30))
    centres = {tuple(round(each, 6) for each in use.matrix.transform_point(30, 120)) for use in uses}
    assert len(centres) == 1
    tops = [use.matrix.transform_point(30, 0) for use in uses]
    assert [round(one[0] - other[0], 6) for one, other in zip(tops, tops[::-1], strict=True)][2] == 0
    assert [x for x, _ in tops] == sorted(x for x, _ in tops)
    assert uses[2].matrix[:4] == (1, 0, 0, 1)
    assert uses[-1].matrix[:4] == pytest.approx((0.7660444, 0.6427876, -0.6427876, 0.7660444))


def test_a_contact_sheet_lays_cards_in_rows() -> None:
    frame = lay_out_sheet(CARDS, 3)
    assert (frame.width, frame.height) == (3 * 60 + 2 * 3 + 2 * MARGIN, 2 * 90 + 3 + 2 * MARGIN)
    assert [(use.matrix.e, use.matrix.f) for use in list_uses(frame)][3:] == [(6, 99), (69, 99)]


def test_a_showcase_turns_cards_away_over_a_mirror() -> None:
    card = Image.new("RGB", (200, 300), "navy")
    picture = render_showcase([card, card], scale=0.5, offset=1.0, reflection=0.5)
    high = round(picture.height / 1.2)
    edge = (picture.width - 200) // 2
    assert picture.size == (200 + 2 * edge, picture.height)
    near, far = (sum(picture.getpixel((edge + x, y))[0] < 60 for y in range(high)) for x in (2, 97))
    assert near == pytest.approx(300, abs=6)
    assert far == pytest.approx(150, abs=8)
    below = [picture.getpixel((edge + 2, edge + 300 + down))[0] for down in (3, 12, 60)]
    assert below[0] > 240  # the floor between
    assert 100 < below[1] < below[2] < 255
    assert render_showcase([card], reflection=0).getpixel((edge + 2, edge + 320)) == (255, 255, 255)
