"""The curve of an attack as a picture: armies sent against the chance to win."""

from companion.data.outputs import marked
from companion.play.shogun.telling.figures import OddsCurve, percent
from companion.sentences import Language

_MARGIN, _WIDTH, _HEIGHT = 60, 640, 400
_WIN, _TIE, _INK, _GRID = "#0072b2", "#e69f00", "#1a1a1a", "#d0d0d0"


def draw_curve(curve: OddsCurve, language: Language) -> str:
    """An SVG of the chance to win as a blue line with dots, and that of win or tie as an orange one."""
    import svgwrite

    drawing = svgwrite.Drawing(size=(_WIDTH, _HEIGHT), viewBox=f"0 0 {_WIDTH} {_HEIGHT}")
    title = curve.title.said(language)
    drawing.set_desc(title=title)
    drawing.add(drawing.rect((0, 0), (_WIDTH, _HEIGHT), fill="white"))
    letters = drawing.g(font_family="sans-serif", font_size=14, fill=_INK)
    letters.add(drawing.text(title, insert=(_MARGIN, 28), font_size=18))
    for tenth in (0, 2, 4, 6, 8, 10):
        y = _across(tenth / 10)
        drawing.add(drawing.line((_MARGIN, y), (_WIDTH - 20, y), stroke=_GRID))
        share = percent(tenth / 10, 0).said(language)
        letters.add(drawing.text(share, insert=(_MARGIN - 8, y + 5), text_anchor="end"))
    count = len(curve.points)
    for armies in range(1, count + 1, max(1, count // 16)):
        x = _along(armies, count)
        letters.add(drawing.text(str(armies), insert=(x, _HEIGHT - 34), text_anchor="middle"))
    middle = (_MARGIN + _WIDTH - 20) / 2
    sent = language.template("armies sent")
    letters.add(drawing.text(sent, insert=(middle, _HEIGHT - 10), text_anchor="middle"))
    for ink, dashes, chances, name in (
        (_TIE, "6 4", [win + tie for win, tie in curve.points], language.template("win or tie")),
        (_WIN, "none", [win for win, _ in curve.points], language.template("win")),
    ):
        places = [
            (round(_along(armies, count), 2), round(_across(chance), 2))
            for armies, chance in enumerate(chances, 1)
        ]
        line = {"stroke": ink, "stroke_width": 2.5, "stroke_dasharray": dashes}
        drawing.add(drawing.polyline(places, fill="none", **line))
        for place in places:
            drawing.add(drawing.circle(place, 3, fill=ink))
        right, y = _WIDTH - 160, _HEIGHT - 50 - (66 if ink == _TIE else 86)
        drawing.add(drawing.line((right, y), (right + 30, y), **line))
        letters.add(drawing.text(name, insert=(right + 38, y + 5)))
    drawing.add(letters)
    return marked(drawing.tostring()) + "\n"


def _across(chance: float) -> float:
    return _HEIGHT - 60 - chance * (_HEIGHT - 60 - 50)


def _along(armies: int, most: int) -> float:
    return _MARGIN + 20 + (armies - 1) / max(1, most - 1) * (_WIDTH - 20 - _MARGIN - 40)
