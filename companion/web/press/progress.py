"""While it prints, and the file when it is done."""

from contextlib import suppress
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.errors import InputError
from companion.service.press.order import Said
from companion.web.press.choosing import MOST_CHARACTERS, go_on, wish_of
from companion.web.press.jobs import jobs_of
from companion.web.visit import PLAYERS, Page, Visit


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


async def _file(visit: Visit) -> Response:
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
    Page("/print/{fingerprint}", _progress, _stop, who=PLAYERS),
    Page("/print/{fingerprint}/file/{name}", _file, who=PLAYERS),
)
"""Its progress, and its files."""
