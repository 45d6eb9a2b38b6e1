"""What a page is: an address, who may ask for it, how it is shown, and what its form does."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from starlette.responses import Response

from companion.web.visit import Visit

ANYONE, WATCHERS, PLAYERS, SEATED, HOST_ONLY = "anyone", "watchers", "players", "seated", "host"
"""Who may ask: without a code; with any; with the code to play; on a seat of the table; the host."""

Answering = Callable[[Visit], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The taps and questions with which a pocket warms up for a game, at tables that nobody plays."""

    tables: tuple[str, ...]
    # addresses and the fields that are sent there; an empty one takes the first that the page offers
    taps: tuple[tuple[str, Mapping[str, str | tuple[str, ...]]], ...]
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page."""

    path: str
    show: Answering | None = None
    # does what its form asks for, and goes on to a page; none where it has no form
    act: Answering | None = None
    who: str = PLAYERS
    game: str = ""  # the game that the table must play; empty for any
    limit: int = 64_000  # bytes of a form that are read
    files: bool = False
    pocket: bool = True
    still: bool = False  # hangs on the table's events, who sits there and who asks, and on no clock
