"""Rooms of PlayingCards.io, against the widgets of files that its rooms and other programs have written."""

import json

from companion.press.exports import format_widgets, name_pictures
from companion.press.face.pieces import Piece, sort_into_heaps
from companion.press.frame.frame import Frame

PUBLISHED = {
    "hand": {"id", "type", "x", "y", "z"},
    "cardDeck": {"id", "type", "x", "y", "z", "cardTypes", "faceTemplate", "backTemplate", "cardWidth", "cardHeight"},
    "cardPile": {"id", "type", "x", "y", "z"},
    "card": {"id", "type", "x", "y", "z", "deck", "cardType", "parent"},
}


def test_every_widget_has_what_those_of_others_have_and_nothing_lies_beside_the_table() -> None:
    back = Frame("back", 63, 88, ())
    pieces = [
        Piece("deck", f"part {part}", str(card), Frame(f"{part}/{card}", 63 + part, 88, ()), back, "run")
        for part in range(20)
        for card in (1, 1, 2)
    ]
    box = sort_into_heaps(pieces)
    files = {key: name for key, (name, _) in name_pictures(box).items()}
    things = json.loads(format_widgets(box, {"part 3/2": "Fox"}, files))
    assert all(PUBLISHED[thing["type"]] <= thing.keys() for thing in things)
    assert len({thing["id"] for thing in things}) == len(things)
    piles = [thing for thing in things if thing["type"] == "cardPile"]
    assert max(pile["x"] + pile["width"] for pile in piles) <= 1600
    assert len({(pile["x"], pile["y"]) for pile in piles}) == 20
    decks = {thing["id"]: thing for thing in things if thing["type"] == "cardDeck"}
    assert decks["deck-4"]["cardTypes"]["2"]["label"] == "Fox"
    for card in (thing for thing in things if thing["type"] == "card"):
        assert card["cardType"] in decks[card["deck"]]["cardTypes"]
        assert card["parent"] in {pile["id"] for pile in piles}


def test_a_card_without_a_back_names_none() -> None:
    box = sort_into_heaps([Piece("deck", "cards", "1", Frame("1", 63, 88, ()), None, "run")])
    things = json.loads(format_widgets(box, {}, {key: name for key, (name, _) in name_pictures(box).items()}))
    assert things[1]["cardTypes"] == {"1": {"label": "1", "face": "package://userassets/1-1.png"}}
