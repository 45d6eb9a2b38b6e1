"""A hand is read from a photo of its cards in a row or a fan; what one seal alone tells is asked."""

import numpy as np
import pytest

from companion.errors import InputError
from companion.vision.honshu import geometry
from companion.vision.honshu.geometry import Seal
from companion.vision.honshu.map_reading import read_hand
from tests.choice import pick
from tests.vision.photos.holding import photograph_hand


@pytest.mark.parametrize("way", ["row", "fan"])
@pytest.mark.parametrize(("level", "seed"), pick([("mixed", 4), ("easy", 0), ("hard", 7)], 1))
def test_six_cards_are_read_however_they_lie(way: str, level: str, seed: int) -> None:
    photo, _, cards = photograph_hand(seed, way, level)
    seen = read_hand(photo)
    assert {*seen.cards} == cards
    assert not {*seen.doubts} & cards


def test_cards_with_one_seal_or_with_seals_that_disagree_are_asked_about(monkeypatch) -> None:
    photo, _, cards = photograph_hand(3, "row", megapixels=4.0)
    detect = geometry.detect_seals

    def detect_one_each(*asked: object) -> list[Seal]:
        return [*{seal.face: seal for seal in detect(*asked)}.values()]

    def detect_strewn(*asked: object) -> list[Seal]:
        far = ((seal, 900 * number) for number, seal in enumerate(detect(*asked)))
        return [seal._replace(corners=tuple((x + by, y) for x, y in seal.corners)) for seal, by in far]

    for seals in (detect_one_each, detect_strewn):
        monkeypatch.setattr(geometry, "detect_seals", seals)
        seen = read_hand(photo)
        assert seen.cards == ()
        assert {*seen.doubts} >= cards


def test_a_start_province_beside_a_hand_is_no_card_of_it(monkeypatch) -> None:
    photo, _, cards = photograph_hand(3, "row", megapixels=4.0)
    detect = geometry.detect_seals

    def with_a_start(*asked: object) -> list[Seal]:
        seals = detect(*asked)
        return [*seals, seals[0]._replace(face=geometry.FIRST_START)]

    monkeypatch.setattr(geometry, "detect_seals", with_a_start)
    seen = read_hand(photo)
    assert {*seen.cards, *seen.doubts} >= cards


def test_a_photo_without_a_card_is_reported_as_such() -> None:
    with pytest.raises(InputError, match="No Companion seal"):
        read_hand(np.full((600, 800, 3), 200, np.uint8))
