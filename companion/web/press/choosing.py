"""What is printed, chosen on a page; how far it has come, and the printer measured."""

import tempfile
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.data.catalogue import LANGUAGES
from companion.data.deck import RULES_AID, TUCKBOX, games
from companion.data.files import write_bytes
from companion.data.papers import find_profile, named_papers, paper, profiles_file, read_profiles
from companion.errors import InputError, Refused
from companion.play.games import GAMES
from companion.press.impose.gang import SIDES
from companion.press.impose.marks import Readings
from companion.press.ink.pdf import document_pdf
from companion.press.sheets.calibration import GAUGES, calibration
from companion.sentences import Sentence, say, shortened
from companion.service.press.order import CUBES, INKS, SEALS, SLEEVES, TYPES, Said, Wish, list_components
from companion.service.press.own_decks import OWN, own_deck, titles
from companion.service.press.printers import keep_readings, list_printers, take_printers
from companion.web.form import Form
from companion.web.press.jobs import Job, jobs_of, within
from companion.web.visit import HOST_ONLY, PLAYERS, Page, Visit

_PATIENCE = 1.5  # seconds the page waits for its sheets; after that it comes without them, and asks again
_PATIENCE_FOR_NAMES = 8.0  # seconds that cards are looked for before they are printed, or a page is drawn
MOST_CHARACTERS = 200  # of the names of cards
MOST_MARGIN = 50.0  # mm


def wish_of(form: Form, language: str) -> Wish:
    """The wish of a form; parts of another game are left out."""
    game = form.text("game")
    if not OWN.fullmatch(game):
        game = form.choice("game", games(), GAMES[0])
    deck = own_deck(game)
    there = {part.name for part in deck.components}
    printer, _, tray = form.text("printer").partition("\t")
    return Wish(
        game,
        form.choice("paper", tuple(named_papers()), "a4"),
        form.choice("sides", SIDES, SIDES[0]),
        deck.readable(form.choice("language", (*LANGUAGES, *deck.languages), language)),
        form.choice("ink", INKS, INKS[0]),
        tuple(part for part in form.all("part") if part in there),
        form.text("cards", most=MOST_CHARACTERS),
        millimetres(form.text("margin"), 0, MOST_MARGIN) if form.has("margin") else None,
        form.choice("seals", SEALS, SEALS[0]),
        form.choice("cube", CUBES, CUBES[0]),
        form.choice("sleeves", SLEEVES, SLEEVES[0]),
        "yes" if form.has("reverse") else "",
        printer,
        tray or form.text("tray"),
        "yes" if form.has("force") else "",
        form.choice("type", TYPES, TYPES[0]),
    )


def millimetres(typed: str, least: float, most: float) -> float:
    """A number that was typed, with a point or a comma."""
    try:
        number = float(typed.replace(",", "."))
    except ValueError:
        number = float("nan")
    if not (isfinite(number) and least <= number <= most):
        raise InputError(
            "'{value}' is not a number from {least} to {most}.",
            value=shortened(typed, 40),
            least=least,
            most=most,
        )
    return number


async def _choose(visit: Visit) -> Response:
    try:
        wish = wish_of(visit.form, visit.language.code)
    except InputError as wrong:
        visit.problem, wish = visit.problem or wrong.whole, Wish(GAMES[0], language=visit.language.code)
    if visit.form.has("stopped"):
        visit.problem = visit.problem or say("The press has stopped; try again.")
    jobs = jobs_of(visit.house)
    job = jobs.look(wish) if visit.problem is None else None
    if job is not None and await within(job, _PATIENCE) and job.problem is not None:
        visit.problem = job.problem
    deck = own_deck(wish.game)
    (contents,) = list_components((deck,), (), visit.language.code).lines
    nets = {part.net for part in deck.components if part.net}
    return visit.page(
        "print/choose.html",
        wish=wish,
        job=job,
        games=games(),
        own=titles(),
        papers=named_papers().values(),
        sides=SIDES,
        languages=deck.languages,
        contents=contents,
        most=MOST_CHARACTERS,
        near=_near(wish, visit.problem),
        boxes=TUCKBOX in nets,
        towers=bool(nets - {TUCKBOX, RULES_AID}),
        printers=dict.fromkeys((each.printer, each.tray) for each in read_profiles(profiles_file())),
    )


def _near(wish: Wish, problem: Sentence | None) -> dict[str, str]:
    """Names that may have been meant, each with the query of a wish that has it for what was typed."""
    told: dict[str, Any] = dict(problem.fields) if problem is not None and wish.cards else {}
    return {
        each: urlencode({**wish.said, "cards": wish.cards.replace(told["name"], each, 1)}, doseq=True)
        for each in told.get("near", ())
    }


async def _print(visit: Visit) -> Response:
    if visit.form.has("reckon"):  # Enter in the field, where no script shows the sheets
        return await _choose(visit)
    wish, jobs = wish_of(visit.form, visit.language.code), jobs_of(visit.house)
    if wish.cards:
        job = jobs.look(wish)
        if await within(job, _PATIENCE_FOR_NAMES) and job.problem is not None:
            raise Refused(job.problem)
    jobs.print(wish)
    return go_on(visit, f"/{wish.fingerprint}", wish.said)


def go_on(visit: Visit, page: str = "", said: Said | None = None) -> Response:
    """On to a page of printing, which knows what was wished and the way back to the table."""
    told = {**(said or {}), **_back(visit)}
    return visit.go_to(f"/print{page}?{urlencode(told, doseq=True)}" if told else f"/print{page}")


def _looked(visit: Visit) -> tuple[Job, int]:
    """A look whose sheets are there, and the number of one of them."""
    job, number = jobs_of(visit.house).looked(visit.request.path_params["fingerprint"]), -1
    typed = visit.request.path_params["number"]
    if typed.isascii() and typed.isdigit():
        number = int(typed[:4])
    if job is None or job.answer is None or not 0 <= number < len(job.answer.data["pages"]):
        raise HTTPException(404)
    return job, number


async def _sheet(visit: Visit) -> Response:
    """One sheet, small: a picture by itself."""
    job, number = _looked(visit)
    assert job.answer is not None
    return _picture(job.answer.data["pages"][number]["svg"])


async def _large(visit: Visit) -> Response:
    """One sheet as it is printed, on a page of its own."""
    job, number = _looked(visit)
    assert job.answer is not None
    again = urlencode({**job.task.wish.said, **_back(visit)}, doseq=True)
    named = {"again": again, "fingerprint": visit.request.path_params["fingerprint"], "back": _back(visit)}
    return visit.page("print/sheet.html", sheets=job.answer.data, number=number, **named)


async def _whole(visit: Visit) -> Response:
    """The picture of a sheet as it is printed."""
    look, number = _looked(visit)
    job = jobs_of(visit.house).page(look.task.wish, number)
    if not await within(job, _PATIENCE_FOR_NAMES) or job.answer is None:
        raise HTTPException(503)
    return _picture(job.answer.data["svg"])


def _picture(svg: str) -> Response:
    return Response(svg, media_type="image/svg+xml")


def _back(visit: Visit) -> dict[str, str]:
    back = visit.form.text("back")
    return {"back": back} if back else {}


_SIDES = ("duplex-long", "duplex-short", "separate")
_USUAL = {"across": "100", "down": "100"}  # what nobody needs to type
_LONGEST = 1000.0  # mm that are read as a number; what a reading may be is said where it is used
_MOST_BYTES = 64_000  # of a file of printers


async def _show_printers(visit: Visit, told: tuple[Sentence, ...] = ()) -> Response:
    return visit.page(
        "print/printers.html",
        printers=list_printers().lines,
        measured=dict.fromkeys((each.printer, each.tray) for each in read_profiles(profiles_file())),
        papers=named_papers().values(),
        sides=_SIDES,
        usual=_USUAL,
        told=told,
    )


async def _keep_readings(visit: Visit) -> Response:
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
    return await _show_printers(visit, tuple(line for line in kept.lines if isinstance(line, Sentence)))


async def _print_sheet(visit: Visit) -> Response:
    """The calibration sheet, corrected for a printer that is named; its back, where that is another file."""
    stock = paper(visit.form.choice("paper", tuple(named_papers()), "a4"))
    sides = visit.form.choice("sides", _SIDES, _SIDES[0])
    printer, _, tray = visit.form.text("printer").partition("\t")
    try:
        known = read_profiles(profiles_file())
        profile = find_profile(known, printer, tray or "-", stock.name) if printer else None
    except InputError as error:
        visit.problem = error.whole
        return await _show_printers(visit)
    documents = calibration(stock, sides, visit.language.code, profile)
    document = documents[-1 if visit.form.has("back-side") else 0]
    return _saved(f"{document.name}.pdf", document_pdf(document), "application/pdf")


async def _sheet_file(visit: Visit) -> Response:
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
    return await _show_printers(visit, tuple(line for line in taken.lines if isinstance(line, Sentence)))


def _saved(name: str, content: bytes, kind: str) -> Response:
    named = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(content, media_type=kind, headers={"content-disposition": named})


async def _progress(visit: Visit) -> Response:
    fingerprint = visit.request.path_params["fingerprint"]
    job = jobs_of(visit.house).printed(fingerprint)
    if job is None:  # what prints was started again; the address knows what was wished
        stopped = {"stopped": "yes"} if visit.form.has("game") else {}
        return go_on(visit, said={**_said(visit), **stopped})
    visit.problem = job.problem
    chosen = {**job.task.wish.said, "back": visit.form.text("back")}
    again = urlencode(chosen, doseq=True)
    return visit.page("print/progress.html", job=job, fingerprint=fingerprint, again=again)


def _said(visit: Visit) -> Said:
    """What was wished, as it stands in an address or a form; of what cannot be, the game or deck alone."""
    with suppress(InputError):
        return wish_of(visit.form, visit.language.code).said if visit.form.has("game") else {}
    return {"game": visit.form.all("game")[-1][:MOST_CHARACTERS]}


async def _stop(visit: Visit) -> Response:
    jobs_of(visit.house).stop(visit.request.path_params["fingerprint"])
    return go_on(visit, said=_said(visit))


async def _printed_file(visit: Visit) -> Response:
    """A file for the printer."""
    job = jobs_of(visit.house).printed(visit.request.path_params["fingerprint"])
    name = visit.request.path_params["name"]
    for file in job.files if job is not None else ():
        if file.name == name:
            plain = file.name.encode("ascii", "ignore").decode()  # for browsers that read no other
            how = "inline" if visit.form.has("show") else "attachment"
            named = f"{how}; filename=\"{plain}\"; filename*=UTF-8''{quote(file.name)}"
            kept = {"content-disposition": named}
            return Response(file.read_bytes(), media_type="application/pdf", headers=kept)
    raise HTTPException(404)


PAGES = (
    Page("/print", _choose, _print, who=PLAYERS),
    Page("/print/{fingerprint}/sheet/{number}", _sheet, who=PLAYERS),
    Page("/print/{fingerprint}/large/{number}", _large, who=PLAYERS),
    Page("/print/{fingerprint}/whole/{number}", _whole, who=PLAYERS),
    Page("/print/printers", _show_printers, _keep_readings, who=HOST_ONLY, files=True, limit=_MOST_BYTES),
    Page("/print/printers/sheet", _print_sheet, who=HOST_ONLY),
    Page("/print/printers/file", _sheet_file, who=HOST_ONLY),
    Page("/print/{fingerprint}", _progress, _stop, who=PLAYERS),
    Page("/print/{fingerprint}/file/{name}", _printed_file, who=PLAYERS),
)
"""Printing."""
