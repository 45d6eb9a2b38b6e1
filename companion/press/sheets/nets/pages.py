"""Nets on pages: packed onto sheets, split where they are too large, with a key to the lines."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

from companion.data.papers import Paper
from companion.press.frame import fonts
from companion.press.frame.colour import INDIGO, INK, SOFT, VERMILION
from companion.press.frame.frame import Frame, Item, Page, Shape, Text, Use, line, rect
from companion.press.frame.matrix import Matrix
from companion.press.sheets.nets.net import Net
from companion.press.sheets.nets.printed import PALE_TAB, REACH, TAB, draw_net, fold_shape
from companion.press.sheets.nets.split import fitted, split
from companion.sentences import Language, say
from companion.units import points, to_millimetres

HEAD, FOOT = 4.6, 5.6  # strips above and below the nets, mm
HEAD_SHARE = 0.75  # the part of the upper strip for the names of nets; the rest tells of sheet and printer
GAP = 4.0  # between nets on a sheet, mm


def parts_for(nets: Sequence[Net], paper: Paper, depth: float) -> list[Net]:
    """The nets as they go onto a paper: whole, turned, or in parts with joints numbered from 1."""
    width, height = _room(paper, nets)
    letters = map(str, count(1))
    return [part for net in nets for part in split(net, width - 1, height - 1, depth, letters)]


def net_pages(
    parts: Sequence[Net],
    paper: Paper,
    title: str,
    names: Mapping[str, str],
    language: Language,
    level: int = 0,
    size: float = 8.0,
    low: bool = False,
) -> list[Page]:
    """Lay parts on sheets, the largest first; `size` is that of the names on nets, points.

    With little ink (`low`) tabs are paler.
    """
    width, height = _room(paper, parts)
    frames: list[tuple[Frame, str]] = []
    tabs = PALE_TAB if low else TAB
    for part in parts:
        whole = part.joint[0] if part.joint else part.name
        name = names.get(whole, whole)
        if part.joint:
            _, number, of = part.joint
            name = say("{name}, part {number} of {count}", name=name, number=number, count=of).said(language)
        upright = fitted(part, width - 1, height - 1) or part
        frames += [(draw_net(replace(upright, name=part.name), name, size, tabs, height), name)] * part.copies
    frames.sort(key=lambda pair: -round(pair[0].height, 6))
    pages = []
    for sheet in _packed(frames, width, height):
        named = list(dict.fromkeys(name for _, name, _, _ in sheet))
        pages.append(_page(sheet, paper, title, named, language, level, tabs))
    return pages


def _room(paper: Paper, nets: Sequence[Net]) -> tuple[float, float]:
    """The part of a sheet that nets may fill; ticks beside those with pictures stay within its margin."""
    beside = REACH if any(net.ticked for net in nets) else 0.0
    return paper.width - 2 * paper.margin - beside, paper.height - 2 * paper.margin - HEAD - FOOT


def _packed(
    frames: Sequence[tuple[Frame, str]], width: float, height: float
) -> list[list[tuple[Frame, str, float, float]]]:
    """Shelves from left to right and from above down; each frame with its left and top in the room."""
    sheets: list[list[tuple[Frame, str, float, float]]] = []
    shelves: list[list[float]] = []  # of each shelf: sheet, top, height, used width
    below: list[float] = []  # of each sheet: height used
    for frame, name in frames:
        shelf = next(
            (s for s in shelves if s[3] + frame.width <= width + 1e-6 and frame.height <= s[2] + 1e-6), None
        )
        if shelf is None:
            at = next((i for i, used in enumerate(below) if used + frame.height <= height + 1e-6), None)
            if at is None:
                sheets.append([])
                below.append(0.0)
                at = len(sheets) - 1
            shelf = [at, below[at], frame.height, 0.0]
            shelves.append(shelf)
            below[at] += frame.height + GAP
        sheets[int(shelf[0])].append((frame, name, shelf[3], shelf[1]))
        shelf[3] += frame.width + GAP
    return sheets


def _page(
    sheet: Sequence[tuple[Frame, str, float, float]],
    paper: Paper,
    title: str,
    named: Sequence[str],
    language: Language,
    level: int,
    tabs: str,
) -> Page:
    edge = paper.margin
    label = f"{title} · {', '.join(named)}"
    room = paper.width - 2 * edge
    ticked = any(frame.bleed for frame, _, _, _ in sheet)
    free_right = room - max(x + frame.width for frame, _, x, _ in sheet) - REACH
    left = edge + (min(REACH, max(free_right, 0.0)) if ticked else 0.0)  # letters may stand at the left too
    items: list[Item] = [Use(frame, Matrix.moved(left + x, edge + HEAD + y)) for frame, _, x, y in sheet]
    head = _cropped(label, room * HEAD_SHARE)
    free = room - to_millimetres(fonts.width(head, "bold", 7.5)) - GAP
    items.append(Text(head, edge, edge + 3, 7.5, "bold", INK, role="margin"))
    items += _key(edge, paper.height - edge - 1.6, paper.width - 2 * edge, language, ticked, tabs)
    frame = Frame(label, paper.width, paper.height, tuple(items))
    return Page(frame, label, label, level=level, free=(paper.width - edge, edge + 3, free))


def _cropped(words: str, room: float) -> str:
    while fonts.width(words, "bold", 7.5) > points(room) and len(words) > 8:
        words = words[:-2].rstrip(" ,…") + "…"
    return words


def _key(x: float, y: float, room: float, language: Language, ticked: bool, tabs: str = TAB) -> list[Item]:
    """The key to the lines: cut, mountain, valley, tab, glue line."""
    entries = {
        "cut": say("cut"),
        "mountain": say("fold back (mountain)"),
        "valley": say("fold up (valley)"),
        "tab": say("glue tab, with its letter"),
    }
    if ticked:
        entries["tick"] = say("fold or glue line from tick to tick")
    said = [(kind, words.said(language)) for kind, words in entries.items()]
    wide = [10.5 + to_millimetres(fonts.width(words, "regular", 6.5)) for _, words in said]
    gap = max(2.0, (room - sum(wide)) / (len(said) - 1))
    small = min(1.0, (room - gap * (len(said) - 1)) / sum(wide))
    items: list[Item] = []
    left, level = x, y - 1
    for (kind, words), length in zip(said, wide, strict=True):
        edge = ((left, level), (left + 9 * small, level))
        if kind == "cut":
            items.append(Shape(line(*edge[0], *edge[1]), None, INK, 0.35, role="key"))
        elif kind == "mountain":
            items.append(fold_shape(edge, 90))
        elif kind == "valley":
            items.append(fold_shape(edge, -90))
        elif kind == "tick":
            for shift, colour in ((0.0, VERMILION), (1.2, INDIGO), (2.4, SOFT)):
                at = left + (9 - 2.4) / 2 * small + shift * small
                items.append(Shape(line(at, level - 1, at, level + 1), None, colour, 0.3, role="key"))
        else:
            items.append(Shape(rect(left, level - 1.4, 9 * small, 2.8), tabs, INK, 0.2, role="key"))
        items.append(Text(words, left + 10.5 * small, y, 6.5 * small, colour=INK, role="margin"))
        left += length * small + gap
    return items
