"""A growing PDF: whole and valid, each page gone from memory once it is written."""

import io
from itertools import pairwise
from types import SimpleNamespace

import pikepdf
import pypdfium2

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.press.composition import compose
from companion.press.frame.frame import Document
from companion.press.ink.pdf import render_document, write_document
from companion.press.sheets.gang import Edition


def compose_document(**how: object) -> Document:
    deck = open_deck("hogen")
    return compose(Edition(deck, "en", parse_paper("a4"), only=("samurai",), **how)).documents[0]  # type: ignore[arg-type]


def test_each_page_of_a_pdf_is_written_before_the_next_is_drawn() -> None:
    parts, written = list[bytes](), list[int]()
    whole = compose_document(copies=6)
    goal = SimpleNamespace(write=lambda part: parts.append(part) or len(part))
    write_document(whole, goal, lambda: written.append(sum(map(len, parts))))  # type: ignore[arg-type]
    assert len(written) == len(whole.pages) > 10
    assert all(one < other for one, other in pairwise(written))
    assert max(part.count(b"stream") for part in parts) <= 2  # never two of them at once


def test_a_pdf_is_complete_and_the_same_twice() -> None:
    whole = compose_document()
    first = render_document(whole)
    assert first == render_document(whole)
    with pikepdf.open(io.BytesIO(first)) as opened:
        assert opened.check_pdf_syntax() == []
        assert len(opened.pages) == len(whole.pages)
        assert str(opened.docinfo["/Creator"]) == "Companion"
        assert opened.Root.ViewerPreferences.PrintScaling == "/None"
    drawn = pypdfium2.PdfDocument(first)
    assert [len(page.get_textpage().get_text_range()) > 20 for page in drawn][:4:2] == [True, True]
    drawn.close()
