"""Own decks on a phone: import one, begin one, check, export, delete."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.service.press.own_decks import (
    OWN,
    PICTURES,
    keep_deck,
    keep_starter_deck,
    list_kept_decks,
    list_starter_decks,
    list_titles,
    zip_deck,
)
from companion.service.press.printing import EditionOrder
from companion.web.context import HOST_ONLY, Page, PageContext
from companion.web.press.jobs import get_jobs


async def _show_decks(context: PageContext) -> Response:
    """Show the decks that are kept; of a deck that is named, the faults that its check found."""
    name, kept = context.form.text("deck"), list_titles()
    job = None
    if context.problem is None and name in kept and OWN.fullmatch(name):
        job = get_jobs(context.app_state).check(EditionOrder(name))
        context.problem = job.problem
    return context.render_page("print/own.html", kept=kept, name=name, job=job, beginnings=list_starter_decks())


async def _act(context: PageContext) -> Response:
    """Take files in, begin a deck, or delete one."""
    decks: Any = getattr(context.app_state.settings.press, "decks", None)
    form = context.form
    if form.has("delete"):
        if form.text("delete") in list_kept_decks():  # else another tab was quicker
            await decks.drop(form.text("delete"))
        return _redirect_to_decks(context, {})
    if form.has("begin"):
        name = keep_starter_deck(form.choice("begin", list_starter_decks()), context.language.code)
    else:
        with TemporaryDirectory() as folder:
            goal = Path(folder) / "handed"
            goal.mkdir()
            called = await decks.receive(goal)
            name = keep_deck(goal, called or PICTURES)
    await decks.keep(name)
    return _redirect_to_decks(context, {"deck": name})


def _redirect_to_decks(context: PageContext, said: dict[str, str]) -> Response:
    back = {"back": context.form.text("back")} if context.form.has("back") else {}
    return context.redirect_to_path(f"/print/own?{urlencode({**said, **back})}")


async def _send_file(context: PageContext) -> Response:
    """Send a deck that is kept, or one to begin with, as a zip file."""
    name = context.request.path_params["name"]
    if name in list_starter_decks():
        name = keep_starter_deck(name, context.language.code)
    if name not in list_kept_decks():
        raise HTTPException(404)
    named = f"attachment; filename*=UTF-8''{quote(list_kept_decks()[name])}.zip"
    return Response(zip_deck(name), media_type="application/zip", headers={"content-disposition": named})


PAGES = (
    Page("/print/own", _show_decks, _act, who=HOST_ONLY),
    Page("/print/own/{name}/file", _send_file, who=HOST_ONLY),
)
"""Own decks, and their files."""
