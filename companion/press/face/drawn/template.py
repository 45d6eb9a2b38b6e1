"""An SVG file to draw a face in: lines of trim, bleed and safe zone, and a box for each column of a table."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from companion.data.colours import is_colour, palette
from companion.press.face.drawn.labels import FILES, INKSCAPE, Label
from companion.press.face.trims import hexagon
from companion.press.face.typesetting import ASCENT, DESCENT
from companion.sentences import Language, say
from companion.units import to_millimetres

SODIPODI = "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
TRIMS = ("box", "rounded", "circle", "hex")
GUIDES = {"bleed": "#c03028", "trim": "#26221d", "safe": "#2b3f63"}
PAPER, INK, EMPTY = "#f6f0e1", "#26221d", "#d8d0bd"
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
    say("All else is printed as it is drawn. What cannot be printed is told, with its line."),
)
"""The words beside the page."""


class Blank(NamedTuple):
    """The paper of a face that is to be drawn, mm."""

    width: float  # of the trim
    height: float  # of the trim
    bleed: float  # how far colour runs beyond the cut
    safe: float  # how far from the cut words stay
    trim: str = "box"  # one of `TRIMS`
    corner: float = 3.0  # radius of rounded corners


def label_for(column: str, value: str, icons: Callable[[str], bool]) -> Label:
    """The box that suits a column, by its value on a card; `icons` is true for names of icons."""
    if icons(value):
        return Label("drawing", column)
    if is_colour(value) or value in palette():
        return Label("fill", column)
    if value.lower().endswith(FILES):
        return Label("picture", column)
    return Label("qr" if value.startswith(("http://", "https://")) else "text", column)


def template(blank: Blank, samples: Mapping[Label, str], language: Language) -> str:
    """The file with boxes and their samples; the language is that of the words beside the page."""
    width, height, bleed = blank.width, blank.height, blank.bleed
    ground = next((label for label in samples if label.kind == "fill"), None)
    boxes = _boxes(blank, {label: sample for label, sample in samples.items() if label is not ground})
    art = [f'id="ground" {_around(blank, bleed)} style="fill:{PAPER}"']
    if ground:  # words stand on paper, whatever the colour of the card
        art[0] += f" inkscape:label={quoteattr(f'fill:{ground.rest}')}"
        art.append(f'id="panel" {_around(blank, -0.75 * blank.safe)} style="fill:{PAPER}"')
    lines = (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{INKSCAPE}" xmlns:sodipodi="{SODIPODI}"'
        f' width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}" version="1.1">',
        '  <sodipodi:namedview inkscape:document-units="mm" inkscape:current-layer="art">',
        f'    <inkscape:page id="page" x="0" y="0" width="{width:g}" height="{height:g}"'
        f' bleed="{bleed:g}" margin="{blank.safe:g}"/>',
        "  </sodipodi:namedview>",
        "  <defs>",
        *(f'    <rect id="frame-{box.number}" {box.sides}/>' for box in boxes if box.label.kind == "text"),
        "  </defs>",
        '  <g inkscape:groupmode="layer" inkscape:label="art" id="art">',
        *(f"    <rect {each}/>" for each in art),
        "  </g>",
        '  <g inkscape:groupmode="layer" inkscape:label="boxes" id="boxes">',
        *(box.drawn() for box in boxes),
        "  </g>",
        '  <g inkscape:groupmode="layer" inkscape:label="guide:lines" id="guides"'
        ' sodipodi:insensitive="true">',
        *_guides(blank),
        *_explained(blank, language),
        "  </g>",
        "</svg>",
    )
    return "\n".join(lines) + "\n"


class _Box(NamedTuple):
    """A box and the size of its words, mm."""

    number: int
    label: Label
    sample: str
    place: tuple[float, float, float, float]
    size: float

    @property
    def sides(self) -> str:
        return _sides(*self.place)

    def drawn(self) -> str:
        """The line of the file."""
        x, y, width, _ = self.place
        name = f'id="box-{self.number}" inkscape:label={quoteattr(f"{self.label.kind}:{self.label.rest}")}'
        if self.label.kind != "text":
            return f'    <rect {name} {self.sides} style="fill:{EMPTY}"/>'
        style = (
            f"font-size:{self.size:g}px;line-height:1.25;font-family:serif;fill:{INK};text-align:center;"
            f"text-anchor:middle;white-space:pre;shape-inside:url(#frame-{self.number})"
        )
        at = f'x="{x + width / 2:g}" y="{y + ASCENT * self.size:g}"'
        words = escape("".join(filter(str.isprintable, self.sample))[:MOST_SAMPLE_LETTERS])
        return f'    <text {name} xml:space="preserve" style="{style}"><tspan {at}>{words}</tspan></text>'


def _boxes(blank: Blank, samples: Mapping[Label, str]) -> list[_Box]:
    """The boxes one below the other within the safe zone, as high as there is room; codes stay readable."""
    wanted = [
        HEIGHTS.get(label.kind, LONG_HEIGHT if len(sample) > LONG else HEIGHT)
        for label, sample in samples.items()
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
        boxes.append(_Box(number, label, sample, place, round(size - 0.005, 2)))
        y += high + GAP * scale
    return boxes


def _sides(x: float, y: float, width: float, height: float) -> str:
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'


def _around(blank: Blank, out: float) -> str:
    """The sides of a rectangle that lies so far outside the trim, mm; inside where `out` is below 0."""
    return _sides(0.0 - out, 0.0 - out, blank.width + 2 * out, blank.height + 2 * out)


def _guides(blank: Blank) -> Iterator[str]:
    """Lines that are seen on the screen and not printed."""
    width, height = blank.width, blank.height
    for name, out in (("bleed", blank.bleed), ("trim", 0.0), ("safe", -blank.safe)):
        style = f'style="fill:none;stroke:{GUIDES[name]};stroke-width:0.2"'
        shape = f"<rect {_around(blank, out)}"
        if name == "trim" and blank.trim == "rounded":
            shape += f' rx="{blank.corner:g}"'
        elif name == "trim" and blank.trim == "circle":
            shape = f'<ellipse cx="{width / 2:g}" cy="{height / 2:g}" rx="{width / 2:g}" ry="{height / 2:g}"'
        elif name == "trim" and blank.trim == "hex":
            corners = " ".join(f"{x:g},{y:g}" for x, y in hexagon(width, height))
            shape = f'<polygon points="{corners}"'
        yield f'    {shape} id="guide-{name}" inkscape:label="guide:{name}" {style}/>'


def _explained(blank: Blank, language: Language) -> Iterator[str]:
    """A few lines beside the page for who draws here for the first time."""
    lines = [each.said(language) for each in EXPLAINED]
    for number, words in enumerate((*lines[:2], EXAMPLES, *lines[2:])):
        at = f'x="{blank.width + blank.bleed + 6:g}" y="{4 + 5 * number:g}"'
        yield f'    <text id="help-{number + 1}" {at} style="font-size:3px">{escape(words)}</text>'
