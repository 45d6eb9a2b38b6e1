"""Nothing of an edition lies where a printer leaves the paper white, whatever is printed on what paper."""

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
from tests.press.pdf_geometry import PdfPage, bounds, read

profiles = st.none() | st.builds(
    Profile,
    st.just("office"),
    st.just(""),
    st.just("own"),
    st.floats(-3, 3),
    st.floats(-3, 3),
    st.floats(-0.4, 0.4),
    st.floats(0.99, 1.01),
    st.floats(0.99, 1.01),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    stock=st.builds(Paper, st.just("own"), st.floats(110, 440), st.floats(110, 440), st.floats(0, 9)),
    size=st.tuples(st.floats(15, 110), st.floats(15, 110)),
    count=st.integers(1, 12),
    bleed=st.sampled_from([0.0, 1.5, 3.0]),
    backs=st.lists(st.booleans(), min_size=12, max_size=12),
    sides=st.sampled_from(SIDES),
    marks=st.sampled_from(["corners", "lines", "none"]),
    on_backs=st.booleans(),
    profile=profiles,
    alike=st.booleans(),
)
def test_nothing_lies_outside_the_printablebounds(
    deck: Deck,
    stock: Paper,
    size: tuple[float, float],
    count: int,
    bleed: float,
    backs: list[bool],
    sides: str,
    marks: str,
    on_backs: bool,
    profile: Profile | None,
    alike: bool,
) -> None:
    shade = "#aabbcc" if alike else ""
    pieces = [card(number, *size, bleed, backs[number - 1], shade) for number in range(1, count + 1)]
    assume(not is_oversize(pieces[0], stock))  # boards in tiles have tests of their own
    edition = Edition(deck, "en", stock, sides, marks=marks, marks_on_backs=on_backs, printer=profile)
    try:
        result = compose(edition, pieces)
    except PaperError:
        assume(False)
    least = stock.margin - 0.02
    for document in result.documents:
        data = render_document(document)
        for number, page in enumerate(read(data)):
            boxes = [form.compute_visible_box() for form in page.cards(*size, bleed)]
            boxes += [bounds(stroke.points) for stroke in page.strokes if stroke.depth < 2 and stroke.stroked]
            boxes += list(_words(data, number, page))
            for left, top, right, bottom in boxes:
                assert min(left, top) >= least, (number, left, top)
                assert page.width - right >= least, (number, right)
                assert page.height - bottom >= least, (number, bottom)


def _words(data: bytes, number: int, page: PdfPage) -> list[tuple[float, float, float, float]]:
    text = pypdfium2.PdfDocument(data)[number].get_textpage()
    mm = 25.4 / 72
    return [
        (left * mm, page.height - top * mm, right * mm, page.height - low * mm)
        for left, low, right, top in (text.get_rect(index) for index in range(text.count_rects()))
    ]
