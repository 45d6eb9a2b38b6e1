"""How long all of Shogun takes, board and tower included; and its board against a raw reportlab canvas.

Promised for one command on A4: 3 s of CPU and 100 MB. The floor draws the board's own lines, once each,
with nothing but reportlab.
"""

from __future__ import annotations

import io
import tempfile
from time import process_time

from companion.data.deck import open_deck
from companion.data.papers import paper
from companion.press.composition import compose
from companion.press.frame.frame import Frame, Shape, Use
from companion.press.impose.edition import Edition
from companion.press.ink.pdf import document_pdf
from companion.press.layout import lay_out
from tests.bench.fresh import fresh

SECONDS, MEGABYTES = 3.0, 100.0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        seconds, megabytes = fresh(["print", "shogun", "--lang", "en", "-o", folder])
    print(
        f"shogun: {seconds:.1f} s CPU ({SECONDS / seconds:.1f} times within {SECONDS:g} s), "
        f"{megabytes:.0f} MB ({MEGABYTES / megabytes:.1f} times within {MEGABYTES:g} MB)"
    )
    deck = open_deck("shogun")
    edition = Edition(deck, "en", paper("a4"), only=("board-sun",), cover=False)
    next(iter(lay_out(deck, "en", ["board-sun"])))  # places the furniture, once a process
    clock = process_time()
    document_pdf(compose(edition).documents[0])
    ours = process_time() - clock
    board = next(iter(lay_out(deck, "en", ["board-sun"]))).front
    clock = process_time()
    _floor(board)
    floor = process_time() - clock
    print(f"shogun: the board in tiles {ours:.2f} s, its bare lines {floor:.2f} s, ratio {ours / floor:.1f}")


def _floor(frame: Frame) -> bytes:
    """The lines of a face and of every face in it, each once, on one page."""
    from reportlab.pdfgen.canvas import Canvas

    goal = io.BytesIO()
    canvas = Canvas(goal, pageCompression=1)
    seen: set[int] = set()

    def draw(each: Frame) -> None:
        if id(each) in seen:
            return
        seen.add(id(each))
        for item in each.items:
            if isinstance(item, Use):
                draw(item.frame)
            elif isinstance(item, Shape):
                path = canvas.beginPath()
                for letter, at in item.outline:
                    call = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}.get(letter, path.close)
                    call(*at)
                canvas.drawPath(path)

    draw(frame)
    canvas.showPage()
    canvas.save()
    return goal.getvalue()


if __name__ == "__main__":
    main()
