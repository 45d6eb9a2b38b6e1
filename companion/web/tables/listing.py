"""The list of all tables, and what was played here."""

import asyncio
from dataclasses import dataclass, replace
from shlex import quote

from starlette.background import BackgroundTask
from starlette.responses import Response

from companion.errors import CompanionError, Refused
from companion.play.games import GAMES, game_named, game_played
from companion.sentences import Sentence, listed
from companion.service.remembered import (
    Summary,
    as_bg_stats,
    as_csv,
    note_end,
    remember,
    remembers,
    summed_up,
    take_name_out,
)
from companion.table.backup_files import backups
from companion.table.shelf import Header
from companion.web.house import EVENTS_AT_ONCE
from companion.web.join import named, names_at
from companion.web.people import COLOUR_WORDS
from companion.web.visit import HOST_ONLY, PLAYERS, WATCHERS, Page, Visit

_EVENTS_ALONE = 60  # as many, where a phone plays them itself while somebody waits


@dataclass(frozen=True, slots=True)
class _Row:
    """A table in the list: what is going on there, or the problem for which it cannot be opened."""

    name: str
    title: str
    picture: str
    emblem: str
    events: int
    people: dict[str, str | Sentence]
    mine: bool
    stands: Sentence | None = None
    over: bool = False
    problem: Sentence | None = None


async def _list(visit: Visit) -> Response:
    rows, budget = [], _EVENTS_ALONE if visit.alone else EVENTS_AT_ONCE
    for header in visit.house.tables.shelf.headers():
        known = visit.house.tables.is_open(header.name)
        budget -= 0 if known else header.events
        rows.append(_row(visit, header, known or budget >= 0))
    rows.sort(key=lambda row: (not row.mine, not row.people, row.over))
    store = visit.house.tables.shelf.path if visit.host and not rows else None
    file = quote(str(store)) if store is not None and backups(store) else None
    return visit.page(
        "tables/list.html",
        live=visit.house.list_version(),
        rows=rows,
        games=[game_named(name) for name in GAMES],
        deleted=visit.house.tables.deleted[::-1],
        restore=file,
    )


def _row(visit: Visit, header: Header, opening: bool) -> _Row:
    sittings, name = visit.house.people.sittings(header.name), header.name
    mine = any(who.visitor == visit.who.id for who in sittings.values())
    people = {seat: who.name or COLOUR_WORDS.get(seat, seat) for seat, who in sittings.items()}
    row = _Row(name, header.game.capitalize(), "", "", header.events, people, mine)
    try:
        game = game_played(header)
        row = replace(row, title=game.title, picture=game.picture, emblem=game.emblem)
        if not opening:
            return row
        here = visit.house.tables.open(name)
        return replace(
            row,
            people={each.colour: people[each.id] for each in game.seats(here.state) if each.id in people},
            stands=named(game.stands(here), names_at(sittings)),
            over=bool(game.final_ranks(here)),
        )
    except CompanionError as error:
        return replace(row, problem=error.whole)


async def _new(visit: Visit) -> Response:
    return visit.page("tables/new.html", games=[game_named(name) for name in GAMES])


async def _doors(visit: Visit) -> Response:
    """The front page: three doors for whoever has lost something, has something to score, or plays."""
    return visit.page("pocket/front.html", games=listed(game_named(name).title for name in GAMES))


async def to_score(visit: Visit) -> Response:
    """What a finished map or board is scored from; each game says it, whose folder has that page."""
    return visit.page("tables/score.html", games=[game_named(name) for name in GAMES])


async def _bring_back(visit: Visit) -> Response:
    name, tables = visit.form.text("table"), visit.house.tables
    if name in tables.deleted:
        name = tables.bring_back(name).name
        visit.house.changed(name)
    elif name not in tables.names():  # a tap sent again has brought it back already
        raise Refused("The table {table} cannot be brought back any more.", table=name)
    return visit.go_to(visit.url("", name))


_PLAYED_AT_ONCE, _PLAYED_ALONE = 1000, 200  # events played for one page, and where a phone plays them itself
_ROWS = 12  # evenings of one page
_DOTS = 24  # evenings of one chart
_FILES = {"csv": (as_csv, "evenings.csv", "text/csv"), "bgs": (as_bg_stats, "evenings.bgsplay", "text/plain")}


def _summary(visit: Visit, who: str = "") -> Summary:
    shelf = visit.house.tables.shelf
    if not remembers(shelf):
        raise Refused("Results are not remembered here; nobody has agreed to it.")
    most = _PLAYED_ALONE if visit.alone else _PLAYED_AT_ONCE
    return summed_up(visit.house.reading.evenings(shelf, most), who)


async def _show_played(visit: Visit) -> Response:
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


async def _agree(visit: Visit) -> Response:
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


PAGES = (
    Page("/", _list, who=WATCHERS),
    Page("/new", _new, who=PLAYERS),
    Page("/doors", _doors, who=PLAYERS),
    Page("/score", to_score, who=PLAYERS),
    Page("/bring-back", _list, _bring_back, who=HOST_ONLY),
    Page("/played", _show_played, _agree),
    Page("/played/file", _file),
)
"""The list, what leads to it, and what was played here."""
