"""Larger type: every word half as large again or on the aid; none lost, none cut, none over another."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from companion.data.catalogue import LANGUAGES
from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.errors import DeckError, PaperError
from companion.play.games import GAMES
from companion.press.composition import compose
from companion.press.face.markup import LARGER, SHORT, SIGN
from companion.press.face.pieces import Piece
from companion.press.face.typesetting import text_extent, text_extents
from companion.press.frame.frame import Frame, Page, Text, Use
from companion.press.frame.outlines import IDENTITY, Bounds, Matrix
from companion.press.impose.gang import Edition
from companion.press.ink.pdf import render_pdf
from companion.press.layout import Found, lay_out
from companion.press.sheets.rules_aid import SIZE, lay_out_words_aid
from companion.service.press.order import PrintOrder, list_editions
from companion.service.press.printing import print_decks
from tests.press.decks import DECK, element, examine, write_deck

pytestmark = pytest.mark.deep

A4 = parse_paper("a4")


@cache
def lay_out_game(game: str, code: str, larger: bool) -> list[Piece]:
    """Each different piece of a game, extras included."""
    deck, found = open_deck(game), list[Found]()
    pieces = lay_out(deck, code, [part.name for part in deck.components], found=found, larger=larger)
    once = {piece.key: piece for piece in pieces}
    assert found == []
    return list(once.values())


def sides(piece: Piece) -> list[Frame]:
    return [side for side in (piece.front, piece.back) if side is not None]


def texts(piece: Piece) -> Iterator[tuple[Text, float]]:
    """The lines on a piece, each with its size on paper."""
    for side in sides(piece):
        for item, matrix in side.walk():
            if isinstance(item, Text):
                yield item, item.size * matrix.scale


def sizes(piece: Piece, word: str) -> list[float]:
    """The sizes in which a word stands on a piece; the number of a sign is none."""
    said = ((text.text, size) for text, size in texts(piece) if not text.text.startswith(SIGN))
    return sorted(size for line, size in said for each in line.split() if each == word)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_lost_and_each_is_half_as_large_again_or_on_the_aid(game: str, code: str) -> None:
    usual, larger = (lay_out_game(game, code, each) for each in (False, True))
    pages = lay_out_words_aid(Edition(open_deck(game), code, A4, type="large"), larger, A4)
    aid = "".join("".join(text.text.split()) for page in pages for text, _ in text_extents(page.frame))
    for before, after in zip(usual, larger, strict=True):
        assert before.key == after.key
        moved = [text.stands for text, _ in texts(after) if text.stands]
        signed = [text.stands for text, _ in texts(after) if text.text.startswith(SIGN)]
        assert all(len(words) > SHORT for words in signed), "names and numbers stay on the card"
        beside = {word for words in moved for word in words.split()}
        assert [word for word in beside if word not in aid] == [], after.key
        had = Counter(word for text, _ in texts(before) for word in text.text.split())
        said = (text.stands if text.text.startswith(SIGN) else text.text for text, _ in texts(after))
        assert Counter(word for line in said for word in line.split()) == had, after.key
        for word in sorted(had.keys() - beside):
            for was, now in zip(sizes(before, word), sizes(after, word), strict=True):
                assert now >= LARGER * was - 0.01, (after.key, word, was, now)


def letters(piece: Piece) -> dict[str, list[float]]:
    """The heights of the lines in which each letter of a piece stands in a PDF, points."""
    found: dict[str, list[float]] = {}
    for page in pypdfium2.PdfDocument(render_pdf([Page(side) for side in sides(piece)], "a", "en")):
        words = page.get_textpage()
        for at in range(words.count_chars()):
            _, bottom, _, top = words.get_charbox(at, loose=True)
            found.setdefault(words.get_text_range(at, 1), []).append(top - bottom)
    return {letter: sorted(heights) for letter, heights in found.items() if letter.strip()}


def ink(text: Text, matrix: Matrix) -> Bounds:
    """About the box that the letters of a line themselves cover: from its base line to its capitals."""
    flat = text._replace(y=text.y - 0.03 * text.size)
    left, top, right, bottom = text_extent(flat, matrix)
    if text.turn or matrix.b:
        return left, top, right, bottom
    high = bottom - top
    return left + 0.06 * high, top + 0.14 * high, right - 0.06 * high, bottom - 0.24 * high


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_larger_words_are_not_cut_and_lie_over_nothing_said(game: str, code: str) -> None:
    larger = lay_out_game(game, code, True)
    assert list(examine(larger)) == []
    for piece in larger:
        for side in sides(piece):
            for item, matrix, frame in walk_texts(side, IDENTITY):
                left, _, right, _ = text_extent(item, matrix)
                bases = item.y - 0.7 * item.size * 0.3528, item.y
                down = [matrix.transform_point(item.x, y)[1] for y in bases]
                if not item.turn and matrix.b == 0:
                    assert -frame.bleed - 0.3 <= left <= right <= frame.width + frame.bleed + 0.3, (piece.key, item)
                    assert min(down) >= -frame.bleed - 0.1, (piece.key, item)
                    assert max(down) <= frame.height + frame.bleed + 0.1, (piece.key, item)


def walk_texts(frame: Frame, matrix: Matrix) -> Iterator[tuple[Text, Matrix, Frame]]:
    """Each line of a face and its nested faces, with every face around it and its matrix there."""
    for item in frame.items:
        if isinstance(item, Text):
            yield item, IDENTITY, frame
        elif isinstance(item, Use) and isinstance(item.frame, Frame):
            for text, onto, around in walk_texts(item.frame, IDENTITY):
                yield text, onto, around
                if around is item.frame:
                    yield text, onto.then(item.matrix), frame


def find_overlaps(side: Frame) -> set[tuple[str, str]]:
    """The pairs of lines of a face that overlap."""
    boxes = [(item, ink(item, matrix)) for item, matrix in side.walk() if isinstance(item, Text)]
    return {
        (one.text, other.text)
        for (one, a), (other, b) in combinations(boxes, 2)
        if min(a[2], b[2]) - max(a[0], b[0]) > 0.1 and min(a[3], b[3]) - max(a[1], b[1]) > 0.1
    }


STORY = "The dragon sleeps on its gold. **Wake it** only with {coin} in hand, or lose all that you have won."


def tale(folder: Path, more: str = "") -> Path:
    """A deck of one's own whose cards have a number and a story."""
    number = element("text", text="{number}", x=4, y=4, width=12, height=9, size=16, name="number")
    story = element("text", text=STORY, x=4, y=30, width=50, height=12, size=9, least=7, name="story")
    face = f"size = [58, 87]\nbleed = 2\nsafe = 3\n{number}{story}{more}\n"
    file = write_deck(folder, DECK + '[icon]\ncoin = "coin.png"\n', front=face)
    Image.new("RGB", (40, 40), "gold").save(folder / "coin.png")
    return file


def front(file: Path) -> list[Text]:
    piece = next(iter(lay_out(open_deck(str(file)), "en", larger=True)))
    return [item for item, _ in piece.front.walk() if isinstance(item, Text)]


def test_words_of_an_own_deck_without_room_stand_on_the_aid_with_marks_and_icons(tmp_path: Path) -> None:
    file = tale(tmp_path)
    number, sign = front(file)
    assert (number.text, number.size, number.stands) == ("1", 24, "")
    assert (sign.text.split(), sign.stands) == ([SIGN.strip(), "1"], STORY)
    composition = compose(Edition(open_deck(str(file)), "en", A4, type="large"))
    (page,) = (page for page in composition.documents[0].pages if "what the cards say" in page.bookmark)
    words = [(item.text, item.font, item.size) for item, _ in page.frame.walk() if isinstance(item, Text)]
    assert ("Wake it", "bold", SIZE) in words
    assert not any("*" in text or "{" in text for text, _, _ in words)
    assert sum(use.role == "icon" for use in uses(page.frame)) == 1, "said once for all five cards"


def uses(frame: Frame) -> Iterator[Use]:
    for item in frame.items:
        if isinstance(item, Use):
            yield item
            if isinstance(item.frame, Frame):
                yield from uses(item.frame)


def test_a_face_names_the_room_of_larger_type(tmp_path: Path) -> None:
    room = "large = { x = 3.5, y = 13, width = 51, height = 40 }"
    story = [text for text in front(tale(tmp_path, room)) if text.box == "story"]
    assert min(text.size for text in story) >= LARGER * 7
    assert not any(text.stands for text in story)
    with pytest.raises(DeckError, match="'large.size' is not a key"):
        front(tale(tmp_path / "other", "large = { size = 12 }"))


def test_a_name_without_room_stays_as_large_as_it_can_be(tmp_path: Path) -> None:
    name = element("text", text="Wolframsson", x=4, y=4, width=32, height=9, size=11, least=8, name="a")
    (line,) = front(write_deck(tmp_path, front=f"size = [48, 48]\nsafe = 3\n{name}"))
    assert line.text == line.stands == "Wolframsson"
    assert 11 <= line.size < LARGER * 11


def test_a_letter_that_no_font_has_is_told_of_words_on_the_aid_too(tmp_path: Path) -> None:
    lost = f"\N{HOURGLASS} {STORY.replace('{coin}', 'gold')}"
    story = element("text", text=lost, x=4, y=30, width=50, height=12, size=9, least=7, name="story")
    file = write_deck(tmp_path, front=f"size = [58, 87]\nsafe = 3\n{story}")
    faults = list(examine(lay_out(open_deck(str(file)), "en", larger=True)))
    assert {fault.rule for fault in faults} == {"glyph"}


def test_a_single_card_has_the_sign_that_it_has_in_the_whole_deck() -> None:
    deck = open_deck("honshu")
    (whole,) = (each for each in lay_out(deck, "en", ["scoring-cards"], larger=True) if each.card == "5")
    (single,) = lay_out(deck, "en", picked=[("scoring-cards", "5")], larger=True)
    signs = [[text.text for text, _ in texts(piece) if text.stands] for piece in (whole, single)]
    assert signs[0] == signs[1] == [f"{SIGN}5"]


def test_large_type_has_a_file_and_an_aid_of_its_own(tmp_path: Path) -> None:
    order = PrintOrder((open_deck("hogen"),), (A4,), ("de",), type="large", only=("summaries",))
    assert [edition.name for edition in list_editions(order)] == ["hogen-summaries-de-a4-large"]
    file = next(file for file in print_decks(order, tmp_path).files if file.suffix == ".pdf")
    told = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]
    (aid,) = (text for text in told if text.startswith("Hogen: was auf den Karten steht"))
    assert "Kennst du alle Verbündeten?" in " ".join(aid.split())


def test_usual_type_has_no_aid_and_small_paper_is_told() -> None:
    deck = open_deck("hogen")
    pages = compose(Edition(deck, "en", A4)).documents[0].pages
    assert not any("what the cards say" in page.label for page in pages)
    with pytest.raises(PaperError, match="too small for words in large type"):
        compose(Edition(deck, "en", parse_paper("120x100"), type="large", only=("summaries",), cover=False))


@pytest.mark.parametrize(
    ("game", "front", "back"), [("honshu", "summary", "round"), ("hogen", "summary.turn", "summary.start")]
)
def test_words_of_a_side_stand_under_its_own_title(game: str, front: str, back: str) -> None:
    deck = open_deck(game)
    words, key = deck.words("de"), "" if "." in front else ".title"
    pages = lay_out_words_aid(Edition(deck, "de", A4, type="large"), lay_out_game(game, "de", True), A4)
    said = (text.text for page in pages for text, _ in text_extents(page.frame))
    heads = {text.partition(" ")[2] for text in said if text.startswith(SIGN)}
    assert {words[front + key], words[back + key]} <= heads
