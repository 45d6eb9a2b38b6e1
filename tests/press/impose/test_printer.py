"""A printer that prints askew is measured as a person would, and its sheets come out right."""

from itertools import combinations, product

import numpy as np
import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.data.deck import Deck
from companion.data.papers import Profile, parse_paper
from companion.errors import InputError, PaperError
from companion.press.composition import compose
from companion.press.frame.outlines import IDENTITY
from companion.press.ink.pdf import render_document
from companion.press.sheets.gang import Edition
from companion.press.sheets.guide import BY_NAME, GAUGES, Instructions, lay_out_calibration
from companion.press.sheets.marks import Readings, compute_profile, correct_back, correct_front, describe_profile
from tests.press.cards import build_cards
from tests.press.impose.test_edition import flip_point, read_texts
from tests.press.pdf_geometry import PdfPage, Point, compute_bounds, read_pages


class AskewPrinter:
    """A printer of its own mind: plain numpy, nothing of the press."""

    def __init__(
        self, shift: Point, degrees: float, scale: Point, feed: Point, pivot: Point, front_shift: Point
    ) -> None:
        turn = np.radians(degrees)
        self.rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        self.scale, self.feed, self.pivot = np.diag(scale), np.array(feed), np.array(pivot)
        self.shift, self.front_shift = np.array(shift), np.array(front_shift)

    def print_front(self, point: Point) -> np.ndarray:
        return self.scale @ (np.array(point) - self.feed) + self.feed + self.front_shift

    def print_back(self, page: PdfPage, sides: str, point: Point) -> np.ndarray:
        """Where a point of a back comes out, looking through the front."""
        seen = np.array(flip_point(page, sides, point))
        scaled = self.scale @ (seen - self.feed) + self.feed
        return self.rotation @ (scaled - self.pivot) + self.pivot + self.front_shift + self.shift


def read_off(front: PdfPage, back: PdfPage, sides: str, printer: AskewPrinter) -> Readings:
    """What a person reads off the printed calibration sheet, in tenths of a millimetre."""
    middle, far = np.array([front.width / 2, front.height / 2]), 0.3 * min(front.width, front.height)
    outer = [[printer.print_front(p) for p in line.points] for line in front.find_lines(0.12)]
    inner = [[printer.print_back(back, sides, p) for p in line.points] for line in back.find_lines(0.12)]

    def read_scale(lines: list, axis: int, sign: int) -> list[float]:
        found = []
        for a, b in lines:
            at, along = (a + b) / 2 - middle, 1 - axis
            if sign * at[axis] > far and abs(at[along]) < 25 and abs((a - b)[along]) < abs((a - b)[axis]):
                found.append(float((a + b)[along] / 2))
        return sorted(found)

    readings = {}
    for name, axis, sign in (("top", 1, -1), ("bottom", 1, 1), ("left", 0, -1), ("right", 0, 1)):
        marks, tenths = read_scale(outer, axis, sign), read_scale(inner, axis, sign)
        assert (len(marks), len(tenths)) == (21, 11)
        readings[name] = round(float(np.interp(tenths[0], marks, range(21))), 1)
    ends = [[printer.print_front(p) for p in line.points] for line in front.find_lines(0.15)]
    lengths = [(abs((a - b)[0]), abs((a - b)[1])) for a, b in ends]
    across = max(dx for dx, dy in lengths if dy < 1)
    down = max(dy for dx, dy in lengths if dx < 1)
    return Readings(**readings, across=round(float(across), 1), down=round(float(down), 1))


def find_corners(page: PdfPage) -> list[Point]:
    """Where the corners of the sheet as it was laid out stand on the page that is printed."""
    whole = [form for form in page.forms if form.depth == 0 and form.bbox[2] > page.width - 0.01]
    if whole:
        return whole[0].compute_trim(0)
    return [(0, 0), (page.width, 0), (page.width, page.height), (0, page.height)]


def read_last_pages(documents: tuple, sides: str) -> tuple[PdfPage, PdfPage]:
    if sides == "separate":
        return read_pages(render_document(documents[0]))[-1], read_pages(render_document(documents[1]))[-1]
    front, back = read_pages(render_document(documents[0]))[-2:]
    return front, back


small = st.floats(-1, 1)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["a4", "letter", "a3", "297x210"]),
    sides=st.sampled_from(["duplex-long", "duplex-short", "separate"]),
    shift=st.tuples(small, small).map(lambda each: (3 * each[0], 3 * each[1])),
    degrees=small.map(lambda each: 0.3 * each),
    scale=st.tuples(small, small).map(lambda each: (1 + each[0] / 100, 1 + each[1] / 100)),
    feed=st.tuples(st.floats(0, 300), st.floats(0, 420)),
    front_shift=st.tuples(small, small),
)
def test_readings_of_a_calibration_sheet_make_backs_meet_their_fronts(
    deck: Deck, name: str, sides: str, shift: Point, degrees: float, scale: Point, feed: Point, front_shift: Point
) -> None:
    stock = parse_paper(name)
    pivot = (stock.width / 2, stock.height / 2)
    printer = AskewPrinter(shift, degrees, scale, feed, pivot, front_shift)
    front, back = read_last_pages(lay_out_calibration(stock, sides, "en"), sides)
    profile = compute_profile(read_off(front, back, sides, printer), stock, "office")

    edition = Edition(deck, "en", stock, sides, printer=profile)
    front, back = read_last_pages(compose(edition, build_cards(3)).documents, sides)
    there = [printer.print_front(point) for point in find_corners(front)]
    behind = [printer.print_back(back, sides, point) for point in find_corners(back)]
    for point in there:
        assert min(np.hypot(*(point - other)) for other in behind) <= 0.2
    for one, other in zip(front.find_cards(58, 87, 3), back.find_cards(58, 87, 3), strict=True):
        seen = [printer.print_back(back, sides, point) for point in other.compute_trim(3)]
        for a, b in zip(one.compute_trim(3), (seen[1], seen[0], seen[3], seen[2]), strict=True):
            assert np.hypot(*(printer.print_front(a) - b)) <= 0.2
        ends = [printer.print_front(point) for point in one.compute_trim(3)]
        assert np.hypot(*(ends[0] - ends[1])) == pytest.approx(58, abs=0.07)
        assert np.hypot(*(ends[1] - ends[2])) == pytest.approx(87, abs=0.07)


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short", "separate"])
def test_a_corrected_calibration_sheet_reads_five_everywhere(sides: str) -> None:
    stock = parse_paper("a4")
    printer = AskewPrinter((1.6, -2.3), 0.25, (0.996, 1.003), (0, 297), (20, 30), (0.7, -0.4))
    first = read_off(*read_last_pages(lay_out_calibration(stock, sides, "en"), sides), sides, printer)
    assert abs(first.top - 5) > 1
    corrected = lay_out_calibration(stock, sides, "en", compute_profile(first, stock, "office"))
    assert corrected[0].name.startswith("printer-sheet-a4")
    assert "-en-corrected" in corrected[0].name
    again = read_off(*read_last_pages(corrected, sides), sides, printer)
    assert (again.top, again.bottom, again.left, again.right) == pytest.approx((5,) * 4, abs=0.15)
    assert (again.across, again.down) == pytest.approx((100, 100), abs=0.11)


def test_a_perfect_printer_needs_no_correction() -> None:
    stock = parse_paper("a4")
    profile = compute_profile(Readings(), stock, "office")
    assert profile == Profile("office", "", "a4")
    assert correct_front(profile, stock) == pytest.approx(IDENTITY)
    assert correct_back(profile, stock, IDENTITY) == pytest.approx(IDENTITY)
    assert correct_back(None, stock, IDENTITY) == IDENTITY


@pytest.mark.parametrize(("marks", "size"), [("corners", (58, 87)), ("none", (58, 87)), ("lines", (12, 12))])
def test_the_margin_and_the_first_page_name_printer_and_values(
    deck: Deck, marks: str, size: tuple[float, float]
) -> None:
    profile = Profile("office", "2", "a4", 1.5, -0.5, 0.25, 0.99, 1.002)
    edition = Edition(deck, "en", parse_paper("a4"), marks=marks, printer=profile)
    texts = read_texts(render_document(compose(edition, build_cards(300, *size)).documents[0]))
    values = "office, tray 2: backs 1.5 mm right, -0.5 mm down, 0.25° clockwise; size 99 × 100.2%"
    assert str(describe_profile(profile)) == values
    assert values in texts[0].replace("\r\n", " ")
    assert all(values in page for page in texts[2::2])


def test_readings_no_sheet_gives_are_refused() -> None:
    with pytest.raises(InputError, match=r"^top 12: a scale reads from 0 to 10"):
        compute_profile(Readings(top=12), parse_paper("a4"), "office")
    with pytest.raises(InputError, match=r"^down 95.5: the ruler is 100 mm long"):
        compute_profile(Readings(down=95.5), parse_paper("a4"), "office")
    with pytest.raises(PaperError, match=r"100 × 150 mm is too small for the calibration sheet"):
        lay_out_calibration(parse_paper("100x150"), "duplex-long", "en")


@pytest.mark.parametrize(("name", "code"), list(product(["a4", "letter", "a3", "297x210", "180x180"], ["en", "fr"])))
def test_the_calibration_sheet_keeps_to_the_margin_and_to_itself(name: str, code: str) -> None:
    stock = parse_paper(name)
    typed = ("print a word NAME --of paper --corrected \\", " ".join(f"--{gauge} ...." for gauge in GAUGES))
    instructions = Instructions(tuple(f"--{gauge}" for gauge in GAUGES), BY_NAME.step, typed)
    for document in lay_out_calibration(stock, "duplex-long", code, None, instructions):
        data = render_document(document)
        for number, page in enumerate(read_pages(data)):
            words = pypdfium2.PdfDocument(data)[number].get_textpage()
            boxes = [tuple(each * 25.4 / 72 for each in words.get_rect(at)) for at in range(words.count_rects())]
            for left, top, right, bottom in [*boxes, *(compute_bounds(stroke.points) for stroke in page.strokes)]:
                assert min(left, top, page.width - right, page.height - bottom) >= stock.margin - 0.02
            for a, b in combinations(boxes, 2):
                assert min(a[2], b[2]) - max(a[0], b[0]) < 0.4 or min(a[3], b[3]) - max(a[1], b[1]) < 1.1
