"""Build tuck boxes for the cards of a deck, with their sleeves, and dividers to go in them."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.data.deck import PAGE, Component, Deck
from companion.data.decks.values import FieldFault
from companion.data.papers import Paper
from companion.data.rows import fill_fields
from companion.errors import DeckError
from companion.paths import templates
from companion.press.face.context import FaceShelf
from companion.press.frame.frame import Frame, Page
from companion.press.nets.net import Art, Edge, Fold, Net, Panel, Point, Seam, add_tab_letters, build_tab, rectangle
from companion.press.nets.pages import lay_out_net_pages, split_for_paper
from companion.press.sheets.leaf import DIVIDER, DeckWords, FaceRenderer, get_component_name, make_face_renderer
from companion.sentences import Language, Sentence, say, say_count

SLEEVES = {"none": (0.0, 0.0, 0.0), "thin": (3.0, 3.5, 0.1), "thick": (3.5, 4.0, 0.24)}
"""The width and height a sleeve adds to the card it is made for, and the thickness of both its films, mm."""
SOLD = ((41.0, 63.0), (44.0, 68.0), (57.15, 88.9), (59.0, 92.0), (63.5, 88.9), (70.0, 70.0), (70.0, 120.0))
"""Card sizes that sleeves are sold for, mm."""
LOOSE = 6.0  # a card smaller than a sleeve's by more than this is too loose in it, mm
ROOM = (1.5, 2.0, 1.0)  # spare width, height and depth, mm
SMALLEST, LARGEST = 35.0, 160.0  # limits of the sides of cards, mm
FEWEST = 8  # a size with fewer cards gets no box
THICKEST = 60.0  # a thicker stack is split between several boxes, mm
GLUE = 11.0  # depth of glue tabs, mm
SIDES = {"front": "box-front", "back": "box-front", "right": "box-spine", "left": "box-side"}
SIDES |= {"lid": "box-flap", "bottom": "box-flap"}  # faces for the panels, if the deck has them


@dataclass(frozen=True, slots=True)
class Tuckbox:
    """A box for cards; sizes are width and height (and depth), mm."""

    net: Net  # a copy for each box that the stack needs
    card: tuple[float, float]
    count: int  # cards in each box, at most
    size: tuple[float, float, float]  # inside
    divider: tuple[float, float]
    divided_components: tuple[str, ...]  # components with a divider; empty if there is only one


def count_cards(deck: Deck) -> dict[tuple[float, float], int]:
    """The numbers of cards by size (width, height, mm), for the sizes that get a tuck box."""
    return {size: sum(len(each.cards) for each in components) for size, components in _group_components(deck).items()}


def _group_components(deck: Deck) -> dict[tuple[float, float], list[Component]]:
    """The components that go into tuck boxes, by size of card; extras are left out."""
    shelf = FaceShelf({}, deck.faces, templates() / "faces" / "shared", styles=deck.styles)
    groups: dict[tuple[float, float], list[Component]] = {}
    for component in deck.components:
        size = None if component.extra else _find_card_size(shelf, component)
        if size is not None and min(size) >= SMALLEST and max(size) <= LARGEST:
            groups.setdefault(size, []).append(component)
    return {size: parts for size, parts in sorted(groups.items()) if sum(len(each.cards) for each in parts) >= FEWEST}


def _find_card_size(shelf: FaceShelf, component: Component) -> tuple[float, float] | None:
    if not component.cards:
        return None
    fields = component.cards[0].fields
    if component.face == PAGE:
        return float(fields["width"]), float(fields["height"])
    try:
        width, height = shelf.get_face(fill_fields(component.face, fields.get)).size
    except FieldFault:  # reported when the card is laid out
        return None
    if isinstance(width, str) or isinstance(height, str):
        return None
    return float(width), float(height)


def find_sleeve(width: float, height: float) -> tuple[float, float]:
    """The card size, mm, that the smallest fitting sleeve is made for; the card's own if none fits."""
    sleeves = [(w, h) for w, h in SOLD if width <= w <= width + LOOSE and height <= h <= height + LOOSE]
    return min(sleeves, key=math.prod, default=(width, height))


def compute_box_size(
    width: float, height: float, count: int, thickness: float, sleeves: str, dividers: int = 0
) -> tuple[float, float, float]:
    """Inner width, height and depth of a box, mm; dividers are as thick as cards."""
    wide, high, thicker = _compute_sleeved_size(width, height, sleeves)
    rise = RISE if dividers else 0.0
    depth = count * (thickness + thicker) + dividers * thickness
    return wide + ROOM[0], high + rise + ROOM[1], depth + ROOM[2]


def _compute_sleeved_size(width: float, height: float, sleeves: str) -> tuple[float, float, float]:
    """Width and height of a sleeved card, and the thickness that the sleeve adds; mm."""
    wider, higher, thicker = SLEEVES[sleeves]
    across, down = find_sleeve(width, height) if thicker else (width, height)
    return across + wider, down + higher, thicker


def build_tuckbox_net(name: str, width: float, height: float, depth: float, copies: int = 1) -> Net:
    """Build a net of an inner size, mm: four walls in a row, a tuck-in lid, a glued bottom; printed outside."""
    w, h, d = width, height, depth
    panels = [
        Panel("back", rectangle(0, 0, w, h)),
        Panel("right", rectangle(w, 0, d, h)),
        Panel("front", (*_cut_notch(w + d, w), (2 * w + d, h), (w + d, h))),
        Panel("left", rectangle(2 * w + d, 0, d, h)),
        Panel("lid", rectangle(0, -d, w, d)),
        Panel("bottom", rectangle(0, h, w, d)),
    ]
    folds = [
        Fold("back", "right", ((w, 0.0), (w, h)), 90),
        Fold("right", "front", ((w + d, 0.0), (w + d, h)), 90),
        Fold("front", "left", ((2 * w + d, 0.0), (2 * w + d, h)), 90),
        Fold("back", "lid", ((0.0, 0.0), (w, 0.0)), 90),
        Fold("back", "bottom", ((0.0, h), (w, h)), 90),
    ]
    side: Edge = ((2 * w + 2 * d, 0.0), (2 * w + 2 * d, h))
    dust = min(0.45 * w, max(d, 8.0))
    tabs = [
        build_tab("left", "tab A", "A", side, min(GLUE, 0.8 * w)),
        build_tab("bottom", "tab B", "B", ((w, h + d), (0.0, h + d)), min(GLUE, 0.5 * h)),
        build_tab("lid", "tuck", "", ((0.0, -d), (w, -d)), min(15.0, 0.3 * h)),
    ]
    for wall, x in (("right", w), ("left", 2 * w + d)):
        tabs.append(build_tab(wall, f"upper flap {wall}", "", ((x, 0.0), (x + d, 0.0)), dust))
        tabs.append(build_tab(wall, f"lower flap {wall}", "", ((x + d, h), (x, h)), dust))
    seams = (
        Seam("tab A", "", "back", ((0.0, 0.0), (0.0, h))),
        Seam("tab B", "", "front", ((w + d, h), (2 * w + d, h))),
    )
    return replace(Net.from_panels(name, panels, folds, tabs, seams), copies=copies)


def lay_out_tuckboxes(
    deck: Deck, paper: Paper, words: DeckWords, language: Language, thickness: float, sleeves: str, low: bool = False
) -> list[Page]:
    """Lay out boxes for each size of cards, and dividers; their faces have the fields ``width`` and ``height``."""
    boxes = list(build_tuckboxes(deck, thickness, sleeves))
    if not boxes:
        raise DeckError("the deck {deck} has no stack of cards that a tuck box could hold.", deck=deck.name)
    title = words.get("title", deck.name)
    render = make_face_renderer(deck.faces, words, low)
    nets = [add_box_pictures(net, render) for net in add_tab_letters([box.net for box in boxes])]
    parts = split_for_paper(nets, paper, GLUE)
    names = {box.net.name: title for box in boxes}
    dividers = [render_divider(render, name, words, box.divider) for box in boxes for name in box.divided_components]
    heading, label = say("Tuck box").translate(language), say("dividers").translate(language)
    return lay_out_net_pages(parts, paper, heading, names, language, size=24, low=low, more={label: dividers})


def render_divider(render_face: FaceRenderer, component: str, words: DeckWords, size: tuple[float, float]) -> Frame:
    """Render a divider; its upper ``RISE`` mm stick out above the cards."""
    name, (width, height) = get_component_name(component, words), size
    fields = {"component": component, "name": name[:1].upper() + name[1:], "rise": f"{RISE:g}"}
    frame = render_face(DIVIDER, {**fields, "width": f"{width:g}", "height": f"{height:g}"})
    assert frame is not None  # there is a shared face
    return frame


def add_box_pictures(net: Net, render_face: FaceRenderer) -> Net:
    """The net with the deck's faces on its panels, upright when the box stands; the lid is upright from the front."""
    panels = []
    for panel in net.panels:
        xs, ys = [x for x, _ in panel.points], [y for _, y in panel.points]
        left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
        edge = ((right, bottom), (left, bottom)) if panel.name == "lid" else ((left, top), (right, top))
        fields = {"width": f"{right - left:g}", "height": f"{bottom - top:g}", "side": panel.name}
        frame = render_face(SIDES[panel.name], fields) if panel.name in SIDES else None
        panels.append(replace(panel, art=Art(frame, edge) if frame else None))
    return replace(net, panels=tuple(panels))


def describe_tuckboxes(deck: Deck, thickness: float, sleeves: str) -> Iterator[Sentence]:
    """Yield notes on the contents and inner size of each box, and on its sleeves and dividers."""
    for box in build_tuckboxes(deck, thickness, sleeves):
        sizes = dict(zip(("width", "height", "wide", "high", "deep"), (*box.card, *box.size), strict=True))
        title = say_count(
            "{count} card[|s] of {width} x {height} mm, {wide} x {high} x {deep} mm inside", box.count, **sizes
        )
        yield say("Tuck box: {title}.", title=title)
        if sleeves != "none":
            yield say(
                "The box has room for sleeves made for cards of {width} x {height} mm; each adds {thicker} mm to the "
                "thickness of its card.",
                width=find_sleeve(*box.card)[0],
                height=find_sleeve(*box.card)[1],
                thicker=SLEEVES[sleeves][2],
            )
        if box.divided_components:
            yield say_count(
                "{count} [divider goes|dividers go] with it; [it stands|they stand] {rise} mm above the cards.",
                len(box.divided_components),
                rise=RISE,
            )


def build_tuckboxes(deck: Deck, thickness: float, sleeves: str) -> Iterator[Tuckbox]:
    """Build the boxes of a deck, one for each size of cards; `thickness` is that of a card, mm."""
    for number, (card, components) in enumerate(_group_components(deck).items(), 1):
        count = sum(len(component.cards) for component in components)
        wide, high, thicker = _compute_sleeved_size(*card, sleeves)
        divided = tuple(component.name for component in components) if len(components) > 1 else ()
        boxes = math.ceil((count * (thickness + thicker) + len(divided) * thickness) / THICKEST)
        each = math.ceil(count / boxes)
        size = compute_box_size(*card, each, thickness, sleeves, len(divided))
        net = build_tuckbox_net(f"box-{number}", *size, boxes)
        yield Tuckbox(net, card, each, size, (wide, high + RISE), divided)


def _cut_notch(x: float, width: float) -> tuple[Point, ...]:
    """The upper edge of the front, with a thumb notch; from left to right."""
    radius = min(9.0, width / 5)
    middle = x + width / 2
    arc = [math.radians(180 - 15 * step) for step in range(13)]
    notch = [(middle + radius * math.cos(angle), radius * math.sin(angle)) for angle in arc]
    return ((x, 0.0), *notch, (x + width, 0.0))


RISE = 7.0  # a divider, with its name, sticks out this far above the cards, mm
