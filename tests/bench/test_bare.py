"""The program of raw reportlab that the press is measured against prints the same cards on as many pages."""

import re
from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageChops

from companion.data.deck import open_deck
from companion.data.papers import paper
from companion.press.composition import compose
from companion.press.impose.edition import Edition
from companion.press.ink.pdf import document_pdf
from tests.bench.bare import main
from tests.bench.bench_press import given_lines
from tests.bench.plain import plain
from tests.bench.test_floor import look

CARDS = 13


@pytest.mark.parametrize("placed", ["", "placed"])
def test_it_prints_what_the_press_prints(placed: str, tmp_path: Path) -> None:
    deck = plain(tmp_path, CARDS)
    given_lines(tmp_path)
    main(str(tmp_path), str(tmp_path / "bare.pdf"), placed)
    bare = (tmp_path / "bare.pdf").read_bytes()
    ours = document_pdf(compose(Edition(open_deck(str(deck)), "en", paper("a4"))).documents[0])
    pages = len(pypdfium2.PdfDocument(ours))
    assert len(pypdfium2.PdfDocument(bare)) == pages == 6
    for number in range(2, pages):  # after the first sheet, which says how to print
        differing = ImageChops.difference(look(bare, number), look(ours, number))
        assert sum(differing.histogram()[64:]) < 0.002 * differing.width * differing.height
    fonts = re.compile(rb"/BaseFont\s*/(\S+)")
    assert set(fonts.findall(bare)) == set(fonts.findall(ours))
    assert len(re.findall(rb"/Subtype\s*/Form", bare)) == (1 if placed else CARDS + 1)
