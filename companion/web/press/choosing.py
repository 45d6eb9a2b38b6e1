"""Pages on which one chooses what to print, follows its progress, and measures the printer."""

import tempfile
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.data.catalogue import LANGUAGES
from companion.data.deck import RULES_AID, TUCKBOX, list_games
from companion.data.files import write_bytes
from companion.data.papers import get_profile, papers_by_name, parse_paper, profiles_file, read_profiles
from companion.errors import InputError, Refused
from companion.play.games import GAMES
from companion.press.ink.pdf import render_document
from companion.press.sheets.gang import SIDES
from companion.press.sheets.guide import GAUGES, lay_out_calibration
from companion.press.sheets.marks import Readings
from companion.sentences import Sentence, say, shorten_text
from companion.service.press.order import CUBES, INKS, SEALS, SLEEVES, TYPES, EditionOrder, FormFields, list_components
from companion.service.press.own_decks import OWN, list_titles, open_kept_deck
from companion.service.press.printers import import_printers, keep_readings, list_printers
from companion.web.context import HOST_ONLY, PLAYERS, Page, PageContext
from companion.web.form import Form
from companion.web.press.jobs import Job, get_jobs, wait_for_job

_PATIENCE = 1.5  # seconds the page waits for its sheets; after that it comes without them, and asks again
_PATIENCE_FOR_NAMES = 8.0  # seconds that cards are looked for before they are printed, or a page is drawn
MOST_CHARACTERS = 200  # of the names of cards
MOST_MARGIN = 50.0  # mm


def parse_wish(form: Form, language: str) -> EditionOrder:
    """The print wish in a form; parts of another game are left out."""
    game = form.text("game")
    if not OWN.fullmatch(game):
        game = form.choice("game", list_games(), GAMES[0])
    deck = open_kept_deck(game)
    there = {part.name for part in deck.components}
    printer, _, tray = form.text("printer").partition("\t")
    return EditionOrder(
        game,
        form.choice("paper", tuple(papers_by_name()), "a4"),
        form.choice("sides", SIDES, SIDES[0]),
        deck.choose_language(form.choice("language", (*LANGUAGES, *deck.languages), language)),
        form.choice("ink", INKS, INKS[0]),
        tuple(part for part in form.texts("part") if part in there),
        form.text("cards", most=MOST_CHARACTERS),
        parse_millimetres(form.text("margin"), 0, MOST_MARGIN) if form.has("margin") else None,
        form.choice("seals", SEALS, SEALS[0]),
        form.choice("cube", CUBES, CUBES[0]),
        form.choice("sleeves", SLEEVES, SLEEVES[0]),
        "yes" if form.has("reverse") else "",
        printer,
        tray or form.text("tray"),
        "yes" if form.has("force") else "",
        form.choice("type", TYPES, TYPES[0]),
    )


def parse_millimetres(typed: str, least: float, most: float) -> float:
    """A typed number of millimetres, with a point or a comma."""
    try:
        number = float(typed.replace(",", "."))
    except ValueError:
        number = float("nan")
    if not (isfinite(number) and least <= number <= most):
        raise InputError(
            "'{value}' is not a number from {least} to {most}.", value=shorten_text(typed, 40), least=least, most=most
        )
    return number


async def _choose(context: PageContext) -> Response:
    try:
        wish = parse_wish(context.form, context.language.code)
    except InputError as wrong:
        context.problem, wish = (context.problem or wrong.whole, EditionOrder(GAMES[0], language=context.language.code))
    if context.form.has("stopped"):
        context.problem = context.problem or say("The press has stopped; try again.")
    jobs = get_jobs(context.app_state)
    job = jobs.look(wish) if context.problem is None else None
    if job is not None and await wait_for_job(job, _PATIENCE) and job.problem is not None:
        context.problem = job.problem
    deck = open_kept_deck(wish.game)
    (contents,) = list_components((deck,), (), context.language.code).lines
    nets = {part.net for part in deck.components if part.net}
    return context.render_page(
        "print/choose.html",
        wish=wish,
        job=job,
        games=list_games(),
        own=list_titles(),
        papers=papers_by_name().values(),
        sides=SIDES,
        languages=deck.languages,
        contents=contents,
        most=MOST_CHARACTERS,
        near=_suggest_names(wish, context.problem),
        boxes=TUCKBOX in nets,
        towers=bool(nets - {TUCKBOX, RULES_AID}),
        printers=dict.fromkeys((each.printer, each.tray) for each in read_profiles(profiles_file())),
    )


def _suggest_names(wish: EditionOrder, problem: Sentence | None) -> dict[str, str]:
    """Names that may have been meant, each with the query of the wish that has it instead."""
    told: dict[str, Any] = dict(problem.fields) if problem is not None and wish.cards else {}
    return {
        each: urlencode({**wish.form_fields, "cards": wish.cards.replace(told["name"], each, 1)}, doseq=True)
        for each in told.get("near", ())
    }


async def _print(context: PageContext) -> Response:
    if context.form.has("reckon"):  # Enter in the field, where no script shows the sheets
        return await _choose(context)
    wish, jobs = parse_wish(context.form, context.language.code), get_jobs(context.app_state)
    if wish.cards:
        job = jobs.look(wish)
        if await wait_for_job(job, _PATIENCE_FOR_NAMES) and job.problem is not None:
            raise Refused(job.problem)
    jobs.print(wish)
    return redirect_to_print(context, f"/{wish.fingerprint}", wish.form_fields)


def redirect_to_print(context: PageContext, page: str = "", said: FormFields | None = None) -> Response:
    """Redirect to a page of printing, with the wish and the way back to the table."""
    told = {**(said or {}), **_read_back(context)}
    return context.redirect_to_path(f"/print{page}?{urlencode(told, doseq=True)}" if told else f"/print{page}")


def _get_look(context: PageContext) -> tuple[Job, int]:
    """The look whose sheets are there, and the number of one sheet; else 404."""
    job, number = get_jobs(context.app_state).find_look(context.request.path_params["fingerprint"]), -1
    typed = context.request.path_params["number"]
    if typed.isascii() and typed.isdigit():
        number = int(typed[:4])
    if job is None or job.answer is None or not 0 <= number < len(job.answer.data["pages"]):
        raise HTTPException(404)
    return job, number


async def _serve_sheet(context: PageContext) -> Response:
    """Send one sheet, small: a picture by itself."""
    job, number = _get_look(context)
    assert job.answer is not None
    return _send_svg(job.answer.data["pages"][number]["svg"])


async def _show_sheet(context: PageContext) -> Response:
    """Show one sheet as it is printed, on a page of its own."""
    job, number = _get_look(context)
    assert job.answer is not None
    again = urlencode({**job.task.wish.form_fields, **_read_back(context)}, doseq=True)
    named = {"again": again, "fingerprint": context.request.path_params["fingerprint"], "back": _read_back(context)}
    return context.render_page("print/sheet.html", sheets=job.answer.data, number=number, **named)


async def _serve_whole_sheet(context: PageContext) -> Response:
    """Send the picture of a sheet as it is printed."""
    look, number = _get_look(context)
    job = get_jobs(context.app_state).draw_page(look.task.wish, number)
    if not await wait_for_job(job, _PATIENCE_FOR_NAMES) or job.answer is None:
        raise HTTPException(503)
    return _send_svg(job.answer.data["svg"])


def _send_svg(svg: str) -> Response:
    return Response(svg, media_type="image/svg+xml")


def _read_back(context: PageContext) -> dict[str, str]:
    back = context.form.text("back")
    return {"back": back} if back else {}


_SIDES = ("duplex-long", "duplex-short", "separate")
_USUAL = {"across": "100", "down": "100"}  # what nobody needs to type
_LONGEST = 1000.0  # mm that are read as a number; what a reading may be is said where it is used
_MOST_BYTES = 64_000  # of a file of printers


async def _show_printers(context: PageContext, told: tuple[Sentence, ...] = ()) -> Response:
    return context.render_page(
        "print/printers.html",
        printers=list_printers().lines,
        measured=dict.fromkeys((each.printer, each.tray) for each in read_profiles(profiles_file())),
        papers=papers_by_name().values(),
        sides=_SIDES,
        usual=_USUAL,
        told=told,
    )


async def _keep_readings(context: PageContext) -> Response:
    """Save what was read off a calibration sheet, or take in a file of printers."""
    form = context.form
    if form.has("take"):
        return await _take_profiles(context)
    read = {name: parse_millimetres(form.text(name, _USUAL.get(name, "")), -_LONGEST, _LONGEST) for name in GAUGES}
    stock = parse_paper(form.choice("paper", tuple(papers_by_name()), "a4"))
    margin = parse_millimetres(form.text("margin"), 0, MOST_MARGIN) if form.has("margin") else None
    kept = keep_readings(form.text("name"), form.text("tray"), stock, Readings(**read), margin, form.has("corrected"))
    context.form = type(form)()
    return await _show_printers(context, tuple(line for line in kept.lines if isinstance(line, Sentence)))


async def _print_calibration(context: PageContext) -> Response:
    """Send the calibration sheet, corrected for a named printer; or its back, if that is another file."""
    stock = parse_paper(context.form.choice("paper", tuple(papers_by_name()), "a4"))
    sides = context.form.choice("sides", _SIDES, _SIDES[0])
    printer, _, tray = context.form.text("printer").partition("\t")
    try:
        known = read_profiles(profiles_file())
        profile = get_profile(known, printer, tray or "-", stock.name) if printer else None
    except InputError as error:
        context.problem = error.whole
        return await _show_printers(context)
    documents = lay_out_calibration(stock, sides, context.language.code, profile)
    document = documents[-1 if context.form.has("back-side") else 0]
    return _send_file(f"{document.name}.pdf", render_document(document), "application/pdf")


async def _serve_profiles(context: PageContext) -> Response:
    """Send the file of all measured printers."""
    if not profiles_file().exists():
        raise HTTPException(404)
    return _send_file("printers.toml", profiles_file().read_bytes(), "text/plain; charset=utf-8")


async def _take_profiles(context: PageContext) -> Response:
    sent = context.form.files.get("file")
    if sent is None or not sent.content:
        raise InputError("Choose a file first.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "printers.toml"
        write_bytes(file, sent.content)
        taken = import_printers(file, sent.name)
    return await _show_printers(context, tuple(line for line in taken.lines if isinstance(line, Sentence)))


def _send_file(name: str, content: bytes, kind: str) -> Response:
    named = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(content, media_type=kind, headers={"content-disposition": named})


async def _show_progress(context: PageContext) -> Response:
    fingerprint = context.request.path_params["fingerprint"]
    job = get_jobs(context.app_state).find_print(fingerprint)
    if job is None:  # what prints was started again; the address knows what was wished
        stopped = {"stopped": "yes"} if context.form.has("game") else {}
        return redirect_to_print(context, said={**_read_wish_fields(context), **stopped})
    context.problem = job.problem
    chosen = {**job.task.wish.form_fields, "back": context.form.text("back")}
    again = urlencode(chosen, doseq=True)
    return context.render_page("print/progress.html", job=job, fingerprint=fingerprint, again=again)


def _read_wish_fields(context: PageContext) -> FormFields:
    """The fields of the wish in an address or a form; of an invalid one, only the game or deck."""
    with suppress(InputError):
        return parse_wish(context.form, context.language.code).form_fields if context.form.has("game") else {}
    return {"game": context.form.texts("game")[-1][:MOST_CHARACTERS]}


async def _stop(context: PageContext) -> Response:
    get_jobs(context.app_state).stop(context.request.path_params["fingerprint"])
    return redirect_to_print(context, said=_read_wish_fields(context))


async def _serve_printed_file(context: PageContext) -> Response:
    job = get_jobs(context.app_state).find_print(context.request.path_params["fingerprint"])
    name = context.request.path_params["name"]
    for file in job.files if job is not None else ():
        if file.name == name:
            plain = file.name.encode("ascii", "ignore").decode()  # for browsers that read no other
            how = "inline" if context.form.has("show") else "attachment"
            named = f"{how}; filename=\"{plain}\"; filename*=UTF-8''{quote(file.name)}"
            kept = {"content-disposition": named}
            return Response(file.read_bytes(), media_type="application/pdf", headers=kept)
    raise HTTPException(404)


PAGES = (
    Page("/print", _choose, _print, who=PLAYERS),
    Page("/print/{fingerprint}/sheet/{number}", _serve_sheet, who=PLAYERS),
    Page("/print/{fingerprint}/large/{number}", _show_sheet, who=PLAYERS),
    Page("/print/{fingerprint}/whole/{number}", _serve_whole_sheet, who=PLAYERS),
    Page("/print/printers", _show_printers, _keep_readings, who=HOST_ONLY, files=True, limit=_MOST_BYTES),
    Page("/print/printers/sheet", _print_calibration, who=HOST_ONLY),
    Page("/print/printers/file", _serve_profiles, who=HOST_ONLY),
    Page("/print/{fingerprint}", _show_progress, _stop, who=PLAYERS),
    Page("/print/{fingerprint}/file/{name}", _serve_printed_file, who=PLAYERS),
)
"""Printing."""
