"""The page on which own decks are loaded, checked and deleted: on a phone by itself, or on the laptop."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.data.decks.uploads import MOST_BYTES, UploadedFiles
from companion.errors import InputError
from companion.service.press import own_decks
from companion.service.press.printing import EditionOrder
from companion.web.access import Form
from companion.web.context import HOST_ONLY, PageContext, WebPage
from companion.web.printing import get_jobs, redirect_to_print
from companion.web.rendering import send_file


class DeckKeeper(Protocol):
    """Keeps the decks of a person."""

    async def receive(self, form: Form, folder: Path) -> str: ...
    async def keep(self, name: str) -> None: ...
    async def drop(self, name: str) -> None: ...
    async def open_editor(self, name: str) -> str: ...


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

    async def open_editor(self, name: str) -> str:
        raise InputError("A PDF is not edited here.")

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
    if form.has("edit"):
        return context.redirect_to_path(
            await decks.open_editor(form.choice("edit", tuple(own_decks.list_kept_decks())))
        )
    if form.has("begin"):
        name = own_decks.keep_starter_deck(form.choice("begin", own_decks.list_starter_decks()), context.language.code)
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
        name = own_decks.keep_starter_deck(name, context.language.code)
    if name not in own_decks.list_kept_decks():
        raise HTTPException(404)
    return send_file(own_decks.zip_deck(name), "application/zip", f"{own_decks.list_kept_decks()[name]}.zip")


PAGES = (
    WebPage("/print/own", _show_decks, _act, HOST_ONLY, limit=MOST_BYTES + 64_000, files=True),
    WebPage("/print/own/{name}/file", _send_deck, role=HOST_ONLY),
)
