"""The queue of print jobs, and the pages that order a print, show its progress, and correct a printer's errors.

Tasks are done one after the other; one that is already queued or done is not added again.
"""

import asyncio
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary, finalize

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.answers import Answer
from companion.data.catalogue import LANGUAGES
from companion.data.deck import RULES_AID, TUCKBOX, Deck
from companion.data.decks.pictures import KINDS, has_pictures
from companion.data.files import write_bytes
from companion.data.papers import (
    Paper,
    get_profile,
    papers_by_name,
    parse_paper,
    profiles_file,
    read_own_papers,
    read_profiles,
)
from companion.errors import CompanionError, InputError, Refused
from companion.play.games import GAMES
from companion.press.ink.pdf import render_document
from companion.press.sheets.gang import SIDES
from companion.press.sheets.guide import GAUGES, lay_out_calibration
from companion.press.sheets.marks import Readings
from companion.sentences import Sentence, say, shorten_text
from companion.service.press.edition_order import CHOICES, EditionOrder, FormFields
from companion.service.press.own_decks import OWN, get_decks_folder, is_kept_pdf, list_titles, open_kept_deck
from companion.service.press.printers import import_printers, keep_readings, list_printers
from companion.service.press.printing import list_components
from companion.web.access import Form
from companion.web.app_state import AppState
from companion.web.context import HOST_ONLY, PLAYERS, PageContext, WebPage
from companion.web.press import Press, PressHere, Task
from companion.web.rendering import MIME_TYPES, send_file

_MOST_WAITING_JOBS = 6
_MOST_KEPT_JOBS = 12  # jobs remembered, so that the same sheets need not be rendered again
_MOST_ON_A_PHONE = 4  # fewer, as a phone's memory holds all files: those of this order and the last


@dataclass(eq=False, slots=True)
class Job:
    """A task for the press, and its progress."""

    task: Task
    done_count: int = 0
    total: int = 0  # the amount of `done` at the end; 0 while the job waits
    page: int = 0  # the page being written; 0 while cards are laid out
    pages: int = 0
    answer: Answer | None = None
    problem: Sentence | None = None
    can_retry: bool = False  # the problem may be gone at another try
    is_held: bool = False  # on a phone: the job only runs between pages, so no page waits for it
    running_task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        return self.answer is not None or self.problem is not None

    @property
    def files(self) -> tuple[Path, ...]:
        files = self.answer.files if self.answer is not None else ()
        return tuple(file for file in files if file.suffix == ".pdf")


class Jobs:
    """The jobs of one press, waiting, running or finished, by name."""

    def __init__(self, press: Press, is_held: bool = False) -> None:
        self.loop = asyncio.get_running_loop()
        self._press, self._is_held = press, is_held
        self._jobs: dict[str, Job] = {}
        self._lock = asyncio.Lock()
        self._made_folder: Path | None = None

    def look(self, order: EditionOrder) -> Job:
        return self._start_job(f"look-{order.fingerprint}", Task(order))

    def draw_page(self, order: EditionOrder, number: int) -> Job:
        return self._start_job(f"look-{order.fingerprint}-{number}", Task(order, page=number))

    def check(self, order: EditionOrder) -> Job:
        return self._start_job(f"look-check-{order.fingerprint}", Task(order, checks=True))

    def print(self, order: EditionOrder) -> Job:
        return self._start_job(order.fingerprint, Task(order, self._folder / order.fingerprint))

    def find_print(self, fingerprint: str) -> Job | None:
        return self._jobs.get(fingerprint) if not fingerprint.startswith("look-") else None

    def find_look(self, fingerprint: str) -> Job | None:
        """The job with previews of the order with a fingerprint, if any; it is now the last to be forgotten."""
        name = f"look-{fingerprint}"
        if name in self._jobs:
            self._jobs[name] = self._jobs.pop(name)
        return self._jobs.get(name)

    async def wait_for_all(self) -> None:
        """Wait until every job is over; raises unexpected errors of jobs."""
        for task in [each.running_task for each in self._jobs.values() if each.running_task and not each.is_over]:
            await asyncio.wait({task})
            task.result()

    def stop(self, fingerprint: str) -> None:
        if (job := self._jobs.pop(fingerprint, None)) is not None:
            self._forget(job)

    @property
    def _folder(self) -> Path:
        """The folder for printed files, deleted when the program ends."""
        if self._made_folder is None:
            self._made_folder = Path(tempfile.mkdtemp(prefix="companion-print-"))
            finalize(self, shutil.rmtree, self._made_folder, ignore_errors=True)
        return self._made_folder

    def _start_job(self, name: str, task: Task) -> Job:
        """The job of a name, begun if it is not there; refused when too many jobs wait."""
        job = self._jobs.pop(name, None)
        if job is None or job.can_retry:
            self._make_room()
            job = Job(task, is_held=self._is_held)
            job.running_task = self.loop.create_task(self._run_job(job))
        self._jobs[name] = job
        return job

    def _make_room(self) -> None:
        if sum(not job.is_over for job in self._jobs.values()) >= _MOST_WAITING_JOBS:
            raise Refused("The press is busy; wait a moment, then try again.")
        finished = [name for name, job in self._jobs.items() if job.is_over]
        most = max(0, len(self._jobs) + 1 - (_MOST_ON_A_PHONE if self._is_held else _MOST_KEPT_JOBS))
        for number, name in enumerate(finished):
            if number < most or (self._is_held and self._jobs[name].task.page is not None):  # the browser has it
                self._forget(self._jobs.pop(name))

    def _forget(self, job: Job) -> None:
        if job.running_task is not None:
            job.running_task.cancel()
        if job.task.folder is not None:
            shutil.rmtree(job.task.folder, ignore_errors=True)

    async def _run_job(self, job: Job) -> None:
        def report(count: int, of: int, page: int = 0, pages: int = 0) -> None:
            job.done_count, job.total, job.page, job.pages = count, of, page, pages

        async with self._lock:
            try:
                if job.task.folder is not None:
                    job.task.folder.mkdir(exist_ok=True)
                job.answer = await self._press.work(job.task, report)
            except CompanionError as error:  # a preview would fail again; printing may find space on the disk
                job.problem, job.can_retry = error.message, job.task.folder is not None
            except OSError:
                job.problem, job.can_retry = say("The press has stopped; try again."), True


_PRESSES: WeakKeyDictionary[AppState | Press, Jobs] = WeakKeyDictionary()


def get_jobs(app_state: AppState) -> Jobs:
    """The jobs of an application's press in the running event loop."""
    owner = app_state.settings.press or app_state
    jobs = _PRESSES.get(owner)
    if jobs is None or jobs.loop is not asyncio.get_running_loop():
        jobs = _PRESSES[owner] = Jobs(app_state.settings.press or PressHere(), app_state.settings.pocket)
    return jobs


async def wait_for_job(job: Job, seconds: float) -> bool:
    """Wait up to some seconds for a job; true if it is over."""
    if job.running_task is not None and not job.is_held:
        await asyncio.wait({job.running_task}, timeout=seconds)
    return job.is_over


_PATIENCE = 1.5  # seconds the page waits for previews; after that it is sent without them, and loads them later
_PATIENCE_FOR_NAMES = 8.0  # seconds to wait until named cards are found, or a page is rendered
MOST_CHARACTERS = 200  # in the field for names of cards
CUT = ("grid", "gap", "size", "pages", "backs")  # fields that say how a PDF is cut
_MOST_TYPED = 40  # characters of one of them, or of places
MOST_MARGIN = 50.0  # mm


def parse_edition_order(form: Form, language: str) -> EditionOrder:
    """The print order in a form; components that its game does not have are ignored."""
    game = form.text("game")
    if not OWN.fullmatch(game):
        game = form.choice("game", GAMES, GAMES[0])
    deck = _outline_deck(game)
    names, papers = {part.name for part in deck.components}, _list_papers(deck)
    paper = form.choice("paper", tuple(papers), "a4")
    printer, _, tray = form.text("printer").partition("\t")
    choices: dict[str, Any] = {name: form.choice(name, values, values[0]) for name, values in CHOICES.items()}
    return EditionOrder(
        game,
        paper,
        form.choice("sides", SIDES, SIDES[0]),
        deck.choose_language(form.choice("language", (*LANGUAGES, *deck.languages), language)),
        parts=tuple(part for part in form.texts("part") if part in names),
        cards=form.text("cards", most=MOST_CHARACTERS),
        margin=parse_millimetres(form.text("margin"), 0, MOST_MARGIN) if form.has("margin") else None,
        reverse="yes" if form.has("reverse") else "",
        printer=printer,
        tray=tray or form.text("tray"),
        force="yes" if form.has("force") else "",
        cut=tuple((name, form.text(name, most=_MOST_TYPED)) for name in CUT if form.has(name) and is_kept_pdf(game)),
        skip=form.text("skip", most=_MOST_TYPED) if papers[paper].places else "",
        side=form.choice("side", ("both", *deck.sides), "both"),
        **choices,
    )


def _outline_deck(game: str) -> Deck:
    """A deck for its parts; a PDF, which takes a while to cut, is not opened."""
    return Deck(game, get_decks_folder() / game / game, (), (), Path()) if is_kept_pdf(game) else open_kept_deck(game)


def _list_papers(deck: Deck) -> dict[str, Paper]:
    """The papers to choose from, by name: everybody's, and those of a deck of one's own."""
    return {**papers_by_name(), **read_own_papers(deck.file.parent)}


def parse_millimetres(text: str, least: float, most: float) -> float:
    """A typed number of millimetres, with a decimal point or comma; ``InputError`` if it is out of bounds."""
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        number = float("nan")
    if not (isfinite(number) and least <= number <= most):
        raise InputError(
            "'{value}' is not a number from {least} to {most}.", value=shorten_text(text, 40), least=least, most=most
        )
    return number


async def _choose(context: PageContext) -> Response:
    try:
        order = parse_edition_order(context.form, context.language.code)
    except InputError as error:
        context.problem = context.problem or error.message
        order = EditionOrder(GAMES[0], language=context.language.code)
    if context.form.has("stopped"):
        context.problem = context.problem or say("The press has stopped; try again.")
    job = get_jobs(context.app_state).look(order) if context.problem is None else None
    patience = _PATIENCE if context.form.has("game") else 0  # the page itself comes at once
    if job is not None and await wait_for_job(job, patience) and job.problem is not None:
        context.problem = job.problem
    deck = _outline_deck(order.game)
    (contents,) = list_components((deck,), (), context.language.code).lines
    nets = {part.net for part in deck.components if part.net}
    is_pictured = deck.pictured or (deck.file.is_file() and has_pictures(deck.file.parent, KINDS))
    return context.render_page(
        "print/choose.html",
        order=order,
        job=job,
        games=GAMES,
        own=list_titles(),
        papers=_list_papers(deck).values(),
        sides=SIDES,
        languages=deck.languages,
        contents=contents,
        most=MOST_CHARACTERS,
        cut=dict(order.cut) if is_kept_pdf(order.game) else None,
        near=_suggest_names(order, context.problem),
        edges=CHOICES["edge"] if is_pictured else (),
        boxes=TUCKBOX in nets,
        board_sides={side: deck.words(order.language).get(f"board.side.{side}", side) for side in deck.sides},
        towers=bool(nets - {TUCKBOX, RULES_AID}),
        printers=dict.fromkeys((each.printer, each.tray) for each in read_profiles(profiles_file())),
    )


def _suggest_names(order: EditionOrder, problem: Sentence | None) -> dict[Sentence, str]:
    """Names that an unknown card may have, also in other games, each with the query string of the corrected order."""
    fields: dict[str, Any] = dict(problem.fields) if problem is not None and order.cards else {}
    queries = dict[Sentence, str]()
    for name, game in fields.get("near", ()):
        corrected = {**order.form_fields, "cards": order.cards.replace(fields["name"], name.replace(",", ""), 1)}
        label = say("{name}", name=name)
        if game not in ("", order.game):
            label = say("{name} is in {game}: print it", name=name, game=game.capitalize())
            corrected |= {"game": game, "part": ()}
        queries[label] = urlencode(corrected, doseq=True)
    return queries


async def _print(context: PageContext) -> Response:
    if context.form.has("calculate"):  # Enter was pressed in a field, without scripts
        return await _choose(context)
    order = parse_edition_order(context.form, context.language.code)
    jobs = get_jobs(context.app_state)
    if order.cards:
        job = jobs.look(order)
        if await wait_for_job(job, _PATIENCE_FOR_NAMES) and job.problem is not None:
            raise Refused(job.problem)
    jobs.print(order)
    return redirect_to_print(context, f"/{order.fingerprint}", order.form_fields)


def redirect_to_print(context: PageContext, page: str = "", fields: FormFields | None = None) -> Response:
    """Redirect to a page of printing, with the order's fields and the page to go back to in the query."""
    query = urlencode({**(fields or {}), **_read_back(context)}, doseq=True)
    return context.redirect_to_path(f"/print{page}{query and f'?{query}'}")


def _get_look(context: PageContext) -> tuple[EditionOrder, Any, int]:
    """The order, previews and sheet number of an address; 404 if they are not there."""
    parameters = context.request.path_params
    job = get_jobs(context.app_state).find_look(parameters["fingerprint"])
    page_number = parameters["number"]
    number = int(page_number[:4]) if page_number.isascii() and page_number.isdigit() else -1
    if job is None or job.answer is None or not 0 <= number < len(job.answer.data["pages"]):
        raise HTTPException(404)
    return job.task.order, job.answer.data, number


async def _serve_sheet(context: PageContext) -> Response:
    _, sheets, number = _get_look(context)
    return Response(sheets["pages"][number]["svg"], media_type=MIME_TYPES["svg"])


async def _show_sheet(context: PageContext) -> Response:
    order, sheets, number = _get_look(context)
    query = urlencode({**order.form_fields, **_read_back(context)}, doseq=True)
    values = {"again": query, "fingerprint": context.request.path_params["fingerprint"], "back": _read_back(context)}
    return context.render_page("print/sheet.html", sheets=sheets, number=number, **values)


async def _serve_whole_sheet(context: PageContext) -> Response:
    """Send the picture of one sheet in full, exactly as it is printed."""
    order, _, number = _get_look(context)
    job = get_jobs(context.app_state).draw_page(order, number)
    if not await wait_for_job(job, _PATIENCE_FOR_NAMES) or job.answer is None:
        raise HTTPException(503)
    return Response(job.answer.data["svg"], media_type=MIME_TYPES["svg"])


def _read_back(context: PageContext) -> dict[str, str]:
    back = context.form.text("back")
    return {"back": back} if back else {}


_CALIBRATION_SIDES = ("duplex-long", "duplex-short", "separate")
_USUAL_READINGS = {"across": "100", "down": "100"}  # defaults, in mm
_LONGEST_READING = 1000.0  # mm; each reading has stricter bounds where it is used
_MOST_PROFILE_BYTES = 64_000  # in an imported file of printers


async def _show_printers(context: PageContext, answer: Answer | None = None) -> Response:
    return context.render_page(
        "print/printers.html",
        printers=list_printers().lines,
        measured=dict.fromkeys((each.printer, each.tray) for each in read_profiles(profiles_file())),
        papers=[each for each in papers_by_name().values() if each.places is None],
        sides=_CALIBRATION_SIDES,
        usual=_USUAL_READINGS,
        told=[line for line in answer.lines if isinstance(line, Sentence)] if answer else (),
    )


async def _keep_readings(context: PageContext) -> Response:
    """Save readings from a calibration sheet, or import a file of printers."""
    form = context.form
    if form.has("take"):
        return await _take_profiles(context)
    mm = {
        name: parse_millimetres(form.text(name, _USUAL_READINGS.get(name, "")), -_LONGEST_READING, _LONGEST_READING)
        for name in GAUGES
    }
    stock = parse_paper(form.choice("paper", tuple(papers_by_name()), "a4"))
    margin = parse_millimetres(form.text("margin"), 0, MOST_MARGIN) if form.has("margin") else None
    answer = keep_readings(form.text("name"), form.text("tray"), stock, Readings(**mm), margin, form.has("corrected"))
    context.form = type(form)()
    return await _show_printers(context, answer)


async def _print_calibration(context: PageContext) -> Response:
    """Send the calibration sheet, corrected for a printer if one is named; or its back, if that is a separate file."""
    stock = parse_paper(context.form.choice("paper", tuple(papers_by_name()), "a4"))
    sides = context.form.choice("sides", _CALIBRATION_SIDES, _CALIBRATION_SIDES[0])
    printer, _, tray = context.form.text("printer").partition("\t")
    try:
        profiles = read_profiles(profiles_file())
        profile = get_profile(profiles, printer, tray or "-", stock.name) if printer else None
    except InputError as error:
        context.problem = error.message
        return await _show_printers(context)
    documents = lay_out_calibration(stock, sides, context.language.code, profile)
    document = documents[-1 if context.form.has("back-side") else 0]
    return send_file(render_document(document), "application/pdf", f"{document.name}.pdf")


async def _serve_profiles(context: PageContext) -> Response:
    if not profiles_file().exists():
        raise HTTPException(404)
    return send_file(profiles_file().read_bytes(), "text/plain; charset=utf-8", "printers.toml")


async def _take_profiles(context: PageContext) -> Response:
    upload = context.form.files.get("file")
    if upload is None or not upload.content:
        raise InputError("Choose a file first.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "printers.toml"
        write_bytes(file, upload.content)
        return await _show_printers(context, import_printers(file, upload.name))


async def _show_progress(context: PageContext) -> Response:
    fingerprint = context.request.path_params["fingerprint"]
    job = get_jobs(context.app_state).find_print(fingerprint)
    if job is None:  # forgotten, as after a restart; the order is in the address
        parameters = {"stopped": "yes"} if context.form.has("game") else {}
        return redirect_to_print(context, fields={**_read_order_fields(context), **parameters})
    context.problem = job.problem
    query = urlencode({**job.task.order.form_fields, "back": context.form.text("back")}, doseq=True)
    return context.render_page("print/progress.html", job=job, fingerprint=fingerprint, again=query)


def _read_order_fields(context: PageContext) -> FormFields:
    """The fields of the order in an address or form; only the game or deck if the order is invalid."""
    with suppress(InputError):
        return parse_edition_order(context.form, context.language.code).form_fields if context.form.has("game") else {}
    return {"game": context.form.texts("game")[-1][:MOST_CHARACTERS]}


async def _stop(context: PageContext) -> Response:
    get_jobs(context.app_state).stop(context.request.path_params["fingerprint"])
    return redirect_to_print(context, fields=_read_order_fields(context))


async def _serve_printed_file(context: PageContext) -> Response:
    job = get_jobs(context.app_state).find_print(context.request.path_params["fingerprint"])
    name = context.request.path_params["name"]
    for file in job.files if job is not None else ():
        if file.name == name:
            plain = file.name.encode("ascii", "ignore").decode()  # for browsers that only read ASCII names
            disposition = "inline" if context.form.has("show") else "attachment"
            return send_file(file, "application/pdf", file.name, plain, disposition)
    raise HTTPException(404)


PAGES = (
    WebPage("/print", _choose, _print, role=PLAYERS),
    WebPage("/print/{fingerprint}/sheet/{number}", _serve_sheet, role=PLAYERS),
    WebPage("/print/{fingerprint}/large/{number}", _show_sheet, role=PLAYERS),
    WebPage("/print/{fingerprint}/whole/{number}", _serve_whole_sheet, role=PLAYERS),
    WebPage("/print/printers", _show_printers, _keep_readings, role=HOST_ONLY, files=True, limit=_MOST_PROFILE_BYTES),
    WebPage("/print/printers/sheet", _print_calibration, role=HOST_ONLY),
    WebPage("/print/printers/file", _serve_profiles, role=HOST_ONLY),
    WebPage("/print/{fingerprint}", _show_progress, _stop, role=PLAYERS),
    WebPage("/print/{fingerprint}/file/{name}", _serve_printed_file, role=PLAYERS),
)
