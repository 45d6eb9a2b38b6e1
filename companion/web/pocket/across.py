"""A table from phone to phone without a server: shown as a moving code, filmed by the other one's camera.

Who reads it looks on, or goes on with the game. The code is drawn and filmed by ``assets/web/across.js``.
In one network a phone that looks on may be told all that follows through a channel, which opens once each
has filmed a code of the other. What goes through it are the frames of what is shown; nothing comes back.
"""

from functools import partial
from importlib import import_module
from typing import Any

from starlette.responses import JSONResponse, Response

from companion.errors import CompanionError, InputError, Refused, TableError
from companion.play.game import game_of
from companion.sentences import say
from companion.service import across, kept_tables
from companion.web.gate import WITH_CAMERA
from companion.web.join.chairs import Chair, chairs_of, named, names_at
from companion.web.pocket.fountain import MOST_BYTES, SIGN, Collected, Fountain, read_frame
from companion.web.visit import HOST_ONLY, PLAYERS, Page, Visit

_MORE = 12  # frames at least that are sums; then all of them come again
_MOST_FILMS = 4  # that are gathered at once: whoever goes from one phone to another begins none anew

_FILMS: dict[bytes, Collected] = {}  # what is being filmed, the last one last; this phone is alone here
_KNOCKS: dict[str, across.Knock] = {}  # what was read last, by its mark


def _apart(visit: Visit) -> dict[str, Chair]:
    """The seats of those who have anything to see alone."""
    handed = game_of(visit.table).handed(visit.table.state)
    return {each.seat.id: each for each in chairs_of(visit) if handed and each.sitting is not None}


def _own(visit: Visit) -> Chair | None:
    """The seat whose own view is shown; ``None`` where what lies open to all is."""
    asked, apart = visit.form.text("seat"), _apart(visit)
    if asked and asked not in apart:
        raise InputError("Nobody at this table has secrets on that seat.")
    return apart.get(asked)


def _fountain(visit: Visit) -> Fountain:
    here, handing, own = visit.table, visit.form.has("over"), _own(visit)
    made, seat = visit.house.once(here), own.seat.id if own is not None else ""
    if ("across", handing, seat) not in made:
        sittings = visit.house.people.sittings(here.name)
        known = {seat: who.name for seat, who in sittings.items() if who.name}
        told = partial(named, names=names_at(sittings))
        if own is not None:
            name = own.name if isinstance(own.name, str) else own.name.said(visit.language)
            known.setdefault(seat, name)
        content = across.hand(here, known) if handing else across.show(here, known, told, seat)
        if len(content) > MOST_BYTES:
            raise Refused("This table is too long to be shown; take it along as a file.")
        made["across", handing, seat] = Fountain(content)
    fountain: Fountain = made["across", handing, seat]
    return fountain


async def _show(visit: Visit) -> Response:
    here, handing, own = visit.table, visit.form.has("over"), _own(visit)
    asks = handing and not game_of(here).out(here.history)  # whether to let it out comes first
    asks = asks or (own is not None and not visit.form.has("open"))  # and that all others look elsewhere
    values = {"here": here, "handing": handing, "asks": asks, "own": own, "apart": _apart(visit)}
    return visit.page("pocket/show.html", frames=0 if asks else _fountain(visit).count, **values)


async def _act(visit: Visit) -> Response:
    if visit.form.has("handed"):
        across.note_handed(visit.table.store, visit.table_name, visit.form.text("handed") == "yes")
        return visit.go()
    visit.do(lambda: kept_tables.let_out(visit.table))
    return visit.go("show", over=1)


async def _frames(visit: Visit) -> Response:
    """All frames there are, as JSON; as a file those that are enough, a line each."""
    shown = _fountain(visit)
    if visit.form.has("file"):
        headers = {"content-disposition": 'attachment; filename="companion.txt"'}
        return Response(
            "\n".join(map(shown.frame, range(shown.count))), media_type="text/plain", headers=headers
        )
    return _endless(shown)


def _endless(shown: Fountain) -> Response:
    return JSONResponse([*map(shown.frame, range(shown.count + max(shown.count, _MORE)))])


async def _join(visit: Visit) -> Response:
    """An offer of a channel, the answer to one, or how a channel stands whose answer was read."""
    at = visit.request.path_params
    mark = at.get("mark") or visit.form.text("met")
    if mark and mark not in _KNOCKS:  # this program was begun anew meanwhile
        raise InputError("What was filmed is not known here any more; film the other phone's code again.")
    here, own = (visit.table, _own(visit)) if "table" in at else (None, None)
    return visit.page("pocket/join.html", knock=_KNOCKS.get(mark), here=here, own=own)


async def _knock(visit: Visit) -> Response:
    """What this browser says of itself to another phone's, as frames."""
    said = across.Knock(*map(visit.form.text, ("kind", "mark", "words")))
    return _endless(Fountain(said.packed()))


async def _read(visit: Visit, parted: bool = False) -> Response:
    shown = visit.page("pocket/read.html", parted=parted)
    shown.headers.update(WITH_CAMERA)
    return shown


def _take(text: str) -> Collected | None:
    """What a frame belongs to, with it; ``None`` for one that was spoilt."""
    frame = read_frame(text)
    if frame is None:
        return None
    film = _FILMS.pop(frame.mark, None) or Collected(frame)
    _FILMS[frame.mark] = film
    for each in [*_FILMS][:-_MOST_FILMS]:
        del _FILMS[each]
    return film if film.take(frame) else None


async def _filmed(visit: Visit) -> Response:
    """What is known after some frames, as the viewfinder shows it."""
    film, remark = None, None
    try:
        for text in visit.form.all("frame"):
            film = _take(text) or film
    except CompanionError as error:
        remark = error.whole
    counted, complete = None, False
    if film is not None:
        counted, complete = (
            say("{known} of {count}", known=film.known, count=film.count),
            film.whole() is not None,
        )
        if film.known == film.count and not complete:
            del _FILMS[film.first.mark]
            remark = say("What was filmed does not fit together; it begins anew.")
    told = {
        name: each and each.said(visit.language) for name, each in (("counted", counted), ("remark", remark))
    }
    return JSONResponse({"squares": [], "complete": complete, **told})


def _sent(visit: Visit) -> bytes:
    """What was filmed last, or what the file holds that was chosen."""
    file, film = visit.form.files.get("file"), next(reversed(_FILMS.values()), None)
    if visit.form.has("sent"):
        if file is None or not file.content:
            raise InputError("Choose the file of a shown table first.")
        film = None
        for line in file.content.decode(errors="replace").split():
            film = _take(line) if line.startswith(SIGN) else None
            if film is None:
                raise InputError("{file} shows no table.", file=file.name)
    content = film.whole() if film is not None else None
    if content is None:
        raise InputError("Film the moving code first, until all of it is here.")
    return content


async def _taken(visit: Visit) -> Response:
    content, tables, replace = _sent(visit), visit.house.tables, visit.form.has("replace")
    found, shelf = across.read(content), tables.shelf
    live, key = visit.form.text("live"), found.key if isinstance(found, across.Shown) else ""
    if live and (not key or live not in ("new", key)):
        raise InputError("What came from the other phone is not the table that it has shown.")
    if isinstance(found, across.Knock):
        _KNOCKS[found.mark] = found
        for each in [*_KNOCKS][:-_MOST_FILMS]:
            del _KNOCKS[each]
        if "table" in visit.request.path_params:
            seat = {"seat": own.seat.id} if (own := _own(visit)) else {}
            return visit.go("show/join", met=found.mark, **seat)
        return visit.go_to(f"/joined/{found.mark}")
    if isinstance(found, across.Shown):
        _drawn(visit, found)
        newer = across.keep_shown(shelf, content, found)
        return visit.go_to(f"/seen/{found.key}" + ("" if newer else "?older=1"))
    known = across.same_table(shelf, found)
    before = 0 if known is None else len(shelf.events(known))
    if known is not None and replace:
        tables.delete(known)
    try:
        name = across.keep_handed(shelf, found)
    except Refused as no:
        visit.problem = no.whole
        return await _read(visit, parted=True)
    visit.house.forget(name)
    if known is None or replace:
        visit.seat_everybody(name, found.names)
    again = len(shelf.events(name)) == before and not replace
    return visit.go_to(visit.url("about", name, again=1) if again else visit.url("", name))


def _drawn(visit: Visit, shown: across.Shown) -> dict[str, Any]:
    """What the page of a game draws of a table that was shown; nothing where it draws none."""
    game = import_module(f"companion.web.{shown.header.game}")
    try:
        drawn: dict[str, Any] = game.drawn_elsewhere(visit, shown) if hasattr(game, "drawn_elsewhere") else {}
    except (LookupError, TypeError, ValueError, TableError):
        raise InputError("What was shown cannot be read; show it anew from the newest Companion.") from None
    return drawn


async def _seen(visit: Visit) -> Response:
    shown = dict(across.looked_at(visit.house.tables.shelf)).get(visit.request.path_params["id"])
    if shown is None:
        raise TableError("That table is not looked at here any more.")
    drawn = _drawn(visit, shown)
    template = f"{shown.header.game}/seen.html" if drawn else "pocket/seen.html"
    return visit.page(template, shown=shown, **drawn)


async def _forget(visit: Visit) -> Response:
    across.forget(visit.house.tables.shelf, visit.request.path_params["id"])
    return visit.go_to("/")


PAGES = (
    Page("/t/{table}/show", _show, _act, who=HOST_ONLY),
    Page("/t/{table}/show/frames", _frames, who=HOST_ONLY),
    Page("/read", _read, _taken, who=PLAYERS, files=True, limit=2 * MOST_BYTES),
    Page("/t/{table}/show/join", _join, _taken, who=HOST_ONLY),
    Page("/read/frames", None, _filmed, who=PLAYERS),
    Page("/read/knock", None, _knock, who=PLAYERS),
    Page("/joined/{mark}", _join, who=PLAYERS),
    Page("/seen/{id}", _seen, _forget, who=PLAYERS),
)
"""What is shown, what is read, and what was shown."""
