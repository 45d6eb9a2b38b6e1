"""The rules of a game in short: all of them, in every language, and none too small to read."""

from collections import Counter
from itertools import pairwise

import pytest

from companion.data.catalogue import LANGUAGES, language
from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.data.rulebook import rulebook
from companion.errors import PaperError
from companion.play.games import GAMES
from companion.press.frame.frame import Frame, Page, Shape, Text, Use
from companion.press.sheets.gang import Edition
from companion.press.sheets.rules_aid import FURTHER, PAGES, READABLE, lay_out_rules_aid
from companion.units import to_millimetres


def list_texts(frame: Frame) -> list[tuple[Text, float]]:
    """The texts of a frame, each with the height of its base line on the page."""
    texts = ((item, matrix) for item, matrix in frame.walk() if isinstance(item, Text))
    return [(text, matrix.transform_point(text.x, text.y)[1]) for text, matrix in texts]


def lay_out_aid(game: str, code: str, paper: str = "a4", **options: str) -> list[Page]:
    deck, stock = open_deck(game), parse_paper(paper)
    return lay_out_rules_aid(Edition(deck=deck, language=code, paper=stock, **options), stock, deck.words(code))


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_rules_stand_in_readable_type_on_level_columns(game: str, code: str, size: str) -> None:
    reader, stock, pages = language(code), parse_paper(size), lay_out_aid(game, code, size)
    assert len(pages) <= (2 * PAGES if game == "shogun" else PAGES)  # Shogun has three times the rules
    set_ = [(text, y) for page in pages for text, y in list_texts(page.frame)]
    assert min(text.size for text, _ in set_) >= (11 if game == "hogen" else READABLE * 0.9)  # below pictures too
    assert all(0 < y < stock.height - stock.margin for _, y in set_)
    for page in pages:
        ends = {use.matrix.e: use.matrix.f + use.frame.height for use in list_columns(page)}
        assert len(ends) == 2
        assert max(ends.values()) - min(ends.values()) < 1, ends
    columns = [use.frame for page in pages for use in list_columns(page)]
    shown = " ".join(each.text for column in columns for each in column.items if isinstance(each, Text))
    for rule in rulebook(game):
        for words in (rule.title, rule.text, rule.example):
            if words is not None:
                assert words.translate(reader) in shown


def list_columns(page: Page) -> list[Use]:
    columns = [item for item in page.frame.items if isinstance(item, Use) and item.frame.name in ("rules-aid", FURTHER)]
    return [each for each in columns if any(isinstance(item, Text) for item in each.frame.items)]


@pytest.mark.parametrize("kind", ["normal", "large"])
def test_a_title_its_words_and_their_example_do_not_touch(kind: str) -> None:
    for page in lay_out_aid("honshu", "de", type=kind):
        for block in (use.frame for use in list_columns(page)):
            for above, below in pairwise(each for each in block.items if isinstance(each, Text)):
                size = max(above.size, below.size)
                assert below.y - above.y >= 1.15 * to_millimetres(size), below.text


def test_little_ink_leaves_no_area_inked() -> None:
    for page in lay_out_aid("honshu", "en", ink="low"):
        areas = [item for item in page.frame.items if isinstance(item, Shape) and item.fill]
        assert areas == []


def test_too_small_a_paper_is_refused_for_the_aid() -> None:
    with pytest.raises(PaperError, match="too small for the rules"):
        lay_out_aid("shogun", "en", "105x148")


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_and_every_rule_with_a_picture_has_its_drawing(game: str) -> None:
    faces = [use.frame for page in lay_out_aid(game, "en") for use in page.frame.items if isinstance(use, Use)]
    pictures = [use.frame.name for face in faces for use in face.items if isinstance(use, Use)]
    for chapter in {rule.chapter_name for rule in rulebook(game)}:
        assert pictures.count(f"rules-{chapter}") == 1
    faces = [dict(rule.picture)["face"] for rule in rulebook(game) if rule.picture]
    assert faces
    assert {face: sum(name.startswith(face) for name in pictures) for face in faces} == Counter(faces)
