"""Ink for drawings in PDF: each becomes a form that holds the notation of its paths, letters behind numbers.

Coordinates stay the millimetres of the art file, y downward: the page turns them over once, where it places
the form. Gradients are axial shadings; a translucent path has a graphics state of its own, and a drawing that
is translucent as a whole is a transparency group.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

from companion.press.frame.drawing import Drawing, Gradient, Trace
from companion.press.frame.matrix import IDENTITY

_SEGMENT = re.compile("([MLC])([^MLCZ]*)|Z")
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class Tracer:
    """Stores drawings in one PDF; `named` gives a new form its name."""

    def __init__(self, document: Any, named: Callable[[], str]) -> None:
        self.document = document
        self.named = named
        self._forms: dict[tuple[int, bool], tuple[str, Drawing]] = {}
        self._shadings: dict[Gradient, str] = {}

    def form(self, drawing: Drawing, whole: bool = False) -> str:
        """Store a drawing and those within it, as a translucent group if `whole`; the name of its form."""
        key = (id(drawing), whole)
        if key not in self._forms:
            self._forms[key] = (self.named(), drawing)
            self._store(self._forms[key][0], drawing, whole)
        return self._forms[key][0]

    def state(self, resources: Any, opacity: float) -> str:
        """The name of a graphics state in which everything is translucent."""
        from reportlab.pdfbase.pdfdoc import PDFDictionary

        name = f"o{round(opacity * 1000)}"
        resources.ExtGState[name] = PDFDictionary({"ca": round(opacity, 3), "CA": round(opacity, 3)})
        self.document.ensureMinPdfVersion("transparency")
        return name

    def _store(self, name: str, drawing: Drawing, whole: bool) -> None:
        from reportlab.pdfbase import pdfdoc

        resources = pdfdoc.PDFResourceDictionary()
        content = pdfdoc.PDFStream()
        content.content = "\n".join(self._content(drawing, resources)).encode("ascii")
        if whole:
            content.dictionary["Group"] = pdfdoc.PDFDictionary(
                {"S": pdfdoc.PDFName("Transparency"), "CS": pdfdoc.PDFName("DeviceRGB")}
            )
        form = pdfdoc.PDFFormXObject(*drawing.extent)
        form.Contents, form.Resources, form.compression = content, resources, 1
        self.document.addForm(name, form)

    def _content(self, drawing: Drawing, resources: Any) -> Iterator[str]:
        from reportlab.pdfbase.pdfdoc import PDFObjectReference, xObjectName

        if drawing.clip is not None:
            yield f"{_path(drawing.clip)}W{_rule(drawing.clip)} n"
        pen: dict[str, str] = {}
        for each in drawing.traces:
            if isinstance(each, Trace):
                yield from self._trace(each, resources, pen)
                continue
            name = xObjectName(self.form(each.drawing, each.opacity < 1))
            resources.XObject[name] = PDFObjectReference(name)
            faint = f"/{self.state(resources, each.opacity)} gs " if each.opacity < 1 else ""
            yield f"q {faint}{numbers(*each.matrix)} cm /{name} Do Q"

    def _trace(self, trace: Trace, resources: Any, pen: dict[str, str]) -> Iterator[str]:
        wrapped = trace.matrix != IDENTITY or trace.opacity < 1
        if wrapped:
            pen = dict(pen)
            faint = f"/{self.state(resources, trace.opacity)} gs " if trace.opacity < 1 else ""
            yield f"q {faint}{numbers(*trace.matrix)} cm"
        path, fill = _path(trace), trace.fill
        if isinstance(fill, Gradient):
            within = f"{numbers(*fill.matrix)} cm /{self._shading(fill, resources)} sh"
            yield f"q {path}W{_rule(trace)} n {within} Q"
            fill = None
        wanted = {"rg": rgb(fill)} if fill else {}
        if trace.stroke:
            wanted |= {
                "RG": rgb(trace.stroke),
                "w": numbers(trace.width),
                "J": str(_CAPS[trace.cap]),
                "j": str(_JOINS[trace.join]),
                "M": numbers(trace.miter),
                "d": f"[{numbers(*trace.dash)}] 0",
            }
        yield from (f"{value} {key}" for key, value in wanted.items() if pen.get(key) != value)
        pen.update(wanted)
        if wanted:
            end = "S" if not fill else ("B" if trace.stroke else "f") + _rule(trace)
            yield path + end
        if wrapped:
            yield "Q"

    def _shading(self, gradient: Gradient, resources: Any) -> str:
        from reportlab.pdfbase import pdfdoc

        if gradient not in self._shadings:
            shading = pdfdoc.PDFAxialShading(
                *gradient.start, *gradient.end, _blend(gradient), "DeviceRGB", Extend="[true true]"
            )
            self._shadings[gradient] = self.document.addShading(shading)
        name = self._shadings[gradient]
        resources.Shading[name] = pdfdoc.PDFObjectReference(name)
        return name


def _blend(gradient: Gradient) -> Any:
    """The colours along the way, one function from each stop to the next."""
    from reportlab.pdfbase.pdfdoc import PDFExponentialFunction, PDFStitchingFunction

    stops = [(0.0, gradient.stops[0][1]), *gradient.stops, (1.0, gradient.stops[-1][1])]
    pairs = [(one, other) for one, other in itertools.pairwise(stops) if one[0] < other[0]]
    pieces = [
        PDFExponentialFunction(N=1, C0=_shares(one), C1=_shares(other)) for (_, one), (_, other) in pairs
    ]
    if len(pieces) == 1:
        return pieces[0]
    return PDFStitchingFunction(
        pieces, [end for _, (end, _) in pairs[:-1]], [0, 1] * len(pieces), Domain="[0 1]"
    )


def _shares(colour: str) -> tuple[float, ...]:
    return tuple(round(int(colour[i : i + 2], 16) / 255, 4) for i in (1, 3, 5))


def rgb(colour: str) -> str:
    """A colour as three numbers."""
    return numbers(*_shares(colour))


def numbers(*values: float) -> str:
    """Numbers as PDF has them: no exponents."""
    return " ".join("0" if abs(value) < 5e-6 else f"{value:.5f}".rstrip("0").rstrip(".") for value in values)


def _rule(trace: Trace) -> str:
    return "*" if trace.even_odd else ""


def _path(trace: Trace) -> str:
    return _SEGMENT.sub(_operator, trace.notation)


def _operator(match: re.Match[str]) -> str:
    letter, at = match.groups()
    return f"{at} {letter.lower()}\n" if letter else "h\n"
