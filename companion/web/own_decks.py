"""The page on which own decks are loaded, checked and deleted, and those on which one is edited beside its table.

They are edited on a laptop that watches the deck, or on the phone that keeps it.
"""

import json
import shutil
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.codec import decode, encode
from companion.data.catalogue import typeset_language
from companion.data.decks.plain_deck import SIZES
from companion.data.decks.uploads import MOST_BYTES, UploadedFiles
from companion.errors import CompanionError, InputError, TableError
from companion.service.press import own_decks
from companion.service.press.changes import Change
from companion.service.press.editing import Conflict, Sheet
from companion.service.press.edition_order import EditionOrder
from companion.service.press.new_deck import FACES, draw_sample, keep_starter_deck
from companion.web.access import Form
from companion.web.context import HOST_ONLY, Handler, PageContext, WebPage
from companion.web.printing import get_jobs, redirect_to_print
from companion.web.rendering import send_file


class DeckKeeper(Protocol):
    """Keeps the decks of a person."""

    async def receive(self, form: Form, folder: Path) -> str: ...
    async def keep(self, name: str) -> None: ...
    async def drop(self, name: str) -> None: ...


class PdfsHere:
    """DeckKeeper in the folder of a laptop; only PDFs, which nothing opens but the press."""

    async def receive(self, form: Form, folder: Path) -> str:
        """Put the file that was sent into a folder."""
        sent = form.files.get("files")
        if sent is None or not sent.name.lower().endswith(".pdf"):
            raise InputError("Choose a PDF first.")
        goal = UploadedFiles(folder).prepare_path(Path(sent.name).name.lstrip("."), len(sent.content))
        assert goal is not None  # only names that begin with a dot are skipped
        goal.write_bytes(sent.content)
        return ""

    async def keep(self, name: str) -> None:
        """Keep a deck that lies there already."""

    async def drop(self, name: str) -> None:
        """Delete a deck."""
        shutil.rmtree(own_decks.get_decks_folder() / name, ignore_errors=True)


async def _show_decks(context: PageContext) -> Response:
    """Show the decks that are kept; of a deck that is named, the faults that its check found."""
    name, kept = context.form.text("deck"), own_decks.list_titles()
    job = None
    if context.problem is None and name in kept and own_decks.OWN.fullmatch(name):
        job = get_jobs(context.app_state).check(EditionOrder(name))
        context.problem = job.problem
    return context.render_page(
        "print/own.html", kept=kept, name=name, job=job, beginnings=own_decks.list_starter_decks()
    )


def _get_decks(context: PageContext) -> DeckKeeper:
    kept: DeckKeeper | None = getattr(context.app_state.settings.press, "decks", None)
    return kept or PdfsHere()


async def _act(context: PageContext) -> Response:
    """Take files in, begin a deck, or delete one."""
    form, decks = context.form, _get_decks(context)
    if form.has("delete"):
        if form.text("delete") in own_decks.list_kept_decks():  # else another tab was quicker
            await decks.drop(form.text("delete"))
        return redirect_to_print(context, "/own")
    if form.has("begin"):
        name = keep_starter_deck(form.choice("begin", own_decks.list_starter_decks()), context.language.code)
    else:
        with TemporaryDirectory() as folder:
            goal = Path(folder) / "handed"
            goal.mkdir()
            called = await decks.receive(form, goal)
            name = own_decks.keep_deck(goal, called or own_decks.PICTURES)
    await decks.keep(name)
    return redirect_to_print(context, "/own", {"deck": name})


async def _send_deck(context: PageContext) -> Response:
    """Send a deck that is kept, or one to begin with, as a zip file."""
    name = context.request.path_params["name"]
    if name in own_decks.list_starter_decks():
        name = keep_starter_deck(name, context.language.code)
    if name not in (kept := own_decks.list_kept_decks()):
        raise HTTPException(404)
    content = own_decks.zip_folder(own_decks.get_decks_folder() / name)
    return send_file(content, "application/zip", f"{kept[name]}.zip")


PAGES = (
    WebPage("/print/own", _show_decks, _act, HOST_ONLY, limit=MOST_BYTES + 64_000, files=True),
    WebPage("/print/own/{name}/file", _send_deck, role=HOST_ONLY),
)


MOST_CHANGE = 2_000_000  # characters of a change, such as a pasted table
MOST_PICTURE = 40_000_000  # bytes of a picture that is dropped on the page


class DeckDesk(ABC):
    """The pages on which a deck is edited, wherever it lies."""

    role = HOST_ONLY  # of those who may request them

    @abstractmethod
    def admit(self, context: PageContext) -> None:
        """Raise an error for visitors who may not edit the deck."""

    @abstractmethod
    def describe(self, context: PageContext) -> Mapping[str, Any]:
        """What the page says of the deck: its name, how it is printed, and known faults of cards, by the card's key."""

    @abstractmethod
    async def edit(self, context: PageContext, action: str, *arguments: object) -> Any:
        """Call a method of the deck's editor."""

    @abstractmethod
    async def begin(self, context: PageContext, *choices: str) -> str:
        """Begin a deck, as `create_deck` does; return the address at which it is edited."""

    @abstractmethod
    async def make_file(self, context: PageContext) -> tuple[str, bytes]:
        """A PDF, or a .zip, to be taken along, with its name."""

    def guard(self, page: Handler, sends_json: bool = True) -> Handler:
        async def answer(context: PageContext) -> Response:
            self.admit(context)
            try:
                return await page(context)
            except CompanionError as error:
                if not sends_json:
                    raise
                return _send_json(context, {"problem": error.message}, 422)

        return answer

    def list_pages(self, at: str, new: str) -> tuple[WebPage, ...]:
        """The pages at an address, and that which begins a deck."""
        role, guard, most = self.role, self.guard, 3 * MOST_CHANGE
        return (
            WebPage(at, guard(self._show_page, sends_json=False), role=role),
            WebPage(f"{at}/sheet", guard(self._send_sheet), role=role),
            WebPage(f"{at}/change", act=guard(self._change_deck), role=role, limit=most),
            WebPage(f"{at}/card", act=guard(self._lay_out_card), role=role, limit=most),
            WebPage(f"{at}/picture", act=guard(self._add_picture), role=role, limit=MOST_PICTURE, files=True),
            WebPage(f"{at}/file", guard(self._send_file, sends_json=False), role=role),
            WebPage(new, guard(_show_new, False), guard(self._begin_deck, False), role=role, limit=MOST_CHANGE),
        )

    async def _show_page(self, context: PageContext) -> Response:
        part, at = context.form.text("part"), context.request.url.path
        return context.render_page("watch/edit.html", at=at, part=part, **self.describe(context))

    async def _begin_deck(self, context: PageContext) -> Response:
        form = context.form
        size, face = form.choice("size", tuple(SIZES)), form.choice("face", FACES)
        table = "".join(form.texts("table")[-1:])  # its first cell may be empty: a tab
        return context.redirect_to_path(await self.begin(context, form.text("name", "", 60), size, face, table))

    async def _change_deck(self, context: PageContext) -> Response:
        part, digest = context.form.text("part"), context.form.text("digest")
        return await self._send_sheet(context, await self.edit(context, "change", part, digest, _read_change(context)))

    async def _lay_out_card(self, context: PageContext) -> Response:
        """Send the card of a row as it would be with what is typed."""
        part, row = context.form.text("part"), context.form.number("row", 0, 100_000)
        return _send_json(context, await self.edit(context, "lay_out_row", part, row, _read_change(context)))

    async def _add_picture(self, context: PageContext) -> Response:
        sent, part = context.form.files.get("picture"), context.form.text("part")
        if sent is None:
            raise InputError("Choose a picture first.")
        return await self._send_sheet(context, await self.edit(context, "add_picture", part, sent.name, sent.content))

    async def _send_file(self, context: PageContext) -> Response:
        name, content = await self.make_file(context)
        is_pdf = name.endswith(".pdf")  # which the browser shows and prints
        kind = "application/pdf" if is_pdf else "application/zip"
        return send_file(content, kind, name, disposition="inline" if is_pdf else "attachment")

    async def _send_sheet(self, context: PageContext, changed: str | Conflict = "") -> Response:
        """Send the table as it is now, with the digest of a file that was changed, or what stands against a change."""
        if isinstance(changed, Conflict):
            return _send_json(context, {"conflict": changed}, 409)
        sheet: Sheet = await self.edit(context, "open_sheet", context.form.text("part"))
        notes = self.describe(context).get("notes", {})
        faults = [notes.get(card, ()) for card in sheet.cards]
        return _send_json(context, {**encode(sheet), "faults": faults, "changed": changed})


async def _show_new(context: PageContext) -> Response:
    samples = {face: await context.run_in_thread(draw_sample, face, context.language.code) for face in FACES}
    pictures = {face: f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}" for face, svg in samples.items()}
    return context.render_page("watch/new.html", sizes=SIZES, pictures=pictures)


def _send_json(context: PageContext, value: object, status: int = 200) -> Response:
    """Send a value with its sentences in the language of the page."""
    tongue = typeset_language(context.language.code)
    text = json.dumps(encode(value), default=lambda each: own_decks.shorten_paths(each).translate(tongue))
    return Response(text, status, media_type="application/json")


def _read_change(context: PageContext) -> Change:
    try:
        return decode(Change, json.loads(context.form.text("change", "null", MOST_CHANGE)))
    except (RecursionError, TableError, ValueError):  # what no page of ours sends
        raise InputError("What was sent is not a form that can be read.") from None
