"""The list of all tables: what is going on at each, where to go on, what was deleted, where to open one."""

from dataclasses import dataclass, replace
from shlex import quote

from starlette.responses import Response

from companion.errors import CompanionError, Refused
from companion.play.games import GAMES, game_named, game_played
from companion.sentences import Sentence, listed
from companion.table.backup_files import backups
from companion.table.shelf import Header
from companion.web.house import EVENTS_AT_ONCE
from companion.web.join.seats import named, names_at
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


PAGES = (
    Page("/", _list, who=WATCHERS),
    Page("/new", _new, who=PLAYERS),
    Page("/doors", _doors, who=PLAYERS),
    Page("/score", to_score, who=PLAYERS),
    Page("/bring-back", _list, _bring_back, who=HOST_ONLY),
)
"""The list, and what leads to it."""
