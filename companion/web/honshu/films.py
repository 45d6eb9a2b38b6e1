"""A film of one's map: a phone sends frame after frame, and is told what is known of the map by then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from starlette.responses import JSONResponse, Response

from companion.data.honshu.map import SQUARES
from companion.errors import CompanionError, Refused
from companion.sentences import Language, say
from companion.service.honshu.filming import Film, Frame
from companion.service.honshu.seen_map import in_doubt, symbol_seen
from companion.web.honshu.grid import picture_of
from companion.web.house import House
from companion.web.rendering import address_in
from companion.web.visit import SEATED, Page, Visit

if TYPE_CHECKING:
    from companion.vision.honshu.watching import Watched
    from companion.web.serving.beside import TalkBeside

_MOST_FILMS = 5  # that run at once: a map of each player
_IDLE = 60.0  # seconds from its last frame after which a film is let go; more than one may take
_MOST_FRAME_BYTES = 1_500_000  # of a form with a frame; one of 1280 x 720 pixels has a fifth of it
TOO_MUCH = say("The photo could not be read here; it may be too large. Send a smaller one, or type the map.")

Owner = tuple[str, str, str]
"""A table, a seat, and who sits there: whoever takes the seat over does not see the photo."""


def owner(visit: Visit) -> Owner:
    """Whoever asks."""
    assert visit.seat is not None
    return visit.table_name, visit.seat, visit.who.id


@dataclass(eq=False, slots=True)
class _Running:
    """A film, and whose turn it is to ask it."""

    talk: TalkBeside
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    ends: asyncio.TimerHandle | None = None


_RUNNING: WeakKeyDictionary[House, dict[Owner, _Running]] = WeakKeyDictionary()


def _let_go(running: dict[Owner, _Running], whose: Owner) -> None:
    if (film := running.pop(whose, None)) is not None:
        film.talk.end()


async def ask_film(visit: Visit, frame: Frame | None) -> object:
    """The answer to a frame, one after another; without one, what the film has told, which lets it go."""
    running, whose = _RUNNING.setdefault(visit.house, {}), owner(visit)
    if whose not in running:
        if frame is None:
            raise Refused("No map was seen yet; point the camera at it, or take a photo.")
        if len(running) >= _MOST_FILMS:
            raise Refused("Other phones are filming; wait a moment, or take a photo.")
        assert visit.house.settings.talk is not None
        running[whose] = _Running(visit.house.settings.talk(Film()))
    film = running[whose]
    if frame is not None and film.turn.locked():
        raise Refused("One frame is looked at after another; this one came too early.")
    async with film.turn:
        if film.ends is not None:
            film.ends.cancel()
        film.ends = asyncio.get_running_loop().call_later(_IDLE, _let_go, running, whose)
        try:
            told = await film.talk.ask(frame)
        except (TimeoutError, MemoryError):
            _let_go(running, whose)
            raise
    if frame is None:
        _let_go(running, whose)
    return told


async def read_beside(seen: Awaitable[object]) -> Any:
    """What was read where it can bring down nothing; it may take too long or too much."""
    try:
        return await seen
    except TimeoutError:
        raise Refused("The photo took too long to read; take another one, or type the map.") from None
    except MemoryError:
        raise Refused(TOO_MUCH) from None


def frame_told(told: Watched, reads: Language, house: House) -> Mapping[str, Any]:
    """What a page shows after a frame."""
    address, squares = address_in(house.settings.static), list[tuple[int, int, bool, str]]()
    for each in told.reading.squares if told.reading else ():
        place, symbol = (each.row, each.column), symbol_seen(each)
        shown = address(f"img/sq-{picture_of(symbol, place)[0]}.png") if symbol in SQUARES else ""
        squares.append((*place, in_doubt(each) or not shown, shown))
    shows = {"seals": told.seals, "squares": squares, "complete": told.complete}
    return {**shows, "counted": told.counted.said(reads), "remark": told.remark and told.remark.said(reads)}


async def _act(visit: Visit) -> Response:
    """The answer is for the page's script."""
    sent = visit.form.files.get("frame")
    frame = Frame(sent.content if sent else b"", visit.form.has("begins"))
    try:
        told = await read_beside(ask_film(visit, frame))
    except CompanionError as error:
        return JSONResponse({"refused": error.whole.said(visit.language)}, 422)
    return JSONResponse(frame_told(told, visit.language, visit.house))


PAGES = (
    Page("/t/{table}/photo/frame", None, _act, SEATED, "honshu", _MOST_FRAME_BYTES, files=True, pocket=False),
)
"""Where frames go."""
