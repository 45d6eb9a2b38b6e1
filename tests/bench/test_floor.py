"""The floor draws what the press draws, and the press needs little more room for it."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageChops

from companion.data.deck import open_deck
from companion.data.papers import paper
from companion.press.composition import compose
from companion.press.frame.frame import Frame, Page, Use
from companion.press.frame.outlines import Matrix
from companion.press.impose.edition import Edition
from companion.press.ink.pdf import document_pdf, pdf
from tests.bench.floor import Floor
from tests.bench.plain import plain
from tests.press.drawings import part


def look(data: bytes, page: int):
    document = pypdfium2.PdfDocument(data)
    picture = document[page].render(scale=2).to_pil().convert("L")
    document.close()
    return picture


@pytest.mark.parametrize("game", ["honshu", "hogen"])
def test_it_draws_the_same_pages(game: str) -> None:
    pages = compose(Edition(open_deck(game), "en", paper("a4"))).documents[0].pages[:4]
    ours, floor = pdf(pages, "x", "en"), Floor(pages).draw()
    for number in range(len(pages)):
        differing = ImageChops.difference(look(ours, number), look(floor, number))
        assert sum(differing.histogram()[64:]) < 0.002 * differing.width * differing.height


def test_it_draws_drawings_from_their_own_outlines(tmp_path: Path) -> None:
    blend = '<linearGradient id="g"><stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#ff0"/>'
    drawing = part(
        tmp_path,
        f'{blend}</linearGradient><g id="p"><path d="M2 2L30 2C40 20 20 30 2 30Z" fill="url(#g)"/>'
        '<g opacity="0.5"><rect x="10" y="10" width="8" height="8" fill="#ff0000"/></g></g>',
    )
    page = Page(Frame("page", 50, 50, (Use(drawing, Matrix(0.9, 0.2, -0.2, 0.9, 8, 3)),)))
    differing = ImageChops.difference(look(pdf([page], "x", "en"), 0), look(Floor([page]).draw(), 0))
    assert sum(differing.histogram()[48:]) < 60


def test_plain_cards_take_little_more_room(tmp_path: Path) -> None:
    edition = Edition(open_deck(str(plain(tmp_path, 300))), "en", paper("a4"))
    document = compose(edition).documents[0]
    assert len(document_pdf(document)) < 1.3 * len(Floor(document.pages).draw())
