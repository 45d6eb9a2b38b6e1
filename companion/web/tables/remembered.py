"""What was played here, drawn; the question whether it may be remembered; names taken out; files."""

import asyncio

from starlette.background import BackgroundTask
from starlette.responses import Response

from companion.errors import Refused
from companion.play.games import game_named
from companion.service.remembered.evenings import Summary, note_end, remember, remembers, summed_up
from companion.service.remembered.files import as_bg_stats, as_csv, take_name_out
from companion.web.visit import Page, Visit

_EVENTS_AT_ONCE, _EVENTS_ALONE = 1000, 200  # events played for one page, and where a phone plays them itself
_ROWS = 12  # evenings of one page
_DOTS = 24  # evenings of one chart
_FILES = {"csv": (as_csv, "evenings.csv", "text/csv"), "bgs": (as_bg_stats, "evenings.bgsplay", "text/plain")}


def _summary(visit: Visit, who: str = "") -> Summary:
    shelf = visit.house.tables.shelf
    if not remembers(shelf):
        raise Refused("Results are not remembered here; nobody has agreed to it.")
    most = _EVENTS_ALONE if visit.alone else _EVENTS_AT_ONCE
    return summed_up(visit.house.reading.evenings(shelf, most), who)


async def _show(visit: Visit) -> Response:
    agreed, form, reading = remembers(visit.house.tables.shelf), visit.form, visit.house.reading
    who, after = form.text("player"), form.number("after", 0, 100_000, 0)
    told = _summary(visit, who) if agreed else summed_up(())
    games = {each.game: game_named(each.game) for each in told.evenings}
    shown = visit.page(
        "tables/remembered.html",
        agreed=agreed,
        told=told,
        games=games,
        who=told.evenings and who,
        rows=told.evenings[after : after + _ROWS],
        after=after + _ROWS if len(told.evenings) > after + _ROWS else None,
        charts={name: [each for each in told.evenings if each.game == name][:_DOTS][::-1] for name in games},
        reading=reading,
    )
    if reading.unread and not visit.alone:
        shown.background = BackgroundTask(_read_on, visit)
    return shown


async def _read_on(visit: Visit) -> None:
    """Read the tables that are left, one after the other, while others are answered."""
    while visit.house.reading.unread and not visit.house.closing:
        await asyncio.sleep(0)
        for _ in visit.house.reading.played(visit.house.tables.shelf, 1):
            pass


async def _act(visit: Visit) -> Response:
    form, shelf = visit.form, visit.house.tables.shelf
    name, may = form.text("take_out"), form.text("remember")
    if not visit.host:
        raise Refused("Only whoever opened the tables may do that, on the laptop.")
    if name:
        answer = take_name_out(shelf, name, visit.house.reading)
        visit.house.people.read_again()
        return visit.page("tables/taken-out.html", answer=answer)
    if may:
        remember(shelf, form.choice("remember", ("yes", "no")) == "yes")
        if table := form.text("table"):
            note_end(visit.house.open(table))
        visit.house.people.read_again()  # so that no page asks again
    return visit.go_to("/played")


async def _file(visit: Visit) -> Response:
    made, name, kind = _FILES[visit.form.choice("as", tuple(_FILES))]
    text = made(_summary(visit, visit.form.text("player")).evenings)
    kept = f"attachment; filename*=UTF-8''{name}"
    return Response(text, media_type=kind, headers={"content-disposition": kept})


PAGES = (Page("/played", _show, _act), Page("/played/file", _file))  # what was played here
