"""The rules of a game on two pages: all of them, in every language, and none too small to read."""

from itertools import pairwise

import pytest

from companion.data.catalogue import LANGUAGES, language
from companion.data.papers import parse_paper
from companion.data.rulebook import rulebook
from companion.errors import PaperError
from companion.play.games import GAMES
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.sheets.rules_aid import LEAST, PAGES, lay_out_rules_aid
from companion.units import to_millimetres


def list_texts(frame: Frame, down: float = 0.0) -> list[tuple[Text, float]]:
    """The texts of a frame, each with the height of its base line on the page."""
    found: list[tuple[Text, float]] = []
    for item in frame.items:
        if isinstance(item, Text):
            found.append((item, item.y + down))
        elif isinstance(item, Use):
            found += list_texts(item.frame, down + item.matrix.transform_point(0, 0)[1])
    return found


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_rules_stand_on_two_pages(game: str, code: str, size: str) -> None:
    reader, stock = language(code), parse_paper(size)
    pages = lay_out_rules_aid(game, stock, game, reader)
    assert len(pages) <= PAGES
    set_ = [(text, y) for page in pages for text, y in list_texts(page.frame)]
    assert min(text.size for text, _ in set_) >= LEAST * 0.9
    assert all(0 < y < stock.height - stock.margin for _, y in set_)
    shown = " ".join(text.text for text, _ in set_)
    for rule in rulebook(game):
        for words in (rule.title, rule.text, rule.example):
            if words is not None:
                assert words.translate(reader) in shown


@pytest.mark.parametrize("larger", [False, True])
def test_a_title_its_words_and_their_example_do_not_touch(larger: bool) -> None:
    for page in lay_out_rules_aid("honshu", parse_paper("a4"), "Honshu", language("de"), larger=larger):
        for block in (item.frame for item in page.frame.items if isinstance(item, Use)):
            for (above, y), (below, further) in pairwise(list_texts(block)):
                size = max(above.size, below.size)
                assert further - y >= 1.15 * to_millimetres(size), below.text


def test_little_ink_leaves_no_area_inked() -> None:
    for page in lay_out_rules_aid("honshu", parse_paper("a4"), "Honshu", language("en"), low=True):
        areas = [item for item in page.frame.items if isinstance(item, Shape) and item.fill]
        assert areas == []


def test_too_small_a_paper_is_refused_for_the_aid() -> None:
    with pytest.raises(PaperError, match="too small for the rules"):
        lay_out_rules_aid("shogun", parse_paper("105x148"), "Shogun", language("en"))
