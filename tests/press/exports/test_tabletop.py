"""Sheets of cards for Tabletop Simulator and their saved object, against the format as it is documented."""

import json
import re
from typing import Any

import pytest

from companion.press.exports import build_atlases, format_saved_object
from companion.press.face.pieces import Piece, format_file_name, sort_into_heaps
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.frame.outlines import Outline, circle, rect

DECK = {"Type": int, "FaceURL": str, "BackURL": str, "NumWidth": int, "NumHeight": int}
DECK |= {"BackIsHidden": bool, "UniqueBack": bool}
"""A sheet of cards in a saved object: https://kb.tabletopsimulator.com/custom-content/save-file-format/"""
PLACE = {f"{part}{axis}" for part in ("pos", "rot", "scale") for axis in "XYZ"}


def build_pieces(count: int, backs: int = 1, copies: int = 1, size: tuple[float, float] = (63, 88)) -> list[Piece]:
    made = [Frame(f"back{n}", *size, (Shape(rect(0, 0, *size), "#000000"),)) for n in range(max(backs, 1))]
    pieces = []
    for number in range(count):
        front = Frame(f"card{number}", *size, ())
        back = made[number % len(made)] if backs else None
        pieces += copies * [Piece("deck", "cards", str(number), front, back, "cards")]
    return pieces


def check_saved_object(text: str) -> dict[str, Any]:
    """A saved object, checked against its documented format."""
    saved: dict[str, Any] = json.loads(text)
    assert {"SaveName", "Date", "Table", "Sky", "Note", "LuaScript", "ObjectStates"} <= saved.keys()
    for thing in saved["ObjectStates"]:
        assert thing["Name"] == ("DeckCustom" if "DeckIDs" in thing else "CardCustom")
        cards = thing.get("ContainedObjects", [thing])
        assert len({each["GUID"] for each in [thing, *cards]}) == len({id(each) for each in [thing, *cards]})
        for each in [thing, *cards]:
            assert re.fullmatch("[0-9a-f]{6}", each["GUID"])
            assert each["HideWhenFaceDown"] is True
            assert each["Transform"].keys() == PLACE
            for number, atlas in each["CustomDeck"].items():
                assert int(number) >= 1
                assert {key: type(value) for key, value in atlas.items()} == DECK
                assert 2 <= atlas["NumWidth"] <= 10
                assert 2 <= atlas["NumHeight"] <= 7
        if "DeckIDs" in thing:
            assert thing["DeckIDs"] == [card["CardID"] for card in cards]
        for card in cards:
            number, place = divmod(card["CardID"], 100)
            atlas = card["CustomDeck"][str(number)]
            assert place < atlas["NumWidth"] * atlas["NumHeight"] - 1, "the last place is for hidden cards"
            assert thing["CustomDeck"][str(number)] == atlas
    return saved


@pytest.mark.parametrize(("count", "numbers"), [(1, [1]), (69, [69]), (70, [69, 1]), (140, [69, 69, 2])])
def test_a_sheet_holds_69_cards_and_one_place_for_hidden_ones(count: int, numbers: list[int]) -> None:
    made = list(build_atlases(sort_into_heaps(build_pieces(count))))
    assert [len(atlas.cards) for atlas in made] == numbers
    for atlas in made:
        pixels = [side / 25.4 * 300 for side in (atlas.front.width, atlas.front.height)]
        assert max(pixels) <= 4096.001
        assert pixels == pytest.approx([round(side) for side in pixels])
    (deck,) = check_saved_object(format_saved_object(made, "https://example.org/"))["ObjectStates"]
    assert len(deck.get("DeckIDs", [0])) == count
    assert len({atlas.back_name for atlas in made}) == 1


def test_copies_lie_in_the_deck_and_once_on_the_sheet() -> None:
    made = list(build_atlases(sort_into_heaps(build_pieces(4, copies=3))))
    (deck,) = check_saved_object(format_saved_object(made, "file:///x/"))["ObjectStates"]
    assert [len(atlas.cards) for atlas in made] == [4]
    assert deck["DeckIDs"] == [100] * 3 + [101] * 3 + [102] * 3 + [103] * 3
    assert deck["ContainedObjects"][4]["Nickname"] == "1"


def test_file_names_are_valid_on_every_disk() -> None:
    names = {"a/b:c": "a-b-c", "..": "-", "CON": "CON-", "nul.txt": "nul-.txt", "Console": "Console", "\u200b": "-"}
    names |= {"COM¹": "COM¹-", "e\u0301": "\u00e9", "\u202eabc": "abc", "日" * 300: "日" * 40}
    assert {card: format_file_name(card) for card in names} == names


@pytest.mark.parametrize(("backs", "unique"), [(0, False), (1, False), (2, True)])
def test_backs_have_places_of_their_own_where_they_differ(backs: int, unique: bool) -> None:
    (atlas,) = build_atlases(sort_into_heaps(build_pieces(6, backs)))
    assert atlas.unique is unique
    assert (atlas.back.width == atlas.front.width) is unique
    deck = check_saved_object(format_saved_object([atlas], "https://example.org/a b/"))["ObjectStates"][0]
    assert deck["CustomDeck"]["1"]["UniqueBack"] is unique


def test_cards_of_each_size_are_a_deck_of_their_own_and_names_are_escaped() -> None:
    small = [Piece("deck", "small é", str(n), Frame("s", 20, 20, ()), None, "small") for n in range(3)]
    made = list(build_atlases(sort_into_heaps([*build_pieces(3), *small])))
    first, second = check_saved_object(format_saved_object(made, "https://example.org/"))["ObjectStates"]
    assert first["Transform"]["posX"] != second["Transform"]["posX"]
    assert second["CustomDeck"]["2"]["FaceURL"] == "https://example.org/small%20%C3%A9-2.png"
    assert second["DeckIDs"] == [200, 201, 202]


@pytest.mark.parametrize(
    ("size", "trim", "kind", "scale"),
    [
        ((63.5, 88.9), None, 1, 1),
        ((63.5, 88.9), rect(0, 0, 63.5, 88.9, 3), 0, 1),
        ((88.9, 63.5), None, 1, 0.8214),
        ((20, 20), circle(10, 10, 10), 4, 0.2662),
    ],
)
def test_a_card_has_its_shape_its_words_and_its_size_beside_a_poker_card(
    size: tuple[float, float], trim: Outline | None, kind: int, scale: float
) -> None:
    inner = Frame("inner", 20, 20, (Text("Draw two", 5, 5, 9), Text("★ 3", 5, 9, 9, aid_words="then pass")))
    pieces = [Piece("d", "cards", n, Frame(n, *size, (Use(inner),), trim=trim), None, "cards") for n in "12"]
    (atlas,) = build_atlases(sort_into_heaps(pieces))
    (deck,) = check_saved_object(format_saved_object([atlas], "file:///x/", {pieces[1].key: "Fox"}))["ObjectStates"]
    assert deck["CustomDeck"]["1"]["Type"] == kind
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["1", "Fox"]
    assert {card["Description"] for card in deck["ContainedObjects"]} == {"Draw two then pass"}
    for thing in (deck, *deck["ContainedObjects"]):
        assert [thing["Transform"][f"scale{axis}"] for axis in "XYZ"] == [scale, 1, scale]
