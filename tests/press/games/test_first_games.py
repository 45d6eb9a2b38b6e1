"""The page of each game's first game: all its words in each language, on one sheet of A4 or Letter, when asked for."""

import pytest

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.play.games import GAMES
from companion.press.composition import compose
from companion.press.face.typesetting import text_extents
from companion.press.frame.frame import MINIATURE, Text
from companion.press.layout import lay_out
from companion.press.preflight import Examination
from companion.press.sheets.gang import Edition

PART = "first-game"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_game_is_told_whole_and_fits(game: str, language: str) -> None:
    deck, examination = open_deck(game), Examination()
    (piece,) = examination.examine(lay_out(deck, language, [PART], gathered=examination.errors))
    assert [str(each.text) for each in examination.list_faults(deck, language, [PART])] == []
    printed = "".join(item.text for item, _ in piece.front.walk(without=MINIATURE) if isinstance(item, Text))
    body = {text.size for text, _ in text_extents(piece.front) if text.box.startswith(("set-up", "round", "end"))}
    assert len(body) == 1
    words = {key: text for key, text in deck.words(language).items() if key.startswith("first.")}
    assert {f"first.{part}.{n}" for part in ("setup", "round", "end") for n in range(1, 7)} < words.keys()
    for text in words.values():
        assert "".join(text.replace("**", "").split()) in "".join(printed.split())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_first_game_is_one_sheet_and_only_printed_when_asked_for(game: str, paper: str) -> None:
    deck = open_deck(game)
    asked = Edition(deck, "en", parse_paper(paper), only=(PART,))
    assert compose(asked).sheets == 1
    assert PART not in {part.name for part in deck.components if not part.extra}
