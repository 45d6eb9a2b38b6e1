"""A growing PDF: whole and valid, each page gone from memory once it is written."""

import io
import re
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pypdfium2

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.press.composition import compose
from companion.press.frame.frame import Document
from companion.press.impose.gang import Edition
from companion.press.ink.pdf import render_document, write_document

ROOT = Path(__file__).parents[3]


def document(**how: object) -> Document:
    deck = open_deck("hogen")
    return compose(Edition(deck, "en", parse_paper("a4"), only=("samurai",), **how)).documents[0]  # type: ignore[arg-type]


def test_each_page_is_written_before_the_next_is_inked() -> None:
    parts, written = list[bytes](), list[int]()
    whole = document(copies=6)
    goal = SimpleNamespace(write=lambda part: parts.append(part) or len(part))
    write_document(whole, goal, lambda: written.append(sum(map(len, parts))))  # type: ignore[arg-type]
    assert len(written) == len(whole.pages) > 10
    assert all(one < other for one, other in pairwise(written))
    assert max(part.count(b"stream") for part in parts) <= 2  # never two of them at once


def test_the_file_is_whole_and_the_same_twice() -> None:
    whole = document()
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


def test_reportlab_is_used_in_few_places_and_its_inside_in_one() -> None:
    """Whoever raises the cap in pyproject has these to look at: fonts, a canvas, and the inside."""
    users, inside = set(), set()
    for path in (ROOT / "companion").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if re.search(r"^\s*(from|import) reportlab\b", source, re.MULTILINE):
            users.add(path.name)
        if re.search(r"pdfdoc|\._doc\b|__InternalName__|TTFontMaker|splitString", source):
            inside.add(path.name)
    assert users == {"fonts.py", "reportlab_inside.py"}
    assert inside == {"reportlab_inside.py"}
