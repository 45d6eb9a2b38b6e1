"""An SVG template to draw a face in: lines of trim, bleed and safe zone, and a box for each column."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.data.papers import is_colour, palette
from companion.paths import templates
from companion.press.face.drawing.boxes import FILES, INKSCAPE, Label
from companion.press.face.typesetting import ASCENT, DESCENT
from companion.press.frame.trims import hexagon
from companion.sentences import Language, say
from companion.units import to_millimetres

TRIMS = ("box", "rounded", "circle", "hex")
LONG = 30  # a sample with more letters is set smaller, over several lines
MOST_SAMPLE_LETTERS = 300
GAP = 1.5  # between boxes, mm
HEIGHTS = {"picture": 24.0, "drawing": 10.0, "qr": 18.0}
HEIGHT, LONG_HEIGHT = 6.5, 18.0  # of words that are short, and of long ones, mm
LARGE, SMALL = 13.0, 9.0  # the type of short and of long words, points
EXAMPLES = "text:title   text:{points} points   picture:photo   drawing:{icon}   qr:link   fill:colour"
EXPLAINED = (
    say("Red: how far colour runs. Black: the cut. Blue: words stay within. These lines are not printed."),
    say("A label makes an object a box that is filled from the card (Object > Object Properties, Label):"),
    say(
        "A layer or an object labelled {label} is drawn on the cards that have something in {column}.",
        label="when:boss",
        column="boss",
    ),
    say("Everything else is printed as drawn. Anything that cannot be printed is reported, with its line."),
)
"""The words beside the page."""


class Blank(NamedTuple):
    """The paper of a face that is yet to be drawn, mm."""

    width: float  # of the trim
    height: float  # of the trim
    bleed: float  # how far colour runs beyond the cut
    safe: float  # how far from the cut words stay
    trim: str = "box"  # one of `TRIMS`
    corner: float = 3.0  # radius of rounded corners


def choose_label(column: str, value: str, icons: Callable[[str], bool]) -> Label:
    """The label of the box that suits a column, by its value on a card; `icons` is true for icons' names."""
    if icons(value):
        return Label("drawing", column)
    if is_colour(value) or value in palette():
        return Label("fill", column)
    if value.lower().endswith(FILES):
        return Label("picture", column)
    return Label("qr" if value.startswith(("http://", "https://")) else "text", column)


def render_template(blank: Blank, samples: Mapping[Label, str], language: Language) -> str:
    """Render the SVG file with boxes and their samples; `language` is for the words beside the page."""
    from xml.sax.saxutils import escape, quoteattr  # what it opens of the net is read for no print

    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates() / "drawn"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"escaped": escape, "quoted": quoteattr}
    ground = next((label for label in samples if label.kind == "fill"), None)
    first, second, *others = (each.translate(language) for each in EXPLAINED)
    return environment.get_template("face.svg").render(
        blank=blank,
        ground=ground,
        boxes=_lay_out_boxes(blank, {label: sample for label, sample in samples.items() if label is not ground}),
        corners=hexagon(blank.width, blank.height),
        ascent=ASCENT,
        inkscape=INKSCAPE,
        explained=(first, second, EXAMPLES, *others),
    )


class _Box(NamedTuple):
    number: int
    label: Label
    sample: str
    place: tuple[float, float, float, float]
    size: float


def _lay_out_boxes(blank: Blank, samples: Mapping[Label, str]) -> list[_Box]:
    """Lay out boxes from top to bottom of the safe zone, as high as there is room; codes stay readable."""
    wanted = [
        HEIGHTS.get(label.kind, LONG_HEIGHT if len(sample) > LONG else HEIGHT) for label, sample in samples.items()
    ]
    room = max(blank.height - 2 * blank.safe, 0.1 * blank.height)
    codes = sum(height for label, height in zip(samples, wanted, strict=True) if label.kind == "qr")
    scale = min(1.0, max(room - codes, 0.1 * room) / max(sum(wanted) - codes + GAP * len(wanted), GAP))
    wide = max(blank.width - 2 * blank.safe, 0.1 * blank.width)
    y = (blank.height - room) / 2
    boxes = []
    for number, ((label, sample), height) in enumerate(zip(samples.items(), wanted, strict=True), 1):
        high = round(height if label.kind == "qr" else height * scale, 2)
        across = wide if label.kind in ("text", "picture") else min(high, wide)
        place = round((blank.width - across) / 2, 2), round(y, 2), round(across, 2), high
        size = min(high / (ASCENT + DESCENT), to_millimetres(SMALL if len(sample) > LONG else LARGE))
        words = "".join(filter(str.isprintable, sample))[:MOST_SAMPLE_LETTERS]
        boxes.append(_Box(number, label, words, place, round(size - 0.005, 2)))
        y += high + GAP * scale
    return boxes
