"""The paper tower on paper: a page with the steps of putting it together, then the nets."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.data.papers import Paper
from companion.paths import templates
from companion.press.face.typesetting import TextBox, set_words
from companion.press.frame.colour import INK, VERMILION
from companion.press.frame.frame import Frame, Item, Page, Shape, Text, Use, circle, rect
from companion.press.frame.matrix import Matrix
from companion.press.games.shogun.tower.model import STEPS, step_pictures
from companion.press.games.shogun.tower.net import HOLE, PLAY, SLOT, Sizes, tower_nets
from companion.press.sheets.nets.face_pictures import FacePicture, face_pictures
from companion.press.sheets.nets.net import Art, Net, lettered, mirrored
from companion.press.sheets.nets.pages import net_pages, parts_for
from companion.sentences import Language, Sentence, say

KEEP = ("tube-1", "tube-2", "funnel-1", "funnel-2")  # the nets that are printed on the outside
_SIDES = {"right": "side", "left": "side", "wall 0": "roof", "wall 1": "roof"}
Painting = tuple[str, Mapping[str, str]]  # a face and its fields
WALLS: dict[str, Painting] = {
    panel: (f"keep-{_SIDES.get(panel, panel)}", {}) for panel in ("front", "back", *_SIDES)
}
STRAW, WOOD = {"ground": "#eee2c0", "pen": "#b39b62"}, {"ground": "#e2cda4", "pen": "#a07c46"}
FLOORS: dict[str, Painting] = {  # of the nets printed on the inside
    **dict.fromkeys(("plate", "shelf"), ("keep-floor", STRAW)),
    **dict.fromkeys(("front", "left", "right", "back left", "back right"), ("keep-floor", WOOD)),  # tray
    "ramp": ("keep-floor", {"ground": "#ecdcc0", "pen": "#b0905f"}),
    "base": ("keep-garden", {}),
}
CAPTIONS = 24.0, 20.0  # the room for words below both rows of steps, mm
FACE, SPACE = 2**0.5, 3**0.5  # diagonals of a cube of side 1: of a face, and through its middle


def model_pages(
    paper: Paper, words: Mapping[str, str], language: Language, cube: float, low: bool = False
) -> list[Page]:
    """The paper tower for a cube, on a paper (card of about 250 g/m2): a keep outside.

    The words are those of the deck that begin with ``tower.``.
    """
    sizes = Sizes(cube)
    parts = _parts(paper, words, cube, low)
    title = _filled(words["tower.title"], sizes, language)
    names = {net.name: words[f"tower.part.{net.name}"] for net in tower_nets(cube)}
    sheets = net_pages(parts, paper, title, names, language, level=1, low=low)
    notes = ["print", *(["joints"] if any(part.joint for part in parts) else [])]
    notes += ["slots", "holes", "change", "measure"]
    said = [_filled(words[f"tower.note.{key}"], sizes, language) for key in notes]
    return [_steps(paper, words, language, sizes, title, said, low), *sheets]


def _parts(paper: Paper, words: Mapping[str, str], cube: float, low: bool = False) -> list[Net]:
    """The nets as they go onto a paper."""
    printed = face_pictures(templates() / "faces" / "shogun", words, low)
    nets = [painted(net, printed) for net in lettered(tower_nets(cube))]
    nets = [mirrored(net) if net.name in KEEP else net for net in nets]
    return parts_for(nets, paper, Sizes(cube).glue)


def painted(net: Net, printed: FacePicture) -> Net:
    """The net with its pictures: the keep outside, floors and a garden, under their lines, inside."""
    panels, outside = [], net.name in KEEP
    for panel in net.panels:
        name, fields = (WALLS if outside else FLOORS).get(panel.name, ("", {}))
        first, second, third = panel.points[:3]
        size = {"width": f"{math.dist(first, second):g}", "height": f"{math.dist(second, third):g}"}
        frame = printed(name, {**fields, **size}) if name else None
        edge = (second, first) if outside else (first, second)
        panels.append(replace(panel, art=Art(frame, edge, lined=not outside) if frame else None))
    return replace(net, panels=tuple(panels))


def model_notes(paper: Paper, words: Mapping[str, str], cube: float) -> Iterator[Sentence]:
    """Notes before printing: nets in parts, and what is not known of the tower."""
    split = {part.joint[0] for part in _parts(paper, words, cube) if part.joint}
    if split:
        yield say(
            "{paper} is too small for some nets of the tower; they come in parts with joints: {nets}.",
            paper=paper.title,
            nets=" · ".join(words[f"tower.part.{name}"].lower() for name in sorted(split)),
        )
    yield say("How many cubes this paper tower keeps has not been measured.")


def _steps(
    paper: Paper,
    words: Mapping[str, str],
    language: Language,
    sizes: Sizes,
    title: str,
    notes: Sequence[str],
    low: bool,
) -> Page:
    edge = paper.margin + 5
    wide, high = paper.width - 2 * edge, paper.height - 2 * edge
    items: list[Item] = [*_set(title, edge, edge, wide, 10, 17, "bold")]
    column, gap = (wide - 2 * 5) / 3, 5.0
    told: list[Text] = []
    for note in notes:
        told += _set(note, edge, max((text.y for text in told), default=-2.2) + 2.2, wide - 30, 40, 9)
    picture = min(column * 1.12, high * 0.255)
    left = high - 12 - 2 * picture - sum(CAPTIONS) - 4 - max(text.y for text in told)
    rows = picture, picture + min(max(left, 0.0), 0.3 * picture)
    printed = face_pictures(templates() / "faces" / "shogun", words, low)
    nets = {net.name: painted(net, printed) for net in tower_nets(sizes.cube)}
    top = edge + 12
    for index, (key, frame) in enumerate(
        zip(STEPS, step_pictures(nets, sizes, column, rows, low), strict=True)
    ):
        x, row = edge + index % 3 * (column + gap), index // 3
        y = top + row * (rows[0] + CAPTIONS[0])
        items.append(Use(frame, Matrix.moved(x, y)))
        items.append(Shape(circle(x + 3.4, y + 3.4, 3.2), VERMILION, role="step"))
        items.append(Text(str(index + 1), x + 3.4, y + 4.9, 11, "bold", "#ffffff", "middle", role="step"))
        said = _filled(words[f"tower.step.{key}"], sizes, language)
        items += _set(said, x, y + rows[row] + 1.5, column, CAPTIONS[0] - 3, 8.5)
    down = top + sum(rows) + sum(CAPTIONS) + 2
    items += [text._replace(y=text.y + down) for text in told]
    corner, right = paper.width - edge - sizes.cube, paper.width - edge
    items.append(Shape(rect(corner, down, sizes.cube, sizes.cube), None, INK, 0.25, role="cut"))
    said = _filled(words["tower.cube"], sizes, language)
    items += _set(said, right - 26, down + sizes.cube + 1, 26, 14, 7.5, align="right")
    frame = Frame(title, paper.width, paper.height, tuple(items))
    return Page(frame, title, title, free=(paper.width - paper.margin, paper.margin + 3, wide))


def _filled(template: str, sizes: Sizes, language: Language) -> str:
    """A word of the tower with its lengths."""
    cube = sizes.cube
    numbers = {"cube": cube, "width": sizes.width, "height": sizes.height, "slot": sizes.slot}
    numbers |= {"hole": sizes.hole, "slots": SLOT, "holes": HOLE, "play": PLAY}
    numbers |= {"face": FACE * cube, "space": SPACE * cube}
    return template.format(**{key: language.number(round(value, 1)) for key, value in numbers.items()})


def _set(
    words: str,
    x: float,
    y: float,
    width: float,
    height: float,
    size: float,
    weight: str = "regular",
    align: str = "left",
) -> list[Text]:
    box = TextBox("tower", x, y, width, height, size, 6.0, weight, INK, align, "top", 1.2, role="margin")
    return set_words(words, box, "tower")
