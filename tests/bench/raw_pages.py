"""Draw pages by rote with raw reportlab, each face a form: ``python -m tests.bench.raw_pages STEPS PDF``."""

import json
import sys
from pathlib import Path
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


def draw(canvas: Any, steps: list[Any]) -> None:
    for kind, *values in steps:
        if kind == "form":
            name, matrix, clip = values
            canvas.saveState()
            if clip:
                canvas.clipPath(draw_path(canvas, clip), stroke=0, fill=0)
            canvas.transform(*matrix)
            canvas.doForm(name)
            canvas.restoreState()
        elif kind == "text":
            matrix, words, font, size, colour = values
            text = canvas.beginText()
            text.setTextTransform(*matrix)
            text.setFont(font, size)
            text.setFillColorRGB(*colour)
            text.textOut(words)
            canvas.drawText(text)
        else:
            fill, stroke, width, segments = values
            if fill:
                canvas.setFillColorRGB(*fill)
            if stroke:
                canvas.setStrokeColorRGB(*stroke)
                canvas.setLineWidth(width)
            canvas.drawPath(draw_path(canvas, segments), stroke=bool(stroke), fill=bool(fill), fillMode=0)


def draw_path(canvas: Any, segments: list[Any]) -> Any:
    path = canvas.beginPath()
    for method, *numbers in segments:
        getattr(path, method)(*numbers)
    return path


def main(steps: str, goal: str) -> None:
    rl_config.useA85 = 0
    document = json.loads(Path(steps).read_text(encoding="utf-8"))
    for font, file in document["fonts"].items():
        registerFont(TTFont(font, file))
    canvas = Canvas(goal, invariant=1, pageCompression=1)
    for name, box, form in document["forms"]:
        canvas.beginForm(name, *box)
        draw(canvas, form)
        canvas.endForm()
    for size, matrix, page in document["pages"]:
        canvas.setPageSize(size)
        canvas.transform(*matrix)
        draw(canvas, page)
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
