"""The replay of a finished game: a page with a slider, and a single HTML file, also from the command line.

A game makes its scenes: pieces in the order in which its template draws them. After the first event, only
pieces that have changed are drawn again, so the file holds the first scene and then only differences.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from starlette.requests import Request
from starlette.responses import Response

from companion.answers import Answer, catch_refusals
from companion.data.files import write_text
from companion.errors import Refused
from companion.play.game import game_of
from companion.play.games import GAMES
from companion.sentences import Sentence, say
from companion.service.kept_tables import OpenTables
from companion.service.session import Session, StoreOrShelf, open_shelf
from companion.table.shelf import Shelf
from companion.web.access import Form, quote_table_name
from companion.web.app_state import AppState, Settings
from companion.web.context import WATCHERS, PageContext, WebPage, get_game_pages
from companion.web.people import COLOUR_WORDS
from companion.web.rendering import MIME_TYPES, Pages, send_file, static_folder

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ReplayPiece:
    """A part of a scene, drawn by a macro of the game's template; drawn again when its key changes."""

    macro: str
    key: object
    arguments: tuple[Any, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a game: what its template draws under the pieces, and the pieces in order."""

    ground: Any
    pieces: tuple[ReplayPiece, ...]
    values: Mapping[str, Any] = field(default_factory=dict)  # further values for the template


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """An event that was not undone: its description, its chapter, and the pieces it changed, by position."""

    event: int
    line: Sentence
    chapter: Sentence | None
    scene: Scene
    changed_pieces: tuple[tuple[int, ReplayPiece], ...]


SceneDrawer = Callable[[Any], Scene]  # makes the scene of a state, with all secrets revealed
SceneDrawerFactory = Callable[[Any], SceneDrawer | None]
"""A game's ``make_drawer``: from the last state, what makes its scenes; ``None`` if there is nothing to show."""

_MOST = 999_999  # the largest frame number that an address may ask for


def find_drawer(table: Session[Any]) -> SceneDrawer | None:
    """What makes a table's scenes; ``None`` if its game is not over or has nothing to show."""
    make_drawer: SceneDrawerFactory | None = getattr(get_game_pages(table), "make_drawer", None)
    return make_drawer(table.state) if make_drawer and game_of(table).final_ranks(table) else None


def _build_frames(table: Session[Any]) -> list[ReplayFrame]:
    """Build a frame for each event that was not undone; refused before the game is over."""
    draw, game, history = find_drawer(table), game_of(table), table.history
    if not game.final_ranks(table):
        raise Refused("This game is not over; when it is, you can replay it from its first event.")
    if draw is None:
        raise Refused("Nothing of this game was saved, so it cannot be replayed.")
    before, frames = tuple[ReplayPiece, ...](), list[ReplayFrame]()
    for step in map(history.get_transition, sorted(history.standing_numbers)):
        scene = draw(step.after)
        changes = [(index, piece) for index, piece in enumerate(scene.pieces) if before[index : index + 1] != (piece,)]
        chapter = game.chapter(step.before or step.after)
        frames.append(ReplayFrame(step.event.number, game.line(history, step), chapter, scene, tuple(changes)))
        before = scene.pieces
    return frames


async def _show_replay(context: PageContext) -> Response:
    frames = await _get_cached(context, "replay", partial(_build_frames, context.table))
    number = min(context.form.number("at", 1, _MOST, len(frames)), len(frames))
    return context.render_page("tables/replay.html", at=number, **_build_values(context.table, frames))


async def _get_cached(context: PageContext, key: object, work: Callable[[], T]) -> T:
    """A value computed from a table and cached until it changes; other requests do not wait meanwhile."""
    cache = context.app_state.get_cache(context.table)
    if key not in cache:
        cache[key] = await context.run_in_thread(work)
    return cast(T, cache[key])


def _build_values(table: Session[Any], frames: Sequence[ReplayFrame]) -> dict[str, Any]:
    """The values for the templates of both the page and the file."""
    chapters = [(each.chapter, number) for number, each in enumerate(frames, 1) if each.chapter is not None]
    seats = game_of(table).seats(table.state)
    return {
        **frames[-1].scene.values,
        "frames": frames,
        "last": len(frames),
        "begins": sorted((number, words) for words, number in dict(reversed(chapters)).items()),
        "names": {seat.id: seat.name or COLOUR_WORDS[seat.colour] for seat in seats},
        "colours": {seat.id: seat.colour for seat in seats},
        "table": table.name,
        "game": game_of(table),
        "won": [each for each in game_of(table).final_ranks(table) if each.rank == 1],
    }


async def _send_file(context: PageContext) -> Response:
    page = await _get_cached(context, ("film", context.language.code), partial(render_film, context))
    return send_file(page, "application/octet-stream", f"{context.table.name}.html", "replay.html")


def render_film(context: PageContext) -> str:
    """Render the replay as one page with all files embedded; on a phone, a script embeds them afterwards."""
    table = context.table
    values = _build_values(table, _build_frames(table))
    page = context.render_page("tables/film.html", remarkable=game_of(table).list_highlights(table), **values)
    text = bytes(page.body).decode()
    return text if context.is_alone else _embed_files(text)


_NAMED = re.compile(r'(?<=["(])/static/\w+/([\w./-]+)(?=[")])')  # the address of a static file in a page
_BESIDE = re.compile(r"(?<=url\()([\w./-]+)(?=\))")  # the name of a file in a style sheet


def _embed_files(page: str) -> str:
    """A page in which the addresses of static files are replaced by data URLs with their content."""

    def make_data_url(match: re.Match[str]) -> str:
        content = (static_folder() / match[1]).read_bytes()
        kind = MIME_TYPES[match[1].rpartition(".")[2]].partition(";")[0]
        if kind == "text/css":
            content = _BESIDE.sub(make_data_url, content.decode()).encode()
        return f"data:{kind};base64,{b64encode(content).decode()}"

    return _NAMED.sub(make_data_url, page)


def build_film(shelf: Shelf, table: str, language: str) -> str:
    """Render the replay of a finished game as one page, in a language; refused before the game is over."""
    headers = [(b"accept-language", language.encode())]
    scope = {"type": "http", "path": "/", "path_params": {"table": quote_table_name(table)}, "headers": headers}
    app_state = AppState(OpenTables(shelf), Settings())
    return render_film(PageContext(Request(scope), app_state, Pages().render_page, None, Form()))


@catch_refusals
def write_film(store: StoreOrShelf, table: str, output: Path, overwrite: bool, language: str) -> Answer:
    with open_shelf(store, create=False) as shelf:
        page = build_film(shelf, table, language)
    write_text(output, page, overwrite=overwrite, private=True)
    line = say("{file} replays the game at the table {table}; it needs no network.", file=str(output), table=table)
    return Answer({"table": table, "file": output, "bytes": len(page.encode())}, (line,), files=(output,))


PAGES = tuple(
    WebPage(f"/t/{{table}}/{path}", show, role=WATCHERS, game=game)
    for game in GAMES
    for path, show in (("replay", _show_replay), ("replay/file", _send_file))
)
