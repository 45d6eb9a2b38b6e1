"""The printed Shogun: facts on the cards, backs that keep secrets, kinds known without colour."""

from collections import Counter
from itertools import combinations

import pytest
from shapely import box

from companion.data.deck import open_deck, read_words
from companion.data.shogun.facts import Side, facts
from companion.data.shogun.landmap import land_map
from companion.paths import assets
from companion.press.face.pieces import Piece
from companion.press.frame.drawing import Drawing
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.layout import lay_out
from companion.press.sheets.gang import find_plain_edge
from companion.rules.shogun.setup import prepare_game
from tests.press.colours import find_lookalikes
from tests.press.decks import find_face_faults
from tests.press.golden_faces import format_frame

DAIMYO = {"black", "blue", "purple", "red", "yellow"}
BUILDINGS = {"castles", "temples", "theatres"}
ALIKE = {"revolt-markers", "armies", "armies-of-five", "farmer-armies", "chests", "chests-of-five"} | BUILDINGS
"""Tokens that look the same on both sides."""


@pytest.fixture(scope="module")
def pieces() -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in lay_out(open_deck("shogun"), "en"):
        found.setdefault(piece.component, []).append(piece)
    return found


def list_words(frame: Frame, name: str = "") -> list[str]:
    return [item.text for item, _ in frame.walk() if isinstance(item, Text) and name in ("", item.box)]


def list_faces(frame: Frame) -> set[str]:
    return {use.frame.name.split("/")[0] for use in list_uses(frame)}


def list_parts(frame: Frame) -> list[str]:
    """The parts of art files that stand on a face, at any depth, as ``file part``."""
    return [use.frame.name.rpartition("/")[2] for use in list_uses(frame) if isinstance(use.frame, Drawing)]


def test_province_cards_say_what_the_tables_say(pieces: dict[str, list[Piece]]) -> None:
    cards = {card.number: card for card in facts().cards}
    assert {int(piece.card) for piece in pieces["province-cards"]} == set(cards)
    for piece in pieces["province-cards"]:
        card, frame = cards[int(piece.card)], piece.front
        assert list_words(frame, "name") == [card.province]
        assert (list_words(frame, "chests"), list_words(frame, "rice")) == ([str(card.chests)], [str(card.rice)])
        assert list_words(frame, "kanji")[0] == land_map().outlines[card.province].kanji
        on_it = {use.frame.name for use in frame.items if isinstance(use, Use)}
        assert list_parts(frame).count("icons.svg site-line") == card.sites
        assert {name for name in on_it if name.startswith("side-")} == {f"side-{side}" for side in card.sides}
        (region,) = set(card.regions.values())
        grounds = {item.group for item, _ in frame.walk() if isinstance(item, Shape) and item.role == "region"}
        assert grounds - {""} == {region}
        out = {side.value for side, left_out in card.out_with_three.items() if left_out}
        marked = [use.frame for use in list_uses(frame) if use.frame.name.startswith("without-three")]
        assert {each.removeprefix("side-") for mark in marked for each in list_faces(mark) if "side-" in each} == out


def test_a_blank_has_the_back_of_a_province(pieces: dict[str, list[Piece]]) -> None:
    """Chest cards are laid face down as blanks among the province cards."""
    backs = {id(piece.back) for name in ("province-cards", "chest-cards") for piece in pieces[name]}
    assert len(backs) == 1


def test_every_other_kind_of_card_has_a_back_of_its_own(pieces: dict[str, list[Piece]]) -> None:
    kinds = ("province-cards", "special-cards", "action-cards", "event-cards", "daimyo-cards")
    drawings = [{str(piece.back) for piece in pieces[kind]} for kind in kinds]
    assert [len(each) for each in drawings] == [1, 1, 1, 1, 5]
    assert len(set.union(*drawings)) == 9


def test_every_daimyo_has_five_chest_cards(pieces: dict[str, list[Piece]]) -> None:
    assert {piece.card for piece in pieces["chest-cards"]} == {f"{c}-{n}" for c in DAIMYO for n in range(5)}
    for piece in pieces["chest-cards"]:
        colour, number = piece.card.split("-")
        assert list_words(piece.front, "value") == [number]
        on_it = list_parts(piece.front)
        assert {f"mon.svg {colour}", f"kabuto.svg {colour}"} <= set(on_it)
        assert on_it.count("icons.svg chest") == 1 + int(number)  # one beside the number


def list_uses(frame: Frame) -> list[Use]:
    placed = [item for item in frame.items if isinstance(item, Use)]
    return placed + [inner for use in placed for inner in list_uses(use.frame)]


def test_event_cards_say_what_the_table_says(pieces: dict[str, list[Piece]]) -> None:
    known = read_words(assets() / "games/shogun/words.en.toml")
    limits = {"max_chests": "chest", "min_chests": "chest", "min_rice": "rice", "max_rice": "rice"}
    for event, piece in zip(facts().events, pieces["event-cards"], strict=True):
        assert piece.card == str(event.number)
        (loss,) = list_words(piece.front, "winter")
        assert loss.lstrip("−") == str(event.winter_loss)
        text = " ".join(list_words(piece.front, "text"))
        assert text in known.values()
        if event.parameter in limits:  # so many signs, and one more that is struck out, or a plus
            assert event.value in text
            (row,) = (use.frame for use in list_uses(piece.front) if use.frame.name.startswith("event-"))
            most = event.parameter.startswith("max")
            assert list_parts(row) == [f"icons.svg {limits[event.parameter]}"] * (int(event.value) + most)
            marks = [item.role for item, _ in row.walk() if isinstance(item, Shape)]
            assert marks == (["mark", "mark"] if most else ["sign"])


def test_tokens_are_alike_on_both_sides(pieces: dict[str, list[Piece]]) -> None:
    for name in sorted(ALIKE):
        for piece in pieces[name]:
            assert piece.back is not None
            assert piece.back.items == piece.front.items
    worth = {"armies": 1, "armies-of-five": 5}
    counts = [(piece.card, number) for name, number in worth.items() for piece in pieces[name]]
    assert {colour: sum(number for each, number in counts if each == colour) for colour, _ in counts} == dict.fromkeys(
        DAIMYO, 62
    )
    for piece in (*pieces["armies"], *pieces["armies-of-five"], *pieces["farmer-armies"]):
        assert list_words(piece.front, "value") == ["5"] * (piece.component == "armies-of-five")


def test_tokens_are_ten_millimetres_at_least_and_in_their_colour_to_the_cut(pieces: dict[str, list[Piece]]) -> None:
    names = sorted(ALIKE | {"victory-markers", "rice-markers"})
    for side in (side for name in names for piece in pieces[name] for side in (piece.front, piece.back) if side):
        assert min(side.width, side.height) >= 10
        ground = {item.fill for item in side.items if isinstance(item, Shape) and item.role == "ground"}
        assert {find_plain_edge(side)} == ground  # a cut a millimetre aside shows nothing
    for name, sign in (("victory-markers", "victory-point"), ("rice-markers", "rice")):
        for piece in pieces[name]:  # its back says whose it is, and what
            assert piece.back
            assert {part.split()[1] for part in list_parts(piece.back)} == {piece.card, sign}


@pytest.mark.parametrize("side", Side)
def test_nine_villages_of_a_mat_stand_apart_with_a_place_for_each_army(
    side: Side, pieces: dict[str, list[Piece]]
) -> None:
    for piece in pieces[f"mats-{side}"]:
        on_it = [use for use in piece.front.items if isinstance(use, Use)]
        assert on_it[0].frame.name.split()[-1] == f"land-{side}"
        assert sorted(list_words(piece.front, "armies"), reverse=True) == list("544332222")
        villages = [use for use in on_it if not isinstance(use.frame, Drawing)]
        plates = []
        for frame, matrix in ((use.frame, use.matrix) for use in villages):
            places = [item for item in frame.items if isinstance(item, Shape) and item.dash]
            assert [str(len(places))] == list_words(frame, "armies")
            plates.append(box(matrix.e, matrix.f, matrix.e + frame.width, matrix.f + frame.height))
        notes = [" ".join(list_words(use.frame, "players")) for use in villages]
        assert sorted(filter(None, notes)) == ["3 or 4 players", "3 players"]
        assert all(one.distance(other) > 2 for one, other in combinations(plates, 2))
        assert all(box(3, 26, 185, 251).contains(plate) for plate in plates)
        assert sum(plate.area for plate in plates) < 0.25 * 188 * 254  # the land is seen


@pytest.mark.parametrize("side", Side)
def test_the_back_of_a_mat_lists_every_province_of_its_side(side: Side, pieces: dict[str, list[Piece]]) -> None:
    board = facts().board(side)
    for piece in pieces[f"mats-{side}"]:
        assert piece.back is not None
        assert len([use for use in piece.back.items if isinstance(use, Use) and "mat-space" in use.frame.name]) == 10
        assert list_words(piece.back, "bid") == ["Bid"]
        rows = {}
        for use in list_uses(piece.back):
            if "overview-row" in use.frame.name:
                frame = use.frame
                (name,) = list_words(frame, "province")
                values = (*list_words(frame, "chests"), *list_words(frame, "rice"), *list_words(frame, "sites"))
                rows[name] = (*map(int, values), any("board-out" in each.frame.name for each in list_uses(frame)))
        assert rows == {
            land.name: (land.chests, land.rice, land.sites, land.out_with_three) for land in board.provinces.values()
        }


def test_the_annex_lists_events_and_set_ups(pieces: dict[str, list[Piece]]) -> None:
    (annex,) = pieces["annex"]
    assert annex.back is not None
    assert list_words(annex.front, "event") == [str(number) for number in range(1, 13)]
    shown = list(zip(list_words(annex.back, "province"), list_words(annex.back, "armies"), strict=True))
    expected = [(each.province, str(each.armies)) for each in facts().starting_groups]
    assert Counter(shown) == Counter(expected)
    assert len(shown) == 27 + 32 + 35


def test_the_annex_explains_set_up_draft_and_a_tie_of_farmers(pieces: dict[str, list[Piece]]) -> None:
    (annex,) = pieces["annex"]
    assert annex.back is not None
    assert list_words(annex.back, "share players") == ["3", "4", "5"]
    games = [prepare_game(facts(), Side.SUN, players) for players in (3, 4, 5)]
    assert list_words(annex.back, "share chests") == [str(each.chests) for each in games]
    assert list_words(annex.back, "share provinces") == [str(len(each.groups)) for each in games]
    groups = " ".join(list_words(annex.back, "share groups")).split()
    assert groups == [str(armies) for each in games for armies in each.groups]
    assert "Take an open card, or the top of the pile unseen" in " ".join(list_words(annex.back, "draft 2"))
    assert "only green armies are left" in " ".join(list_words(annex.front, "ruling 3"))


def test_kinds_are_known_without_their_colour(pieces: dict[str, list[Piece]]) -> None:
    frames = [piece.front for name, found in pieces.items() for piece in found if name != "score-pad"]
    shown = {name for frame in frames for name in list_parts(frame)}
    kinds = {"castle", "temple", "noh-mask", "chest", "rice", "revolt", "sun-side", "moon-side", "farmer"}
    wanted = {f"icons.svg {kind}" for kind in kinds} | {f"mon.svg {colour}" for colour in DAIMYO}
    assert shown >= wanted
    forms = {
        (use.frame.shape_digest, use.frame.name.rpartition("/")[2])
        for frame in frames
        for use in list_uses(frame)
        if isinstance(use.frame, Drawing) and use.frame.name.rpartition("/")[2] in wanted
    }
    assert len({form for form, _ in forms}) == len(forms)
    assert [(one.group, other.group) for one, other, _, _ in find_lookalikes(frames)] == []


def test_chest_cards_come_with_daimyo_backs_when_asked_for(pieces: dict[str, list[Piece]]) -> None:
    own = list(lay_out(open_deck("shogun"), "en", ["chest-cards-daimyo"]))
    assert [piece.card for piece in own] == [piece.card for piece in pieces["chest-cards"]]
    for piece, other in zip(own, pieces["chest-cards"], strict=True):
        assert format_frame(piece.front).splitlines()[1:] == format_frame(other.front).splitlines()[1:]
        assert piece.back is not None
        assert f"mon.svg {piece.card.split('-')[0]}" in list_parts(piece.back)
    assert len({str(piece.back.items) for piece in own if piece.back}) == 5
    assert not list(find_face_faults(own))
