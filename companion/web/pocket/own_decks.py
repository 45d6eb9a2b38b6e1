"""Own decks on a phone: import one, begin one, check, export, delete."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.service.press.order import EditionOrder
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
from companion.web.press.jobs import get_jobs
from companion.web.visit import HOST_ONLY, Page, PageContext


async def _show_decks(visit: PageContext) -> Response:
    """Show the decks that are kept; of a deck that is named, the faults that its check found."""
    name, kept = visit.form.text("deck"), list_titles()
    job = None
    if visit.problem is None and name in kept and OWN.fullmatch(name):
        job = get_jobs(visit.house).check(EditionOrder(name))
        visit.problem = job.problem
    return visit.render_page("print/own.html", kept=kept, name=name, job=job, beginnings=list_starter_decks())


async def _act(visit: PageContext) -> Response:
    """Take files in, begin a deck, or delete one."""
    decks: Any = getattr(visit.house.settings.press, "decks", None)
    form = visit.form
    if form.has("delete"):
        if form.text("delete") in list_kept_decks():  # else another tab was quicker
            await decks.drop(form.text("delete"))
        return _redirect_to_decks(visit, {})
    if form.has("begin"):
        name = keep_starter_deck(form.choice("begin", list_starter_decks()), visit.language.code)
    else:
        with TemporaryDirectory() as folder:
            goal = Path(folder) / "handed"
            goal.mkdir()
            called = await decks.receive(goal)
            name = keep_deck(goal, called or PICTURES)
    await decks.keep(name)
    return _redirect_to_decks(visit, {"deck": name})


def _redirect_to_decks(visit: PageContext, said: dict[str, str]) -> Response:
    back = {"back": visit.form.text("back")} if visit.form.has("back") else {}
    return visit.redirect_to_path(f"/print/own?{urlencode({**said, **back})}")


async def _send_file(visit: PageContext) -> Response:
    """Send a deck that is kept, or one to begin with, as a zip file."""
    name = visit.request.path_params["name"]
    if name in list_starter_decks():
        name = keep_starter_deck(name, visit.language.code)
    if name not in list_kept_decks():
        raise HTTPException(404)
    named = f"attachment; filename*=UTF-8''{quote(list_kept_decks()[name])}.zip"
    return Response(zip_deck(name), media_type="application/zip", headers={"content-disposition": named})


PAGES = (
    Page("/print/own", _show_decks, _act, who=HOST_ONLY),
    Page("/print/own/{name}/file", _send_file, who=HOST_ONLY),
)
"""Own decks, and their files."""
