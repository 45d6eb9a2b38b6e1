"""The list of all tables, and what was played here."""

import asyncio
from dataclasses import dataclass, replace
from shlex import quote

from starlette.background import BackgroundTask
from starlette.responses import Response

from companion.errors import CompanionError, Refused
from companion.play.games import GAMES, get_game, get_table_game
from companion.sentences import Sentence, join_with_commas
from companion.service.remembered import (
    Summary,
    find_consent,
    format_bg_stats,
    format_csv,
    note_end,
    record_consent,
    remove_name,
    summarize_evenings,
)
from companion.table.backup_files import list_backups
from companion.table.shelf import Header
from companion.web.app_state import EVENTS_AT_ONCE
from companion.web.context import HOST_ONLY, PLAYERS, WATCHERS, Page, PageContext
from companion.web.join import names_by_colour, with_names
from companion.web.people import COLOUR_WORDS

_EVENTS_ALONE = 60  # as many, where a phone plays them itself while somebody waits


@dataclass(frozen=True, slots=True)
class _Row:
    """A table in the list: how it stands, or why it cannot be opened."""

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


async def _show_list(context: PageContext) -> Response:
    rows, budget = [], _EVENTS_ALONE if context.is_alone else EVENTS_AT_ONCE
    for header in context.app_state.tables.shelf.list_tables():
        known = context.app_state.tables.is_open(header.name)
        budget -= 0 if known else header.events
        rows.append(_build_row(context, header, known or budget >= 0))
    rows.sort(key=lambda row: (not row.mine, not row.people, row.over))
    store = context.app_state.tables.shelf.path if context.is_host and not rows else None
    file = quote(str(store)) if store is not None and list_backups(store) else None
    return context.render_page(
        "tables/list.html",
        live=context.app_state.compute_list_version(),
        rows=rows,
        games=[get_game(name) for name in GAMES],
        deleted=context.app_state.tables.deleted_tables[::-1],
        restore=file,
    )


def _build_row(context: PageContext, header: Header, opening: bool) -> _Row:
    sittings, name = context.app_state.people.sittings(header.name), header.name
    mine = any(who.visitor == context.who.id for who in sittings.values())
    people = {seat: who.name or COLOUR_WORDS.get(seat, seat) for seat, who in sittings.items()}
    row = _Row(name, header.game.capitalize(), "", "", header.events, people, mine)
    try:
        game = get_table_game(header)
        row = replace(row, title=game.title, picture=game.picture, emblem=game.emblem)
        if not opening:
            return row
        here = context.app_state.tables.open(name)
        return replace(
            row,
            people={each.colour: people[each.id] for each in game.seats(here.state) if each.id in people},
            stands=with_names(game.stands(here), names_by_colour(sittings)),
            over=bool(game.final_ranks(here)),
        )
    except CompanionError as error:
        return replace(row, problem=error.whole)


async def _choose_game(context: PageContext) -> Response:
    return context.render_page("tables/new.html", games=[get_game(name) for name in GAMES])


async def _show_doors(context: PageContext) -> Response:
    """Show the front page: three doors, to replace lost parts, to score, and to play."""
    return context.render_page("pocket/front.html", games=join_with_commas(get_game(name).title for name in GAMES))


async def show_scoring(context: PageContext) -> Response:
    """Show what finished maps or boards can be scored from; a game has a template for it."""
    return context.render_page("tables/score.html", games=[get_game(name) for name in GAMES])


async def _bring_back(context: PageContext) -> Response:
    name, tables = context.form.text("table"), context.app_state.tables
    if name in tables.deleted_tables:
        name = tables.bring_back(name).name
        context.app_state.notify_pages(name)
    elif name not in tables.names():  # a tap sent again has brought it back already
        raise Refused("The table {table} can no longer be brought back.", table=name)
    return context.redirect_to_path(context.url("", name))


_PLAYED_AT_ONCE, _PLAYED_ALONE = 1000, 200  # events played for one page, and where a phone plays them itself
_ROWS = 12  # evenings of one page
_DOTS = 24  # evenings of one chart
_FILES = {"csv": (format_csv, "evenings.csv", "text/csv"), "bgs": (format_bg_stats, "evenings.bgsplay", "text/plain")}


def _build_summary(context: PageContext, who: str = "") -> Summary:
    shelf = context.app_state.tables.shelf
    if not find_consent(shelf):
        raise Refused("Results are not remembered here; nobody has agreed to it.")
    most = _PLAYED_ALONE if context.is_alone else _PLAYED_AT_ONCE
    return summarize_evenings(context.app_state.reading.list_evenings(shelf, most), who)


async def _show_played(context: PageContext) -> Response:
    agreed, form, reading = find_consent(context.app_state.tables.shelf), context.form, context.app_state.reading
    who, after = form.text("player"), form.number("after", 0, 100_000, 0)
    told = _build_summary(context, who) if agreed else summarize_evenings(())
    games = {each.game: get_game(each.game) for each in told.evenings}
    shown = context.render_page(
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
    if reading.unread and not context.is_alone:
        shown.background = BackgroundTask(_read_rest, context)
    return shown


async def _read_rest(context: PageContext) -> None:
    """Read the tables that are left, one after the other, while other requests are answered."""
    while context.app_state.reading.unread and not context.app_state.closing:
        await asyncio.sleep(0)
        for _ in context.app_state.reading.list_finished_tables(context.app_state.tables.shelf, 1):
            pass


async def _agree(context: PageContext) -> Response:
    form, shelf = context.form, context.app_state.tables.shelf
    name, may = form.text("take_out"), form.text("remember")
    if not context.is_host:
        raise Refused("Only whoever opened the tables may do that, on the laptop.")
    if name:
        answer = remove_name(shelf, name, context.app_state.reading)
        context.app_state.people.reload()
        return context.render_page("tables/taken-out.html", answer=answer)
    if may:
        record_consent(shelf, form.choice("remember", ("yes", "no")) == "yes")
        if table := form.text("table"):
            note_end(context.app_state.open_table(table))
        context.app_state.people.reload()  # so that no page asks again
    return context.redirect_to_path("/played")


async def _send_file(context: PageContext) -> Response:
    made, name, kind = _FILES[context.form.choice("as", tuple(_FILES))]
    text = made(_build_summary(context, context.form.text("player")).evenings)
    kept = f"attachment; filename*=UTF-8''{name}"
    return Response(text, media_type=kind, headers={"content-disposition": kept})


PAGES = (
    Page("/", _show_list, who=WATCHERS),
    Page("/new", _choose_game, who=PLAYERS),
    Page("/doors", _show_doors, who=PLAYERS),
    Page("/score", show_scoring, who=PLAYERS),
    Page("/bring-back", _show_list, _bring_back, who=HOST_ONLY),
    Page("/played", _show_played, _agree),
    Page("/played/file", _send_file),
)
"""The list, what leads to it, and what was played here."""
