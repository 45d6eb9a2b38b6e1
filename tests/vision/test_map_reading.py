"""Maps are read whole from their photos, hands from a row or a fan; what shows neither is told in a sentence."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.data.honshu.cards import Terrain, load_cards
from companion.errors import InputError
from companion.rules.honshu.laying import turn_card
from companion.vision.eyes import Spot
from companion.vision.honshu import geometry
from companion.vision.honshu.geometry import (
    CUBE_PLACE,
    SIDE,
    Pose,
    Seal,
    Sight,
    build_ground,
    detect_seals,
    list_cells,
    square_corners,
)
from companion.vision.honshu.map_reading import choose_reading, gather_clues, get_local_eyes, read_hand, read_map_photo
from companion.vision.honshu.reading import MAP_CARDS, Reading
from companion.vision.matrices import map_points
from companion.vision.photo import open_photo
from tests.choice import pick
from tests.vision.judgement import judge, list_doubts
from tests.vision.photos import CONDITIONS, Generated, generate
from tests.vision.photos.holding import photograph_hand
from tests.vision.photos.table import SURFACES

ROOT = Path(__file__).parent.parent.parent
SMALL = {"megapixels": 2.0}
"""Photos that are quickly made."""
READ = (
    *("easy", "barrel", "pincushion", "messenger", "rolled", "worn", "red seals", "streaks", "two lamps"),
    "checkered cloth",
)
"""Conditions in which the map of seed 500 is read whole."""
ONE, OTHER = 50, 74
"""Photos on paper and slate, where few edges are taken for seals; mirrored, the first shows false ones."""


@cache
def generate_easy(seed: int) -> Generated:
    """An easy photo, made once; nobody may draw on it."""
    made = generate(seed, "easy", **SMALL)
    made.photo.flags.writeable = False
    return made


@cache
def read_easy_photo(seed: int) -> Reading:
    return read_map_photo(generate_easy(seed).photo)


def test_an_easy_photo_is_read_whole_with_its_cubes() -> None:
    reading = read_easy_photo(ONE)
    judged = judge(reading, generate_easy(ONE).truth)
    assert (judged.exact, judged.lie, judged.doubts) == (True, False, 0)
    assert judged.cubes[1:] == (0, 0)
    assert not list_doubts(reading)
    assert len(reading.cards) == 13
    assert {each.turn for each in reading.cards} <= {0, 90, 180, 270}
    assert min(each.row for each in reading.squares) == min(each.column for each in reading.squares) == 0
    true = {(each["card"], each["square"]): np.array(each["corners"]) for each in generate_easy(ONE).truth["cells"]}
    for each in reading.squares:
        # A reading leaves its program as plain values.
        assert (type(each.row), type(each.column), type(each.doubt), type(each.cube)) == (int, int, bool, bool)
        place = true[each.card, each.square]
        off = np.linalg.norm(np.array(each.outline) - place, axis=1).max()
        assert off < 0.15 * np.linalg.norm(place[0] - place[2])


@pytest.mark.deep
@pytest.mark.parametrize("name", pick(READ, 3))
def test_a_map_is_read_under_a_condition(name: str) -> None:
    made = generate(500, **CONDITIONS[name])
    judged = judge(read_map_photo(open_photo(made.jpeg, "photo.jpg")), made.truth)
    assert (judged.exact, judged.lie, judged.cubes[1]) == (True, False, 0)


@pytest.mark.deep
def test_half_a_map_says_how_much_is_missing() -> None:
    left = generate_easy(OTHER).photo.copy()
    left[:, 6 * left.shape[1] // 10 :] = 90
    reading = read_map_photo(left)
    assert not judge(reading, generate_easy(OTHER).truth).lie
    assert "of 13 cards were found" in str(list_doubts(reading)[0])


@pytest.mark.parametrize("photo", [np.full((300, 400, 3), 128, np.uint8), np.zeros((1, 1, 3), np.uint8)])
def test_a_photo_of_a_bare_table_is_refused(photo: np.ndarray) -> None:
    with pytest.raises(InputError, match="No Companion seal can be read in the photo"):
        read_map_photo(photo)


@pytest.mark.deep
@pytest.mark.parametrize(("laid", "counted"), [(14, 13), (13, 9)])
def test_more_cards_than_a_map_has_are_reported(laid: int, counted: int) -> None:
    made = generate_easy(ONE) if laid == 13 else generate(7101, "easy", **SMALL, surface="slate", cards=laid)
    reading = read_map_photo(made.photo, counted)
    assert f"There are more than {counted} cards" in str(list_doubts(reading)[0])
    assert not judge(reading, made.truth).lie


def test_a_mirrored_photo_is_refused() -> None:
    goal = BytesIO()
    Image.fromarray(generate_easy(ONE).photo[:, ::-1]).save(goal, "JPEG")  # what it loses makes false seals
    with pytest.raises(InputError, match="The photo is mirrored"):
        read_map_photo(open_photo(goal.getvalue(), "mirrored.jpg"))


def test_glare_on_an_empty_place_is_not_read_as_a_cube() -> None:
    before = read_easy_photo(ONE)
    turns = {card.card: card.turn // 90 for card in before.cards}
    squares = {card.name: [each for line in card.squares for each in line] for card in load_cards()}
    empty, glaring = set(), generate_easy(ONE).photo.copy()
    for each in before.squares:
        kind = squares[each.card][each.square].terrain
        if kind is Terrain.PRODUCTION and each.cube is False:
            corners = np.roll(np.array(each.outline), -turns[each.card], 0)
            middle = corners[0] + (corners[2] - corners[0]) * CUBE_PLACE / SIDE
            radius = 0.2 * float(np.linalg.norm(corners[1] - corners[0]))
            x, y = map(round, middle.tolist())
            cv2.circle(glaring, (x, y), round(radius), (245, 243, 240), -1)
            empty.add((each.row, each.column))
    assert empty
    after = read_map_photo(glaring)
    cubes = {(each.row, each.column): (each.cube, each.doubt) for each in after.squares}
    assert {cubes[place] for place in empty} == {(None, True)}


def test_a_map_of_which_all_cards_are_left_out_is_refused() -> None:
    every = [card.name for card in load_cards()]
    assert read_map_photo(generate_easy(ONE).photo, without=every[:1]).cards
    with pytest.raises(InputError, match="no map cards remain"):
        read_map_photo(generate_easy(ONE).photo, without=every)


def test_two_maps_in_one_photo_are_refused() -> None:
    one, other = (generate_easy(seed).photo for seed in (ONE, OTHER))
    high = min(len(one), len(other))
    both = np.hstack([one[:high], other[:high]])
    with pytest.raises(InputError, match="The photo shows two maps"):
        read_map_photo(both)


def test_a_cube_is_certain_only_on_a_square_in_full_view() -> None:
    eyes, square = get_local_eyes(), next(each for each in read_easy_photo(ONE).squares if each.cube)
    right = round(sum(x for x, _ in square.outline) / 4) + 3  # its middle is in sight
    there = gather_clues(eyes, generate_easy(ONE).photo)
    cut = choose_reading(there._replace(size=(right, there.size[1])), MAP_CARDS, ())
    (seen,) = (each for each in cut.squares if (each.card, each.square) == (square.card, square.square))
    assert (seen.cube, seen.doubt) == (None, True)


def test_a_seal_whose_middle_is_out_of_view_is_not_looked_for() -> None:
    class Eyes:
        def find_codes(self, _: object, spots: Sequence[Spot]) -> list[float]:
            return [spot.patch.plane[2] for spot in spots]

    sight = Sight(cast("Any", Eyes()), None, (1280, 720))
    planes = [(1.0, 0.0, x, 0.0, 1.0, 300.0, 0.0, 0.0, 1.0) for x in (-40.0, 100.0, 1300.0, 700.0)]
    found = cast("list[float | None]", sight.find_codes([(plane, 0) for plane in planes], 4.0))
    assert [each is None for each in found] == [True, False, True, False]
    assert cast("Any", found[3]) - cast("Any", found[1]) == 600


@pytest.mark.parametrize("turn", range(4))
def test_a_card_lies_as_the_rules_turn_it(turn: int) -> None:
    card = load_cards()[0]
    rows = turn_card(card, turn * 90)
    six = [square for row in card.squares for square in row]
    assert [rows[row][column] for row, column in list_cells(Pose(0, 0, turn))] == six
    for square, (row, column) in enumerate(list_cells(Pose(2, 3, turn))):
        middle = np.mean(map_points(build_ground(Pose(2, 3, turn)), square_corners(square)), 0)
        assert middle == pytest.approx([(column + 0.5) * 29, (row + 0.5) * 29])


@pytest.mark.parametrize("surface", pick(SURFACES, 1))
def test_every_seal_in_sight_is_detected_on_a_sharp_photo(surface: str) -> None:
    made = generate(3, "easy", **SMALL, surface=surface)
    names = [card.name for card in load_cards()]
    true = {(each["card"], each["square"]) for each in made.truth["cells"]}
    eyes = get_local_eyes()
    geometry = detect_seals(eyes, eyes.grey(made.photo), eyes.size(made.photo))
    found = {(names[seal.face], seal.square) for seal in geometry}
    assert len(true & found) >= 0.9 * len(true)


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
