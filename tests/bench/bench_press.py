"""Printing measured: whole commands against whole programs of raw reportlab that draw the same pages by rote."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from companion.data.deck import open_deck
from companion.data.papers import parse_paper
from companion.press.composition import compose
from companion.press.frame import fonts
from companion.press.frame.drawing import Drawing, Gradient, NestedDrawing, Trace
from companion.press.frame.frame import Frame, Shape, Text, Use
from companion.press.frame.outlines import IDENTITY, Matrix, Outline, parse_notation, transform_outline
from companion.press.ink.content import POINT
from companion.press.sheets.gang import Edition
from tests.bench.fresh_process import run_fresh
from tests.bench.plain_deck import write_plain_deck

METHODS = {"M": "moveTo", "L": "lineTo", "C": "curveTo", "Z": "close"}
BACK = {"start": 0.0, "middle": 0.5, "end": 1.0}
COMMANDS = (("60", 1.3, 31), ("3000", 1.5, 3), ("honshu", 1.3, 11), ("shogun", 1.0, 5))  # aims, and times to measure


def list_segments(outline: Outline, matrix: Matrix = IDENTITY) -> list[Any]:
    return [[METHODS[letter], *numbers] for letter, numbers in transform_outline(outline, matrix)]


def parse_colour(paint: str | Gradient | None) -> list[float] | None:
    paint = paint.mean_colour if isinstance(paint, Gradient) else paint
    return [int(paint[i : i + 2], 16) / 255 for i in (1, 3, 5)] if paint else None


def list_steps(frame: Frame, forms: dict[int, Any], fonts_used: dict[str, str]) -> Iterator[list[Any]]:
    """What a program does for a face, with the forms it needs; gradients are flat, and nothing is translucent."""
    for each in frame.traces if isinstance(frame, Drawing) else frame.items:
        match each:
            case NestedDrawing(inner, matrix) | Use(inner, matrix):
                if id(inner) not in forms:
                    box = inner.extent if isinstance(inner, Drawing) else inner.visible_box
                    steps = [*list_steps(inner, forms, fonts_used)]
                    forms[id(inner)] = (f"form{len(forms)}", box, steps), inner
                yield ["form", forms[id(inner)][0][0], matrix, isinstance(each, Use) and list_segments(each.clip or ())]
            case Text():
                font, words = fonts.split_runs(each.text, each.font)[0]
                fonts_used[font] = str(fonts.get_font_file(font))
                back = POINT * BACK[each.anchor] * fonts.measure_width(each.text, each.font, each.size)
                place = Matrix(POINT, 0, 0, -POINT, -back).then(Matrix.rotate(each.turn))
                matrix = place.then(Matrix.translate(each.x, each.y))
                yield ["text", matrix, words, font, each.size, parse_colour(each.colour or "#000000")]
            case Shape() | Trace():
                segments = list_segments(each.outline) if isinstance(each, Shape) else None
                segments = segments or list_segments(parse_notation(each.notation), each.matrix)
                yield ["path", parse_colour(each.fill), parse_colour(each.stroke), each.width, segments]


def write_steps(deck: str, file: Path) -> None:
    composition = compose(Edition(open_deck(deck), "en", parse_paper("a4")))
    forms, fonts_used, drawn = dict[int, Any](), dict[str, str](), list[Any]()
    for page in [page.frame for document in composition.documents for page in document.pages]:
        upright = Matrix(1 / POINT, 0, 0, -1 / POINT, 0, page.height / POINT)
        drawn.append(((page.width / POINT, page.height / POINT), upright, [*list_steps(page, forms, fonts_used)]))
    steps = {"fonts": fonts_used, "forms": [form for form, _ in forms.values()], "pages": drawn}
    file.write_text(json.dumps(steps), encoding="utf-8")


def main() -> None:
    for name, aim, times in COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            deck = str(write_plain_deck(Path(folder), int(name))) if name.isdigit() else name
            write_steps(deck, Path(folder, "steps.json"))
            pairs = list[tuple[float, float]]()  # in turns, so that both have the machine's good and bad moments
            for _ in range(times + 1):
                taken, _ = run_fresh(["print", deck, "--lang", "en", "--overwrite", "-o", folder])
                raw, _ = run_fresh([f"{folder}/steps.json", f"{folder}/raw.pdf"], "tests.bench.raw_pages")
                pairs.append((taken, raw))
            taken, raw = map(median, zip(*pairs[1:], strict=True))  # the first also writes bytecode
            ratio = median(taken / raw for taken, raw in pairs[1:])
            cards = f"{name} plain cards" if name.isdigit() else name
            print(f"{cards}: {taken:.2f} s CPU, raw reportlab {raw:.2f} s: {ratio:.2f} (aim {aim})")
    print(f"companion --help: {run_fresh(['--help'])[0]:.3f} s CPU (aim 0.06)")
