"""The pages of tables of any game: their list, past results, history, result, renaming, import and export."""

import asyncio
import json
import shlex
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from starlette.background import BackgroundTask
from starlette.responses import Response

from companion.answers import Answer
from companion.errors import CompanionError, InputError, Refused
from companion.play.game import format_hash, game_of
from companion.play.games import GAMES, get_game, get_table_game
from companion.sentences import join_with_commas
from companion.service import kept_tables, results
from companion.service.playing import describe_events, find_redoable, find_undoable, take_back
from companion.table.backup_files import list_backups
from companion.table.shelf import Header
from companion.web.app_state import EVENTS_AT_ONCE
from companion.web.context import HOST_ONLY, PLAYERS, WATCHERS, PageContext, WebPage, get_game_pages
from companion.web.join import names_by_colour, with_names
from companion.web.people import COLOUR_WORDS
from companion.web.rendering import send_file
from companion.web.replay import find_drawer

_EVENTS_ALONE = 60  # fewer, for a phone, which replays them itself while somebody waits


def _list_rows(context: PageContext, *, scores: bool) -> list[dict[str, Any]]:
    """The rows of all tables, or of all scores, one's own first; as many are opened as one page can wait for."""
    rows = []
    budget = _EVENTS_ALONE if context.is_alone else EVENTS_AT_ONCE
    for header in context.app_state.tables.shelf.list_tables():
        if context.app_state.tables.is_score(header.name) != scores:
            continue
        is_open = context.app_state.tables.is_open(header.name)
        budget -= 0 if is_open else header.events
        rows.append(_build_row(context, header, is_open or budget >= 0))
    return sorted(rows, key=lambda row: (not row["mine"], not row["people"], row["over"]))


async def _show_list(context: PageContext) -> Response:
    rows = _list_rows(context, scores=False)
    store = context.app_state.tables.shelf.path if context.is_host and not rows else None
    file = shlex.quote(str(store)) if store is not None and list_backups(store) else None
    return context.render_page(
        "tables/list.html",
        live=context.app_state.compute_list_version(),
        rows=rows,
        games=[get_game(name) for name in GAMES],
        deleted=context.app_state.tables.deleted_tables[::-1],
        restore=file,
    )


def _build_row(context: PageContext, header: Header, opening: bool) -> dict[str, Any]:
    """The row of a table in the list; with its state if it may be opened, or the reason why it cannot be."""
    name = header.name
    sittings = context.app_state.people.sittings(name)
    is_player = any(sitting.visitor == context.user.id for sitting in sittings.values())
    people = {seat: sitting.name or COLOUR_WORDS.get(seat, seat) for seat, sitting in sittings.items()}
    row = {"name": name, "title": header.game.capitalize(), "picture": "", "emblem": "", "events": header.events}
    row |= {"people": people, "mine": is_player, "stands": None, "over": False, "problem": None}
    row |= {"free": 0, "turn": False}
    try:
        game = get_table_game(header)
        row |= {"title": game.title, "picture": game.picture, "emblem": game.emblem}
        if opening:
            table = context.app_state.tables.open(name)
            people = {each.colour: people[each.id] for each in game.seats(table.state) if each.id in people}
            stage = with_names(game.describe_stage(table), names_by_colour(sittings))
            is_over = bool(game.final_ranks(table))
            row |= {"people": people, "stands": stage, "over": is_over}
            here = context.at_table(name)
            if not (is_over or here.is_score):
                row["free"] = 0 if context.one_screen else here.free_seats
                row["turn"] = here.find_due_seat(None) is not None
    except CompanionError as error:
        row["problem"] = error.message
    return row


async def _choose_game(context: PageContext) -> Response:
    return context.render_page("tables/new.html", games=[get_game(name) for name in GAMES])


async def _show_doors(context: PageContext) -> Response:
    """Show the front page, which leads to three tasks: replace lost parts, score, or play."""
    titles, table = join_with_commas(get_game(name).title for name in GAMES), context.find_table_to_join()
    has_tables = not all(map(context.app_state.tables.is_score, context.app_state.tables.names()))
    play = "/" if has_tables else "/new"
    return context.render_page(
        "pocket/front.html", games=titles, play=context.url("seat", table) if table is not None else play
    )


async def show_scoring(context: PageContext) -> Response:
    """Show how a finished map or board can be scored, as described in a template of each game, and all scores."""
    rows = _list_rows(context, scores=True)
    return context.render_page("tables/score.html", games=[get_game(name) for name in GAMES], rows=rows)


async def _show_press_opening(context: PageContext) -> Response:
    """Answer at once while the part that prints, a Python of its own, is still being started."""
    return context.render_page("pocket/press-opening.html")


OPENING_PRESS = WebPage("/print", _show_press_opening)
"""The page that stands for all of printing where only tables are answered for, in the pocket version."""


async def _bring_back(context: PageContext) -> Response:
    name, tables = context.form.text("table"), context.app_state.tables
    if name in tables.deleted_tables:
        name = tables.bring_back(name).name
        context.app_state.notify_pages(name)
    elif name not in tables.names():  # restored already, if the tap was sent again
        raise Refused("The table {table} can no longer be brought back.", table=name)
    return context.redirect_to_path(context.url("", name))


_PLAYED_AT_ONCE, _PLAYED_ALONE = 1000, 200  # events replayed for one page; fewer on a phone, which replays them itself
_ROWS = 12  # games on one page
_DOTS = 24  # games in one chart
_FILES = {
    "csv": (results.format_csv, "evenings.csv", "text/csv"),
    "bgs": (results.format_bg_stats, "evenings.bgsplay", "text/plain"),
}


def _build_summary(context: PageContext, player: str = "") -> results.Summary:
    shelf = context.app_state.tables.shelf
    if not results.find_consent(shelf):
        raise Refused("Results are not remembered here; nobody has agreed to it.")
    most = _PLAYED_ALONE if context.is_alone else _PLAYED_AT_ONCE
    return results.summarize_evenings(context.app_state.reading.list_evenings(shelf, most), player)


async def _show_played(context: PageContext) -> Response:
    form, reading = context.form, context.app_state.reading
    consent = results.find_consent(context.app_state.tables.shelf)
    player, after = form.text("player"), form.number("after", 0, 100_000, 0)
    summary = _build_summary(context, player) if consent else results.summarize_evenings(())
    games = {each.game: get_game(each.game) for each in summary.evenings}
    response = context.render_page(
        "tables/remembered.html",
        agreed=consent,
        told=summary,
        games=games,
        who=summary.evenings and player,
        rows=summary.evenings[after : after + _ROWS],
        after=after + _ROWS if len(summary.evenings) > after + _ROWS else None,
        charts={name: [each for each in summary.evenings if each.game == name][:_DOTS][::-1] for name in games},
        reading=reading,
    )
    if reading.unread_count and not context.is_alone:
        response.background = BackgroundTask(_read_rest, context)
    return response


async def _read_rest(context: PageContext) -> None:
    """Read the remaining finished tables, one at a time, while other requests are answered."""
    while context.app_state.reading.unread_count and not context.app_state.is_closing:
        await asyncio.sleep(0)
        for _ in context.app_state.reading.list_finished_tables(context.app_state.tables.shelf, 1):
            pass


async def _agree(context: PageContext) -> Response:
    form, shelf = context.form, context.app_state.tables.shelf
    name, consent = form.text("take_out"), form.text("remember")
    if not context.is_host:
        raise Refused("Only whoever opened the tables may do that, on the laptop.")
    if name:
        context.app_state.people.write_changes()
        answer = results.remove_name(shelf, name, context.app_state.reading)
        context.app_state.people.reload()
        return context.render_page("tables/taken-out.html", answer=answer)
    if consent:
        results.record_consent(shelf, form.choice("remember", ("yes", "no")) == "yes")
        if table := form.text("table"):
            results.note_end(context.app_state.open_table(table))
        context.app_state.people.write_changes()
        context.app_state.people.reload()  # so that open pages stop asking
    return context.redirect_to_path("/played")


async def _send_evenings(context: PageContext) -> Response:
    write, name, kind = _FILES[context.form.choice("as", tuple(_FILES))]
    text = write(_build_summary(context, context.form.text("player")).evenings)
    return send_file(text, kind, name)


_MOST_BYTES_OF_A_FILE = 5_000_000  # bytes of an imported table; enough for about 3,000 throws


async def _show_about(context: PageContext) -> Response:
    table = context.table
    game = game_of(table)
    return context.render_page(
        "tables/about.html",
        here=table,
        stands=game.describe_stage(table),
        over=bool(game.final_ranks(table)),
        sealed=game.has_secrets(table.state),
        out=game.is_exposed(table.history),
    )


async def _rename(context: PageContext) -> Response:
    old, new = context.table_name, context.form.text("name")
    name = context.app_state.tables.rename(old, new, context.form.text("tap"), context.user.id)
    context.app_state.forget_table(old)
    return context.redirect_to_path(context.url("about", name))


async def _ask_delete(context: PageContext) -> Response:
    shelf = context.app_state.tables.shelf  # a table that cannot be opened can be deleted too
    return context.render_page(
        "tables/delete.html", header=shelf.get_header(context.table_name), copied=shelf.path is not None
    )


async def _delete(context: PageContext) -> Response:
    name, tables = context.table_name, context.app_state.tables
    if name in tables.names():  # deleted already, if the tap was sent again
        tables.delete(name)
        context.app_state.forget_table(name)
    return context.redirect_to_path("/")


async def _save(context: PageContext) -> Response:
    return _send_copy(context, kept_tables.build_public_copy(context.table))


def _send_copy(context: PageContext, answer: Answer) -> Response:
    if answer.refused is not None:
        raise Refused(answer.refused)
    text = json.dumps(answer.document, ensure_ascii=False, indent=1) + "\n"
    return send_file(text, "application/json", f"{context.table.name}.json", "table.json")


async def _ask_take_along(context: PageContext) -> Response:
    table = context.table
    return context.render_page("tables/along.html", here=table, out=game_of(table).is_exposed(table.history))


async def _take_along(context: PageContext) -> Response:
    context.do(lambda: kept_tables.announce_whole_copy(context.table))
    if context.form.has("pocket"):
        return context.redirect_to_path(f"/pocket?take={context.url('along/file')}")
    return context.redirect("along/file")


async def _send_whole_copy(context: PageContext) -> Response:
    if not game_of(context.table).is_exposed(context.table.history):
        return context.redirect("along")  # which announces it to everybody first
    return _send_copy(context, kept_tables.build_whole_copy(context.table))


async def _ask_import(context: PageContext) -> Response:
    return context.render_page("tables/import.html", most=_MOST_BYTES_OF_A_FILE // 1_000_000)


async def _import(context: PageContext) -> Response:
    table = context.app_state.tables.find_table_of_tap(context.form.text("tap"))
    if table is not None:  # the same tap, sent again
        return context.redirect_to_path(context.url("about", table))
    file = context.form.files.get("file")
    if file is None or not file.content:
        raise InputError("Choose the file of a saved table first.")
    file_name = file.name
    try:
        text = file.content.decode()
    except UnicodeDecodeError:
        raise InputError("{file} is not a saved table.", file=file_name) from None
    copy = await context.run_in_thread(kept_tables.parse_copy, text, file_name)
    shelf, title = context.app_state.tables.shelf, copy.header.name
    name = context.form.text("name")
    if not name and (same_table := kept_tables.find_same_table(shelf, copy)) is not None:
        return context.redirect_to_path(context.url("about", same_table, again=1))
    name = name or (title if kept_tables.is_continuation(shelf, copy) else kept_tables.choose_free_name(shelf, title))
    context.make_table(name, lambda shelf: kept_tables.keep_copy(shelf, copy, name))
    context.seat_everybody(name, {})
    return context.redirect_to_path(context.url("about", name))


_EVENTS_SHOWN = 50  # events on one page
_HIGHEST_NUMBER = 999_999_999


async def _show_history(context: PageContext) -> Response:
    table, sittings = context.table, context.app_state.people.sittings(context.table_name)
    before = context.form.number("before", 2, _HIGHEST_NUMBER, len(table.history) + 1)
    events = describe_events(table, before, _EVENTS_SHOWN)
    colours = {key: each.colour for each in game_of(table).seats(table.state) for key in (each.id, each.name)}
    pages = get_game_pages(table)
    chapters = [(chapter, [*lines]) for chapter, lines in groupby(events[::-1], attrgetter("chapter"))]
    views = [pages.chapter_of(lines, colours) if hasattr(pages, "chapter_of") else None for _, lines in chapters]
    return context.render_page(
        "tables/history.html",
        chapters=[
            (chapter, lines if cards is None else cards.other_events, cards)
            for (chapter, lines), cards in zip(chapters, views, strict=True)
        ],
        faces=pages.faces_of(views) if hasattr(pages, "faces_of") else None,
        names={sitting.visitor: (seat, sitting.name) for seat, sitting in sittings.items()},
        colours=colours,
        earlier=events[0].event if events and events[0].event > 1 else None,
        latest=before > len(table.history),
        undo=find_undoable(table),
        redo=find_redoable(table),
        over=bool(game_of(table).final_ranks(table)),
    )


async def _undo(context: PageContext) -> Response:
    form, table, user = context.form, context.table, context.user
    redo = form.has("redo")
    event = form.number("redo" if redo else "undo", 1, _HIGHEST_NUMBER)
    context.do(lambda: take_back(table, event, user.id, context.is_host, redo))
    return context.redirect_to_path(form.text("back") or context.url("history"))


async def _show_result(context: PageContext) -> Response:
    table = context.table
    game, ranks = game_of(table), game_of(table).final_ranks(table)
    sittings = context.app_state.people.sittings(context.table_name)
    names = {seat: sitting.name for seat, sitting in sittings.items() if sitting.name}
    result = results.describe_result(table, ranks, names)
    if result.refused is not None:
        raise Refused(result.refused)
    cache = context.app_state.get_cache(table)
    if "remarkable" not in cache:
        cache["remarkable"] = game.points(table), game.list_highlights(table)
    points, remarkable = cache["remarkable"]
    names_by_seat = {each.seat: names.get(each.seat, each.name) for each in ranks}
    return context.render_page(
        "tables/result.html",
        answer=result,
        ranks=ranks,
        names=names_by_seat,
        colours={seat.id: seat.colour for seat in game.seats(table.state)},
        points=points,
        remarkable=remarkable,
        replayed=find_drawer(table) is not None,
    )


def send_score_pad(context: PageContext, render: Callable[[str], bytes]) -> Response:
    """Send the score pad of a table, filled in, with the day on which its game ended, or today's."""
    game, table = game_of(context.table).name, context.table_name
    day = context.app_state.tables.shelf.read_note(table, results.DAY) or f"{datetime.now(UTC):%Y-%m-%d}"
    return send_file(render(day), "application/pdf", f"{game}-{table}.pdf", f"{game}.pdf")


async def _verify(context: PageContext) -> Response:
    table, hash_typed = context.table, context.form.text("head")
    game = game_of(table)
    return context.render_page(
        "tables/verify.html",
        answer=kept_tables.check_open_table(table, hash_typed or None),
        typed=hash_typed,
        head="" if game.has_secrets(table.state) else format_hash(table.head),
    )


PAGES: tuple[WebPage, ...] = (
    WebPage("/", _show_list, role=WATCHERS),
    WebPage("/new", _choose_game, role=PLAYERS),
    WebPage("/doors", _show_doors, role=PLAYERS),
    WebPage("/score", show_scoring, role=PLAYERS),
    WebPage("/bring-back", _show_list, _bring_back, role=HOST_ONLY),
    WebPage("/played", _show_played, _agree),
    WebPage("/played/file", _send_evenings),
    WebPage("/t/{table}/about", _show_about, role=PLAYERS),
    WebPage("/t/{table}/rename", _show_about, _rename, role=HOST_ONLY),
    WebPage("/t/{table}/delete", _ask_delete, _delete, role=HOST_ONLY),
    WebPage("/t/{table}/save", _save, role=PLAYERS),
    WebPage("/t/{table}/along", _ask_take_along, _take_along, role=HOST_ONLY),
    WebPage("/t/{table}/along/file", _send_whole_copy, role=HOST_ONLY),
    WebPage("/import", _ask_import, _import, role=HOST_ONLY, limit=_MOST_BYTES_OF_A_FILE, files=True),
    WebPage("/t/{table}/history", _show_history, role=WATCHERS),
    WebPage("/t/{table}/undo", _show_history, _undo, role=PLAYERS),
    WebPage("/t/{table}/result", _show_result, role=WATCHERS),
    *(WebPage("/t/{table}/verify", _verify, role=WATCHERS, game=game) for game in GAMES),
)
