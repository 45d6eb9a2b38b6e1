"""Printers that print askew: the calibration sheet, what is read off it, and the file that keeps it."""

import tempfile
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.data.files import write_bytes
from companion.data.papers import find_profile, named_papers, paper, profiles_file, read_profiles
from companion.errors import InputError
from companion.press.impose.printer import Readings
from companion.press.ink.pdf import document_pdf
from companion.press.sheets.calibration import GAUGES, calibration
from companion.sentences import Sentence
from companion.service.press.printers import keep_readings, list_printers, take_printers
from companion.web.press.choosing import MOST_MARGIN, millimetres
from companion.web.visit import HOST_ONLY, Page, Visit

_SIDES = ("duplex-long", "duplex-short", "separate")
_USUAL = {"across": "100", "down": "100"}  # what nobody needs to type
_LONGEST = 1000.0  # mm that are read as a number; what a reading may be is said where it is used
_MOST_BYTES = 64_000  # of a file of printers


async def _show(visit: Visit, told: tuple[Sentence, ...] = ()) -> Response:
    return visit.page(
        "print/printers.html",
        printers=list_printers().lines,
        measured=dict.fromkeys((each.printer, each.tray) for each in read_profiles(profiles_file())),
        papers=named_papers().values(),
        sides=_SIDES,
        usual=_USUAL,
        told=told,
    )


async def _act(visit: Visit) -> Response:
    """Keep what was read off a sheet, or take in a file of printers."""
    form = visit.form
    if form.has("take"):
        return await _take(visit)
    read = {name: millimetres(form.text(name, _USUAL.get(name, "")), -_LONGEST, _LONGEST) for name in GAUGES}
    stock = paper(form.choice("paper", tuple(named_papers()), "a4"))
    margin = millimetres(form.text("margin"), 0, MOST_MARGIN) if form.has("margin") else None
    kept = keep_readings(
        form.text("name"), form.text("tray"), stock, Readings(**read), margin, form.has("corrected")
    )
    visit.form = type(form)()
    return await _show(visit, tuple(line for line in kept.lines if isinstance(line, Sentence)))


async def _sheet(visit: Visit) -> Response:
    """The calibration sheet, corrected for a printer that is named; its back, where that is another file."""
    stock = paper(visit.form.choice("paper", tuple(named_papers()), "a4"))
    sides = visit.form.choice("sides", _SIDES, _SIDES[0])
    printer, _, tray = visit.form.text("printer").partition("\t")
    try:
        known = read_profiles(profiles_file())
        profile = find_profile(known, printer, tray or "-", stock.name) if printer else None
    except InputError as error:
        visit.problem = error.whole
        return await _show(visit)
    documents = calibration(stock, sides, visit.language.code, profile)
    document = documents[-1 if visit.form.has("back-side") else 0]
    return _saved(f"{document.name}.pdf", document_pdf(document), "application/pdf")


async def _file(visit: Visit) -> Response:
    """The file of all measured printers."""
    if not profiles_file().exists():
        raise HTTPException(404)
    return _saved("printers.toml", profiles_file().read_bytes(), "text/plain; charset=utf-8")


async def _take(visit: Visit) -> Response:
    sent = visit.form.files.get("file")
    if sent is None or not sent.content:
        raise InputError("Choose a file first.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "printers.toml"
        write_bytes(file, sent.content)
        taken = take_printers(file, sent.name)
    return await _show(visit, tuple(line for line in taken.lines if isinstance(line, Sentence)))


def _saved(name: str, content: bytes, kind: str) -> Response:
    named = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(content, media_type=kind, headers={"content-disposition": named})


PAGES = (
    Page("/print/printers", _show, _act, who=HOST_ONLY, files=True, limit=_MOST_BYTES),
    Page("/print/printers/sheet", _sheet, who=HOST_ONLY),
    Page("/print/printers/file", _file, who=HOST_ONLY),
)
"""Measuring, its sheet, and its file."""
