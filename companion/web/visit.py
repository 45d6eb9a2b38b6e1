"""One request to a page: who asks, about which table, what they have sent; and the answer to it.

A page has an address; it says who may ask for it, how it is shown, and what its form does.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from companion.data.catalogue import LANGUAGES, fitting, language
from companion.data.files import read_toml
from companion.errors import CompanionError, Refused
from companion.paths import assets
from companion.play.game import game_of
from companion.play.shared_events import OpenSeat
from companion.sentences import Language, Sentence, say
from companion.service.playing import carry_out
from companion.table.history import Step
from companion.web.form import Form, named_in, path_name
from companion.web.gate import check_path
from companion.web.people import HOST, PLAYER, SCREEN, WATCHER, SeatRequest, Visitor, device_of, seat_name

if TYPE_CHECKING:
    from companion.web.house import House

T = TypeVar("T")
_NEWS = 3  # events for which all are told of a phone that sat down at a seat that had been dealt
MOST_TABLES = 200  # tables that phones can make; a year of evenings
Draw = Callable[["Visit", str, int, Mapping[str, Any]], Response]
"""Draws a page for a visit: the template, the status, what the template is given."""


@dataclass(frozen=True, slots=True)
class Due:
    """What a table waits for, as whoever asks is told it: in one sentence, first on every page of it."""

    words: Sentence
    seats: Sequence[str] = ()  # those that the table waits for
    page: str | None = None  # of the table, where whoever asks does it; none while they wait


class Visit:
    """One request."""

    def __init__(
        self, request: Request, house: House, draw: Draw, visitor: Visitor | None, form: Form
    ) -> None:
        self.request, self.house, self.visitor, self.form = request, house, visitor, form
        self.draw = draw
        # on the big screen: the other tables that are open, and what it shows
        self.also: Sequence[str] | None = None
        self.led = ""
        self._cookie: str | None = None
        self.problem: Sentence | None = None
        self.taps: list[bytes] = []  # one for each form of the page

    # ---- who asks

    @property
    def who(self) -> Visitor:
        """Who asks, once they have the code."""
        assert self.visitor is not None  # pages for anyone do not ask
        return self.visitor

    @property
    def device(self) -> str:
        """The device that asks; empty where it is not known."""
        return device_of(self.request.client.host) if self.request.client else ""

    @property
    def host(self) -> bool:
        """True for whoever opened the tables: the laptop's own page."""
        return self.visitor is not None and self.visitor.role == HOST

    @property
    def watching(self) -> bool:
        """True for those who only look on, as a big screen does."""
        return self.visitor is not None and self.visitor.role in (WATCHER, SCREEN)

    @property
    def playing(self) -> bool:
        """True for those who may change anything."""
        return self.visitor is not None and self.visitor.role in (PLAYER, HOST)

    @cached_property
    def language(self) -> Language:
        """The language they read: chosen, or what their browser asks for first."""
        if self.visitor is not None and self.visitor.language in LANGUAGES:
            return language(self.visitor.language)
        return language(fitting(self.request.headers.get("accept-language", "").split(",")))

    # ---- about which table

    @cached_property
    def table_name(self) -> str:
        """The table's name, from the address; the new one, when it was called otherwise meanwhile."""
        return self.house.tables.called_now(named_in(self.request.path_params["table"]))

    @cached_property
    def _at(self) -> str:
        return f"/t/{path_name(self.table_name)}"

    @cached_property
    def table(self) -> Any:
        """The table, opened, with all that others have written."""
        return self.house.open(self.table_name)

    @cached_property
    def at_table(self) -> bool:
        """True when the page is one of a table, and the table is there."""
        with suppress(CompanionError):
            return "table" in self.request.path_params and self.table is not None
        return False

    async def beside(self, work: Callable[..., T], *what: object) -> T:
        """What a longer piece of work gives; on a laptop no tap of anybody waits for it."""
        aside = self.house.settings.aside
        return cast(T, await aside(work, *what)) if aside else work(*what)

    @property
    def alone(self) -> bool:
        """True when this phone is all there is: nothing else serves it, and no other can come."""
        return self.house.settings.pocket

    @property
    def one_screen(self) -> bool:
        """True when one device is handed round, and no phone joins."""
        return self.house.settings.one_screen

    @property
    def handed(self) -> bool:
        """True when this device holds several seats and is turned to one of them at a time."""
        return len(self.seats) > 1 and game_of(self.table).handed(self.table.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of this table that whoever asks sits on; none that is no longer in its game."""
        if self.visitor is None or not self.at_table:
            return ()
        there = {each.id for each in game_of(self.table).seats(self.table.state)}
        return tuple(each for each in self.house.people.seats(self.table_name, self.visitor) if each in there)

    @property
    def seat(self) -> str | None:
        """The seat in view; none where nobody sits, and behind the curtain."""
        if self.visitor is None or not self.at_table:
            return None
        facing = self.house.people.facing(self.table_name, self.visitor)
        return facing if facing in self.seats else None

    @property
    def colour(self) -> str:
        """The colour of the seat in view; empty where there is none."""
        chairs = game_of(self.table).seats(self.table.state) if self.seat else ()
        return next((each.colour for each in chairs if each.id == self.seat), "")

    @property
    def decides(self) -> bool:
        """True for those who play here: from a seat, or as the host.

        Anybody with the code to play does where there is no game, but a tower to throw.
        """
        if not self.playing or self.host or self.seats:
            return self.playing
        return not game_of(self.table).handed(self.table.state)

    @property
    def seatless(self) -> bool:
        """True for a phone that could play here, once it takes a seat."""
        return self.at_table and self.playing and not (self.host or self.one_screen or self.seats)

    @property
    def full(self) -> bool:
        """True where no seat of the table is free."""
        taken = self.house.people.sittings(self.table_name)
        return all(each.id in taken for each in game_of(self.table).seats(self.table.state))

    @property
    def seat_offer(self) -> Sentence:
        """What leads a phone without a seat to the seats."""
        return say("You are watching") if self.full else say("Take a seat")

    @property
    def asked(self) -> Sequence[SeatRequest]:
        """The phones that wait for a yes which is for whoever asks to give: as the host, or from a seat."""
        if not (self.at_table and self.playing and (self.host or self.seats)):
            return ()
        requests = self.house.people.requests(self.table_name)
        return [each for each in requests if each.visitor != self.who.id]

    @property
    def opened(self) -> Sentence | None:
        """The phone that sat down last at a seat that had been dealt, while that is news to whoever asks."""
        steps = self.table.history.steps[-_NEWS:] if self.at_table and self.visitor else ()
        told = (each for each in steps[::-1] if isinstance(each.request, OpenSeat))
        step = next((each for each in told if each.request.seat not in self.seats), None)
        return None if step is None else game_of(self.table).line(self.table.history, step)

    @property
    def begins(self) -> bool:
        """True where a table is about to be opened, while others may be opening one."""
        settings, path = self.house.settings, self.request.url.path
        shared = self.playing and settings.tables and not (self.alone or self.one_screen)
        return shared and not self.at_table and path.startswith(("/new", "/lobby"))

    @cached_property
    def _due(self) -> Due | None:
        """What there is to do now at the table, as its game tells it; nothing where it waits for nobody."""
        pages = import_module(f"companion.web.{self.table.history.game.name}")
        told: Due | None = pages.due(self) if hasattr(pages, "due") else None
        return told

    @property
    def due(self) -> Due | None:
        """The same; on a device of several seats, whom to hand it to."""
        told, other = self._due, self.find_due_seat(self.seat)
        if other is None or self.seat in (None, *(told.seats if told else ())):
            return told
        return Due(say("Hand on to {name}", name=self.name_of(other)), page="curtain")

    def find_due_seat(self, after: str | None) -> str | None:
        """The seat of this device that the table waits for; of several the one behind ``after``."""
        due = [seat for seat in self._due.seats if seat in self.seats] if self._due else []
        start = due.index(after) + 1 if after in due else 0
        return next(iter((*due[start:], *due)), None)

    @property
    def missing(self) -> str | None:
        """A seat that the table waits for and whose player has left, for whoever asks to go on there."""
        if not self.seats or self.due is None or self.due.page is not None:
            return None
        people, table = self.house.people, self.table_name
        left = (each for each in self.due.seats if each not in people.sittings(table))
        return next((each for each in left if people.last_at(table, each) is not None), None)

    def name_of(self, seat: str) -> Sentence | str:
        """The name of a seat: of whoever sits there, as its game knows it, or its colour."""
        sitting = self.house.people.sittings(self.table_name).get(seat)
        chairs = game_of(self.table).seats(self.table.state)
        return next(seat_name(each, sitting) for each in chairs if each.id == seat)

    # ---- what they want

    def typed(self, name: str, default: object = "") -> str:
        """The text that was typed into a field, to be shown again; else what stands there at first."""
        sent = self.form.fields.get(name)
        return sent[-1] if sent else str(default)

    @property
    def drawn(self) -> int:
        """The number of events there were when a page was drawn that is drawn anew; else of all there are."""
        version = self.request.headers.get("x-companion-drawn", "").partition(".")[0]
        known = version.isascii() and version.isdigit() and len(version) < 10
        return int(version) if known else len(self.table.history)

    def chose(self, name: str, value: str, default: bool = False) -> bool:
        """True when a box was ticked or a choice made; ``default`` where nothing was sent at all."""
        return value in self.form.all(name) if self.form.fields else default

    def play(self, ask: Callable[[], object], *, stale: bool = False) -> Step[Any]:
        """Play what is asked of the table as it stands then; see ``do``."""
        return self.do(lambda: carry_out(self.table, ask()), stale=stale)

    def do(self, use_case: Callable[[], T], *, stale: bool = False) -> T:
        """Do something at the table, once however often it is sent."""
        here, tap = self.table, self.form.text("tap") or secrets.token_hex(8)
        known = self.house.tables.shelf.tap(here.name, tap)
        if known is None and not stale and self.form.text("seen") != str(len(here.history)):
            raise Refused("Somebody was quicker: look again at what is there now, then choose.")
        with here.tapped(tap, self.who.id):
            return use_case()  # where it is refused, nothing of it is kept

    def make_table(self, name: str, make: Callable[[Any], object]) -> None:
        """Make a table, once however often the form is sent."""
        tap, tables = self.form.text("tap") or secrets.token_hex(8), self.house.tables
        if len(tables.names()) >= MOST_TABLES and tables.made_by(tap) is None:
            raise Refused(
                "This laptop keeps {most} tables and no more; whoever opened them deletes one first.",
                most=MOST_TABLES,
            )
        self.house.happened(tables.make(name, tap, self.who.id, make).name)

    # ---- the answer

    def url(self, page: str = "", table: str | None = None, /, **query: object) -> str:
        """The address of a page of this table, or of another one."""
        path = self._at if table is None else f"/t/{path_name(table)}"
        path = f"{path}/{page}" if page else path
        return f"{path}?{urlencode(query)}" if query else path

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page drawn from a template; 422 when it comes back with a problem."""
        status = 422 if self.problem is not None and status == 200 else status
        return self._finished(self.draw(self, template, status, values))

    def go(self, page: str = "", **query: object) -> Response:
        """On to a page of this table, after something was done."""
        return self.go_to(self.url(page, None, **query))

    def go_begin(self, table: str, page: str = "", names: Mapping[str, str] | None = None) -> Response:
        """On to a table that has just been made: the laptop shows everybody how to join it."""
        if self.one_screen:
            self.seat_everybody(table, names or {})
            return self.go_to(self.url("", table))
        return self.go_to(self.url("lobby" if self.host else page, table))

    def seat_everybody(self, table: str, names: Mapping[str, str]) -> None:
        """Have everybody who plays sit down on the one device that is handed round, where it is so."""
        seats = game_of(here := self.house.open(table)).seats(here.state) if self.one_screen else ()
        chosen = [each for each in seats if each.name] or seats
        for seat in (*chosen, *chosen[:1]):  # the device is its first player's
            name = names.get(seat.id) or seat.name
            self.become(self.house.people.sit(table, seat.id, self.who, name, more=True))

    def go_to(self, path: str) -> Response:
        """On to any page of ours."""
        check_path(path)
        return self._finished(RedirectResponse(path, 303))

    def become(self, visitor: Visitor, cookie: str | None = None) -> None:
        """From now on, whoever asks is this visitor; the answer carries a new cookie."""
        self.visitor, self._cookie = visitor, cookie or self._cookie
        self.__dict__.pop("language", None)

    def _finished(self, response: Response) -> Response:
        if self._cookie is not None:
            response.set_cookie(
                self.house.settings.cookie,
                self._cookie,
                max_age=31_536_000,
                httponly=True,
                samesite="lax",
                secure=self.house.settings.secure,
            )
        return response


ANYONE, WATCHERS, PLAYERS, SEATED, HOST_ONLY = "anyone", "watchers", "players", "seated", "host"
"""Who may ask: without a code; with any; with the code to play; on a seat of the table; the host."""

Answering = Callable[[Visit], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The taps and questions with which a pocket warms up for a game, at tables that nobody plays."""

    tables: Sequence[str]
    # addresses and the fields that are sent there; an empty one takes the first that the page offers
    taps: Sequence[tuple[str, Mapping[str, str | tuple[str, ...]]]]
    asked: Sequence[str] = ()

    @classmethod
    def of(cls, game: str) -> Self:
        """That of a game, as its file ``rehearsal.toml`` tells it."""
        return cls(**read_toml(assets() / "games" / game / "rehearsal.toml"))


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
