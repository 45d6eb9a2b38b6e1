"""Nothing of an edition lies where a printer leaves the paper white, whatever is printed on what paper."""

from typing import Any

import pypdfium2
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.data.deck import Deck
from companion.data.papers import Paper, Profile
from companion.errors import PaperError
from companion.press.composition import compose, is_oversize
from companion.press.impose.gang import SIDES, Edition
from companion.press.ink.pdf import render_document
from tests.press.cards import card
from tests.press.pdf_geometry import Point, bounds, read

correction, scales = st.floats(-3, 3), st.floats(0.99, 1.01)
office = st.tuples(st.just("office"), st.just(""), st.just("own"), correction, correction, st.floats(-0.4, 0.4))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    stock=st.builds(Paper, st.just("own"), st.floats(110, 440), st.floats(110, 440), st.floats(0, 9)),
    size=st.tuples(st.floats(15, 110), st.floats(15, 110)),
    bleed=st.sampled_from([0.0, 1.5, 3.0]),
    backs=st.lists(st.booleans(), min_size=1, max_size=12),
    alike=st.booleans(),
    how=st.fixed_dictionaries(
        {
            "sides": st.sampled_from(SIDES),
            "marks": st.sampled_from(["corners", "lines", "none"]),
            "marks_on_backs": st.booleans(),
            "printer": st.none() | st.builds(lambda known, x, y: Profile(*known, x, y), office, scales, scales),
        }
    ),
)
def test_nothing_lies_where_a_printer_leaves_white(
    deck: Deck, stock: Paper, size: Point, bleed: float, backs: list[bool], alike: bool, how: dict[str, Any]
) -> None:
    shade = "#aabbcc" if alike else ""
    pieces = [card(number, *size, bleed, back, shade) for number, back in enumerate(backs, 1)]
    assume(not is_oversize(pieces[0], stock))  # boards in tiles have tests of their own
    try:
        result = compose(Edition(deck, "en", stock, **how), pieces)
    except PaperError:
        assume(False)
    least = stock.margin - 0.02
    for document in result.documents:
        data = render_document(document)
        for number, page in enumerate(read(data)):
            boxes = [form.compute_visible_box() for form in page.cards(*size, bleed)]
            boxes += [bounds(stroke.points) for stroke in page.strokes if stroke.depth < 2 and stroke.stroked]
            words = pypdfium2.PdfDocument(data)[number].get_textpage()
            for rect in (words.get_rect(index) for index in range(words.count_rects())):
                left, low, right, top = (each * 25.4 / 72 for each in rect)
                boxes.append((left, page.height - top, right, page.height - low))
            for left, top, right, bottom in boxes:
                edges = (left, top, page.width - right, page.height - bottom)
                assert min(edges) >= least, (number, edges)
