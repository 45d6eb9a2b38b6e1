"""Own decks on a phone: taken in, begun, looked over, taken along, deleted."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.service.press.order import Wish
from companion.service.press.own_decks import (
    OWN,
    PICTURES,
    begin,
    beginnings,
    kept_decks,
    packed,
    take_in,
    titles,
)
from companion.web.press.jobs import jobs_of
from companion.web.visit import HOST_ONLY, Page, Visit


async def _show(visit: Visit) -> Response:
    """What is kept; of a deck that is named, what its check has found."""
    name, kept = visit.form.text("deck"), titles()
    job = None
    if visit.problem is None and name in kept and OWN.fullmatch(name):
        job = jobs_of(visit.house).check(Wish(name))
        visit.problem = job.problem
    return visit.page("print/own.html", kept=kept, name=name, job=job, beginnings=beginnings())


async def _act(visit: Visit) -> Response:
    """Take files in, begin a deck, or delete one."""
    decks: Any = getattr(visit.house.settings.press, "decks", None)
    form = visit.form
    if form.has("delete"):
        if form.text("delete") in kept_decks():  # else another tab was quicker
            await decks.drop(form.text("delete"))
        return _on(visit, {})
    if form.has("begin"):
        name = begin(form.choice("begin", beginnings()), visit.language.code)
    else:
        with TemporaryDirectory() as folder:
            goal = Path(folder) / "handed"
            goal.mkdir()
            called = await decks.receive(goal)
            name = take_in(goal, called or PICTURES)
    await decks.keep(name)
    return _on(visit, {"deck": name})


def _on(visit: Visit, said: dict[str, str]) -> Response:
    back = {"back": visit.form.text("back")} if visit.form.has("back") else {}
    return visit.go_to(f"/print/own?{urlencode({**said, **back})}")


async def _file(visit: Visit) -> Response:
    """A deck that is kept, or one to begin with, as a zip file."""
    name = visit.request.path_params["name"]
    if name in beginnings():
        name = begin(name, visit.language.code)
    if name not in kept_decks():
        raise HTTPException(404)
    named = f"attachment; filename*=UTF-8''{quote(kept_decks()[name])}.zip"
    return Response(packed(name), media_type="application/zip", headers={"content-disposition": named})


PAGES = (Page("/print/own", _show, _act, who=HOST_ONLY), Page("/print/own/{name}/file", _file, who=HOST_ONLY))
"""Own decks, and their files."""
