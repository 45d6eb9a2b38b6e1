"""Pages that rename, delete, save and import a table; its history and its result."""

import json
from importlib import import_module
from itertools import groupby
from operator import attrgetter
from urllib.parse import quote

from starlette.responses import Response

from companion.answers import Answer
from companion.errors import InputError, Refused
from companion.play.game import format_hash, game_of
from companion.play.games import GAMES
from companion.service import kept_tables
from companion.service.kept_tables import check_open_table, choose_free_name
from companion.service.playing import describe_events, find_redoable, find_undoable, take_back
from companion.service.remembered import describe_result
from companion.web.context import HOST_ONLY, PLAYERS, WATCHERS, Page, PageContext
from companion.web.tables.replay import find_drawer

_MOST_BYTES_OF_A_FILE = 5_000_000  # bytes of a saved table that are taken in: some three thousand throws


async def _show_about(context: PageContext) -> Response:
    here = context.table
    game = game_of(here)
    return context.render_page(
        "tables/about.html",
        here=here,
        stands=game.stands(here),
        over=bool(game.final_ranks(here)),
        sealed=game.sealed(here.state),
        out=game.out(here.history),
    )


async def _rename(context: PageContext) -> Response:
    old, new = context.table_name, context.form.text("name")
    kept = context.app_state.tables.rename(old, new, context.form.text("tap"), context.who.id)
    context.app_state.forget_table(old)
    return context.redirect_to_path(context.url("about", kept))


async def _ask_delete(context: PageContext) -> Response:
    shelf = context.app_state.tables.shelf  # a table that cannot be opened can be deleted too
    return context.render_page(
        "tables/delete.html", header=shelf.get_header(context.table_name), copied=shelf.path is not None
    )


async def _delete(context: PageContext) -> Response:
    name, tables = context.table_name, context.app_state.tables
    if name in tables.names():  # else the tap was sent again
        tables.delete(name)
        context.app_state.forget_table(name)
    return context.redirect_to_path("/")


async def _save(context: PageContext) -> Response:
    return _send_copy(context, kept_tables.build_public_copy(context.table))


def _send_copy(context: PageContext, answer: Answer) -> Response:
    if answer.refused is not None:
        raise Refused(answer.refused)
    text = json.dumps(answer.document, ensure_ascii=False, indent=1) + "\n"
    name = quote(f"{context.table.name}.json", safe="")
    headers = {"content-disposition": f"attachment; filename=\"table.json\"; filename*=UTF-8''{name}"}
    return Response(text, media_type="application/json", headers=headers)


async def _ask_take_along(context: PageContext) -> Response:
    here = context.table
    return context.render_page("tables/along.html", here=here, out=game_of(here).out(here.history))


async def _take_along(context: PageContext) -> Response:
    context.do(lambda: kept_tables.announce_whole_copy(context.table))
    if context.form.has("pocket"):
        return context.redirect_to_path(f"/pocket?take={context.url('along/file')}")
    return context.redirect("along/file")


async def _send_whole_copy(context: PageContext) -> Response:
    if not game_of(context.table).out(context.table.history):
        return context.redirect("along")  # there all are told first
    return _send_copy(context, kept_tables.build_whole_copy(context.table))


async def _ask_import(context: PageContext) -> Response:
    return context.render_page("tables/import.html", most=_MOST_BYTES_OF_A_FILE // 1_000_000)


async def _import(context: PageContext) -> Response:
    made = context.app_state.tables.find_table_of_tap(context.form.text("tap"))
    if made is not None:  # the same tap, sent again
        return context.redirect_to_path(context.url("about", made))
    file = context.form.files.get("file")
    if file is None or not file.content:
        raise InputError("Choose the file of a saved table first.")
    called = file.name
    try:
        text = file.content.decode()
    except UnicodeDecodeError:
        raise InputError("{file} is no saved table.", file=called) from None
    carried = await context.run_aside(kept_tables.parse_copy, text, called)
    shelf, own = context.app_state.tables.shelf, carried.header.name
    name = context.form.text("name")
    if not name and (kept := kept_tables.find_same_table(shelf, carried)) is not None:
        return context.redirect_to_path(context.url("about", kept, again=1))
    name = name or (own if kept_tables.is_continuation(shelf, carried) else choose_free_name(shelf, own))
    context.make_table(name, lambda shelf: kept_tables.keep_copy(shelf, carried, name))
    context.seat_everybody(name, {})
    return context.redirect_to_path(context.url("about", name))


_ROWS = 50  # events of one page
_HIGHEST_NUMBER = 999_999_999


async def _show_history(context: PageContext) -> Response:
    here, sittings = context.table, context.app_state.people.sittings(context.table_name)
    before = context.form.number("before", 2, _HIGHEST_NUMBER, len(here.history) + 1)
    events = describe_events(here, before, _ROWS)
    colours = {key: each.colour for each in game_of(here).seats(here.state) for key in (each.id, each.name)}
    pages = import_module(f"companion.web.{here.history.game.name}")
    parted = [(chapter, [*told]) for chapter, told in groupby(events[::-1], attrgetter("chapter"))]
    drawn = [pages.chapter_of(told, colours) if hasattr(pages, "chapter_of") else None for _, told in parted]
    return context.render_page(
        "tables/history.html",
        chapters=[
            (chapter, told if cards is None else cards.others, cards)
            for (chapter, told), cards in zip(parted, drawn, strict=True)
        ],
        faces=pages.faces_of(drawn) if hasattr(pages, "faces_of") else None,
        names={who.visitor: (seat, who.name) for seat, who in sittings.items()},
        colours=colours,
        earlier=events[0].event if events and events[0].event > 1 else None,
        latest=before > len(here.history),
        undo=find_undoable(here),
        redo=find_redoable(here),
        over=bool(game_of(here).final_ranks(here)),
    )


async def _undo(context: PageContext) -> Response:
    form, here, who = context.form, context.table, context.who
    redo = form.has("redo")
    event = form.number("redo" if redo else "undo", 1, _HIGHEST_NUMBER)
    context.do(lambda: take_back(here, event, who.id, context.is_host, redo))
    return context.redirect_to_path(form.text("back") or context.url("history"))


async def _show_result(context: PageContext) -> Response:
    here = context.table
    game, ranks = game_of(here), game_of(here).final_ranks(here)
    sittings = context.app_state.people.sittings(context.table_name)
    names = {seat: who.name for seat, who in sittings.items() if who.name}
    found = describe_result(here, ranks, names)
    if found.refused is not None:
        raise Refused(found.refused)
    kept = context.app_state.get_cache(here)
    if "remarkable" not in kept:
        kept["remarkable"] = game.points(here), game.remarkable(here)
    points, remarkable = kept["remarkable"]
    called = {each.seat: names.get(each.seat, each.name) for each in ranks}
    return context.render_page(
        "tables/result.html",
        answer=found,
        ranks=ranks,
        names=called,
        colours={seat.id: seat.colour for seat in game.seats(here.state)},
        points=points,
        remarkable=remarkable,
        replayed=find_drawer(here) is not None,
    )


async def _verify(context: PageContext) -> Response:
    here, typed = context.table, context.form.text("head")
    game = game_of(here)
    return context.render_page(
        "tables/verify.html",
        answer=check_open_table(here, typed or None),
        typed=typed,
        head="" if game.sealed(here.state) else format_hash(here.head),
    )


PAGES = (
    Page("/t/{table}/about", _show_about, who=PLAYERS),
    Page("/t/{table}/rename", _show_about, _rename, who=HOST_ONLY),
    Page("/t/{table}/delete", _ask_delete, _delete, who=HOST_ONLY),
    Page("/t/{table}/save", _save, who=PLAYERS),
    Page("/t/{table}/along", _ask_take_along, _take_along, who=HOST_ONLY),
    Page("/t/{table}/along/file", _send_whole_copy, who=HOST_ONLY),
    Page("/import", _ask_import, _import, who=HOST_ONLY, limit=_MOST_BYTES_OF_A_FILE, files=True),
    Page("/t/{table}/history", _show_history, who=WATCHERS),
    Page("/t/{table}/undo", _show_history, _undo, who=PLAYERS),
    Page("/t/{table}/result", _show_result, who=WATCHERS),
    *(Page("/t/{table}/verify", _verify, who=WATCHERS, game=game) for game in GAMES),
)
"""What is done with whole tables, and what happened at them."""
