"""A game that is over, looked at from its first event on: a page with a slider, and one file that keeps it.

A game gives its scenes: pieces in the order in which its template draws them. What changes from one event to
the next is drawn anew; so the file holds the first scene and then only differences.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar, cast
from urllib.parse import quote

from starlette.responses import Response

from companion.errors import Refused
from companion.play.game import game_of
from companion.sentences import Sentence
from companion.service.session import Session
from companion.web.people import COLOUR_WORDS
from companion.web.rendering import static_folder
from companion.web.static import KINDS
from companion.web.visit import WATCHERS, Page, Visit

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a scene that is drawn by a macro of the game's template; it is another when its key is."""

    macro: str
    key: object
    given: tuple[Any, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a game: what its template draws under the pieces, and the pieces in order."""

    ground: Any
    pieces: tuple[Piece, ...]
    words: Mapping[str, Any] = field(default_factory=dict)  # what its template knows besides


@dataclass(frozen=True, slots=True)
class Frame:
    """What came of an event that stands: its line, the part of the game, and which pieces changed."""

    event: int
    line: Sentence
    chapter: Sentence | None
    scene: Scene
    changed: tuple[tuple[int, Piece], ...]


Draw = Callable[[Any], Scene]  # gives the scene of a state, with all secrets open
Drawn = Callable[[Any], Draw | None]
"""Gives what draws the scenes of a game, from its last state; nothing where no board, map or card is kept."""

_DRAWN: dict[str, Drawn] = {}
_MOST = 999_999  # the largest number of a frame that is read from an address


def replay_pages(game: str, drawn: Drawn) -> tuple[Page, ...]:
    """The pages on which a game is looked at again, for a game that draws its scenes."""
    _DRAWN[game] = drawn
    return (
        Page("/t/{table}/replay", _show, who=WATCHERS, game=game),
        Page("/t/{table}/replay/file", _file, who=WATCHERS, game=game),
    )


def drawing(here: Session[Any]) -> Draw | None:
    """What draws the scenes of a table; ``None`` where its game is not over, or has nothing to look at."""
    game = game_of(here)
    return _DRAWN[game.name](here.state) if game.name in _DRAWN and game.final_ranks(here) else None


def _frames(here: Session[Any]) -> list[Frame]:
    """A frame for each event that stands; refused while anything may be hidden."""
    draw, game, history = drawing(here), game_of(here), here.history
    if not game.final_ranks(here):
        raise Refused("This game is not over; when it is, it can be looked at again from its first event.")
    if draw is None:
        raise Refused("Nothing of this game was kept that could be looked at again.")
    before, frames = tuple[Piece, ...](), list[Frame]()
    for step in map(history.step, sorted(history.standing)):
        scene = draw(step.after)
        changed = [(at, now) for at, now in enumerate(scene.pieces) if before[at : at + 1] != (now,)]
        chapter = game.chapter(step.before or step.after)
        frames.append(Frame(step.event.number, game.line(history, step), chapter, scene, tuple(changed)))
        before = scene.pieces
    return frames


async def _show(visit: Visit) -> Response:
    frames = await _kept(visit, "replay", partial(_frames, visit.table))
    at = min(visit.form.number("at", 1, _MOST, len(frames)), len(frames))
    return visit.page("tables/replay.html", at=at, **_shown(visit.table, frames))


async def _kept(visit: Visit, what: object, work: Callable[[], T]) -> T:
    """What is made of a table as long as it is; made once, beside all that phones ask for."""
    kept = visit.house.once(visit.table)
    if what not in kept:
        kept[what] = await visit.beside(work)
    return cast(T, kept[what])


def _shown(here: Session[Any], frames: Sequence[Frame]) -> dict[str, Any]:
    """What both pages are given."""
    chapters = [(each.chapter, at) for at, each in enumerate(frames, 1) if each.chapter is not None]
    seats = game_of(here).seats(here.state)
    return {
        **frames[-1].scene.words,
        "frames": frames,
        "last": len(frames),
        "begins": sorted((at, words) for words, at in dict(reversed(chapters)).items()),
        "names": {seat.id: seat.name or COLOUR_WORDS[seat.colour] for seat in seats},
        "colours": {seat.id: seat.colour for seat in seats},
        "table": here.name,
        "game": game_of(here),
        "won": [each for each in game_of(here).final_ranks(here) if each.rank == 1],
    }


async def _file(visit: Visit) -> Response:
    name = quote(f"{visit.table.name}.html", safe="")
    headers = {"content-disposition": f"attachment; filename=\"replay.html\"; filename*=UTF-8''{name}"}
    page = await _kept(visit, ("film", visit.language.code), partial(film, visit))
    return Response(page, media_type="application/octet-stream", headers=headers)


def film(visit: Visit) -> str:
    """A game that is over as one page that draws its moments itself; a phone alone lays in what it names."""
    here = visit.table
    shown = _shown(here, _frames(here))
    page = visit.page("tables/film.html", remarkable=game_of(here).remarkable(here), **shown)
    text = bytes(page.body).decode()
    return text if visit.alone else _laid_in(text)


_NAMED = re.compile(r'(?<=["(])/static/\w+/([\w./-]+)(?=[")])')  # in a page
_BESIDE = re.compile(r"(?<=url\()([\w./-]+)(?=\))")  # in a style sheet


def _laid_in(page: str) -> str:
    """A page that has every style sheet, script, letter and picture within that it names."""

    def data(found: re.Match[str]) -> str:
        content = (static_folder() / found[1]).read_bytes()
        kind = KINDS[found[1].rpartition(".")[2]].partition(";")[0]
        if kind == "text/css":
            content = _BESIDE.sub(data, content.decode()).encode()
        return f"data:{kind};base64,{b64encode(content).decode()}"

    return _NAMED.sub(data, page)
