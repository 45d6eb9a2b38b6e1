"""Larger type: every word larger, or on the aid as a whole text where a deck has no room; none lost or cut."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.errors import DeckError
from companion.play.games import GAMES
from companion.press.composition import compose
from companion.press.face.markup import LARGER, SIGN
from companion.press.face.pieces import Piece
from companion.press.face.typesetting import text_extent
from companion.press.frame.frame import Frame, Text
from companion.press.layout import CardFault, lay_out
from companion.press.sheets.gang import Edition
from companion.press.sheets.rules_aid import SIZE
from tests.press.decks import DECK, find_face_faults, format_element, write_deck

pytestmark = pytest.mark.deep

A4 = parse_paper("a4")


@cache
def lay_out_game(game: str, code: str, larger: bool) -> list[Piece]:
    deck, found = open_deck(game), list[CardFault]()
    pieces = lay_out(deck, code, [part.name for part in deck.components], gathered=found, larger=larger)
    once = {piece.key: piece for piece in pieces}
    assert found == []
    return list(once.values())


def list_sides(piece: Piece) -> list[Frame]:
    return [side for side in (piece.front, piece.back) if side is not None]


def list_texts(piece: Piece) -> Iterator[tuple[Text, float]]:
    """The lines on a piece, each with its size on paper."""
    for side in list_sides(piece):
        for item, matrix in side.walk():
            if isinstance(item, Text):
                yield item, item.size * matrix.scale


def split_words(line: str) -> list[str]:
    """The words of a line and the marks after them, which stand apart where the word is bold."""
    return re.findall(r"[^\s.,:;?!]+|[.,:;?!]+", line.replace("**", ""))


def list_sizes(piece: Piece) -> dict[str, list[float]]:
    """The sizes in which each word stands on a piece."""
    sizes = dict[str, list[float]]()
    for text, size in list_texts(piece):
        for word in split_words(text.text):
            sizes.setdefault(word, []).append(size)
    return sizes


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_lost_and_none_is_smaller_than_it_was_or_only_on_the_aid(game: str, code: str) -> None:
    usual, larger = (lay_out_game(game, code, each) for each in (False, True))
    for before, after in zip(usual, larger, strict=True):
        assert before.key == after.key
        assert not any(text.aid_words for text, _ in list_texts(after)), "every piece has room for its words"
        if after.component == "first-game":  # its pictures are of other pieces, whose numbers move
            continue
        had, has, least = list_sizes(before), list_sizes(after), 1.14 if "-cards" in after.component else 1
        assert had.keys() == has.keys(), after.key
        for word, sizes in had.items():
            for was, now in zip(sorted(sizes), sorted(has[word]), strict=True):
                assert now >= was * least - 0.01, (after.key, word, was, now)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_larger_words_lie_on_their_faces_and_those_of_cards_have_one_size(game: str, code: str) -> None:
    larger = lay_out_game(game, code, True)
    assert list(find_face_faults(larger)) == []
    for laid_out in (larger, lay_out_game(game, code, False)):
        cards = [each for each in laid_out if each.component.endswith(("-cards", "summaries"))]
        texts = [(card.component, text) for card in cards for text, _ in list_texts(card) if SIGN not in text.text]
        sizes = {(part, text.box, text.size) for part, text in texts if text.box in ("title", "text")}
        assert len(sizes) == len({each[:2] for each in sizes}), sizes
    for side in (side for piece in larger for side in list_sides(piece)):
        for item, matrix in side.walk():
            if isinstance(item, Text) and not item.turn and matrix.b == 0:
                left, _, right, _ = text_extent(item, matrix)
                assert -side.bleed - 0.3 <= left <= right <= side.width + side.bleed + 0.3, (side.name, item)


STORY = "The dragon sleeps on its gold. **Wake it** only with {coin} in hand, or lose all that you have won."


def write_story_deck(folder: Path, more: str = "") -> Path:
    number = format_element("text", text="{number}", x=4, y=4, width=12, height=9, size=16, name="number")
    story = format_element("text", text=STORY, x=4, y=30, width=50, height=12, size=9, least=7, name="story")
    face = f"size = [58, 87]\nbleed = 2\nsafe = 3\n{number}{story}{more}\n"
    file = write_deck(folder, DECK + '[icon]\ncoin = "coin.png"\n', front=face)
    Image.new("RGB", (40, 40), "gold").save(folder / "coin.png")
    return file


def lay_out_front(file: Path) -> list[Text]:
    piece = next(iter(lay_out(open_deck(str(file)), "en", larger=True)))
    return [item for item, _ in piece.front.walk() if isinstance(item, Text)]


def test_words_of_an_own_deck_without_room_stand_on_the_aid_with_marks_and_icons(tmp_path: Path) -> None:
    file = write_story_deck(tmp_path)
    number, sign = lay_out_front(file)
    assert (number.text, number.size, number.aid_words) == ("1", 24, "")
    assert (sign.text.split(), sign.aid_words) == ([SIGN.strip(), "1"], STORY)
    composition = compose(Edition(open_deck(str(file)), "en", A4, type="large"))
    (page,) = (page for page in composition.documents[0].pages if "what the cards say" in page.bookmark)
    words = [(item.text, item.font, item.size) for item, _ in page.frame.walk() if isinstance(item, Text)]
    assert ("Wake it", "bold", SIZE) in words
    assert not any("*" in text or "{" in text for text, _, _ in words)
    assert sum(text.startswith("The dragon") for text, _, _ in words) == 1, "said once for all five cards"


def test_a_face_names_the_room_of_larger_type(tmp_path: Path) -> None:
    room = "large = { x = 3.5, y = 13, width = 51, height = 40 }"
    story = [text for text in lay_out_front(write_story_deck(tmp_path, room)) if text.box == "story"]
    assert min(text.size for text in story) >= LARGER * 7
    assert not any(text.aid_words for text in story)
    with pytest.raises(DeckError, match="'large.font' is not a key"):
        lay_out_front(write_story_deck(tmp_path / "other", "large = { font = 'bold' }"))
