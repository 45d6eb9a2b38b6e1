"""One request to a page: who asks, about which table, what they have sent; and the answer to it.

A page has an address, says who may ask for it, and has functions that show it and carry out its form.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from companion.data.catalogue import LANGUAGES, choose_language, language
from companion.errors import CompanionError, Refused
from companion.play.game import game_of
from companion.play.shared_events import OpenSeat
from companion.sentences import Language, Sentence, say
from companion.service.playing import carry_out
from companion.table.history import Transition
from companion.web.access import Form, check_path, quote_table_name, unquote_table_name
from companion.web.people import HOST, PLAYER, SCREEN, WATCHER, SeatRequest, Visitor, device_of, seat_name

if TYPE_CHECKING:
    from companion.web.app_state import AppState

T = TypeVar("T")
_NEWS = 3  # events for which all are told of a phone that sat down at a seat that had been dealt
MOST_TABLES = 200  # tables that phones can make; a year of evenings
_YEAR = 31_536_000  # seconds
PageRenderer = Callable[["PageContext", str, int, Mapping[str, Any]], Response]
"""Renders a page for a request: the template, the status, what the template is given."""


@dataclass(frozen=True, slots=True)
class Due:
    """What a table waits for, as the visitor reads it: one sentence, first on every page of the table."""

    words: Sentence
    seats: Sequence[str] = ()  # those that the table waits for
    page: str | None = None  # of the table, where whoever asks does it; none while they wait


def get_game_pages(table: Any) -> Any:
    """The package of the pages of the game that a table plays."""
    return import_module(f"companion.web.{table.history.game.name}")


class PageContext:
    """One request to a page: the visitor, the table, the form, and ways to answer."""

    def __init__(
        self, request: Request, app_state: AppState, draw: PageRenderer, visitor: Visitor | None, form: Form
    ) -> None:
        self.request, self.app_state, self.draw, self.visitor, self.form = request, app_state, draw, visitor, form
        # on the big screen: the other tables that are open, and what it shows
        self.other_tables: Sequence[str] | None = None
        self.led_to = ""
        self._cookie: str | None = None
        self.problem: Sentence | None = None
        self.taps: list[bytes] = []  # one for each form of the page

    # ---- who asks

    @property
    def user(self) -> Visitor:
        """The visitor, on pages that need the code."""
        assert self.visitor is not None  # pages for anyone do not ask
        return self.visitor

    @property
    def device(self) -> str:
        """The device that asks; empty where it is not known."""
        return device_of(self.request.client.host) if self.request.client else ""

    @property
    def is_host(self) -> bool:
        """True for whoever opened the tables: the laptop's own page."""
        return self.visitor is not None and self.visitor.role == HOST

    @property
    def is_watching(self) -> bool:
        """True for visitors who only look on, such as a big screen."""
        return self.visitor is not None and self.visitor.role in (WATCHER, SCREEN)

    @property
    def is_playing(self) -> bool:
        """True for visitors who may change anything: with the code to play, or the host."""
        return self.visitor is not None and self.visitor.role in (PLAYER, HOST)

    @cached_property
    def language(self) -> Language:
        """The visitor's language: the chosen one, or the first that their browser asks for."""
        if self.visitor is not None and self.visitor.language in LANGUAGES:
            return language(self.visitor.language)
        return language(choose_language(self.request.headers.get("accept-language", "").split(",")))

    # ---- about which table

    @cached_property
    def table_name(self) -> str:
        """The table's name from the address; the new name, if it was renamed meanwhile."""
        return self.app_state.tables.get_current_name(unquote_table_name(self.request.path_params["table"]))

    @cached_property
    def table(self) -> Any:
        """The open table, with all events that other programs have written."""
        return self.app_state.open_table(self.table_name)

    @cached_property
    def has_table(self) -> bool:
        """True when the page belongs to a table, and the table can be opened."""
        with suppress(CompanionError):
            return "table" in self.request.path_params and self.table is not None
        return False

    async def run_in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Run a longer piece of work and return its result; on a laptop, nobody's tap waits for it."""
        run = self.app_state.settings.run_in_thread
        return cast(T, await run(work, *arguments)) if run else work(*arguments)

    @property
    def is_alone(self) -> bool:
        """True in a pocket: the pages run on this phone alone, and no other can join."""
        return self.app_state.settings.pocket

    @property
    def one_screen(self) -> bool:
        """True when one device is handed round, and no phone joins."""
        return self.app_state.settings.one_screen

    @property
    def is_shared(self) -> bool:
        """True when this device holds several seats with hidden pages, and shows one seat at a time."""
        return len(self.seats) > 1 and game_of(self.table).has_private_pages(self.table.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """The visitor's seats at this table that are still in its game."""
        if self.visitor is None or not self.has_table:
            return ()
        seats = {each.id for each in game_of(self.table).seats(self.table.state)}
        return tuple(each for each in self.app_state.people.seats(self.table_name, self.visitor) if each in seats)

    @property
    def seat(self) -> str | None:
        """The visitor's seat in view; ``None`` without a seat, or behind the curtain."""
        if self.visitor is None or not self.has_table:
            return None
        facing = self.app_state.people.find_seat_in_view(self.table_name, self.visitor)
        return facing if facing in self.seats else None

    @property
    def colour(self) -> str:
        """The colour of the seat in view; empty where there is none."""
        chairs = game_of(self.table).seats(self.table.state) if self.seat else ()
        return next((each.colour for each in chairs if each.id == self.seat), "")

    @property
    def can_act(self) -> bool:
        """True for visitors who may act here: from a seat, or as the host.

        Where there is no game but a tower to throw, anybody with the code to play may.
        """
        if not self.is_playing or self.is_host or self.seats:
            return self.is_playing
        return not game_of(self.table).has_private_pages(self.table.state)

    @property
    def lacks_seat(self) -> bool:
        """True for a phone that could play here, once it takes a seat."""
        return self.has_table and self.is_playing and not (self.is_host or self.one_screen or self.seats)

    @property
    def is_full(self) -> bool:
        """True where no seat of the table is free."""
        sittings = self.app_state.people.sittings(self.table_name)
        return all(each.id in sittings for each in game_of(self.table).seats(self.table.state))

    @property
    def seat_offer(self) -> Sentence:
        """The text of the link to the seats, for a phone without one."""
        return say("You are watching") if self.is_full else say("Take a seat")

    @property
    def seat_requests(self) -> Sequence[SeatRequest]:
        """The seat requests that the visitor may answer: as the host, or from a seat."""
        if not (self.has_table and self.is_playing and (self.is_host or self.seats)):
            return ()
        requests = self.app_state.people.list_requests(self.table_name)
        return [each for each in requests if each.visitor != self.user.id]

    @property
    def takeover_news(self) -> Sentence | None:
        """The log line of the last phone to take a seat with dealt cards, while it is news to the visitor."""
        steps = self.table.history.steps[-_NEWS:] if self.has_table and self.visitor else ()
        sat_down = (each for each in steps[::-1] if isinstance(each.request, OpenSeat))
        step = next((each for each in sat_down if each.request.seat not in self.seats), None)
        return None if step is None else game_of(self.table).line(self.table.history, step)

    @property
    def begins_table(self) -> bool:
        """True where a table is about to be created, while others may be creating one."""
        settings, path = self.app_state.settings, self.request.url.path
        can_share = self.is_playing and settings.tables and not (self.is_alone or self.one_screen)
        return can_share and not self.has_table and path.startswith(("/new", "/lobby"))

    @cached_property
    def _due(self) -> Due | None:
        """What there is to do now at the table, from its game; ``None`` where it waits for nobody."""
        pages = get_game_pages(self.table)
        pages_due: Due | None = pages.due(self) if hasattr(pages, "due") else None
        return pages_due

    @property
    def due(self) -> Due | None:
        """What there is to do now; on a device with several seats, whom to hand it to."""
        page_due, other = self._due, self.find_due_seat(self.seat)
        if other is None or self.seat in (None, *(page_due.seats if page_due else ())):
            return page_due
        return Due(say("Hand on to {name}", name=self.get_seat_name(other)), page="curtain")

    def find_due_seat(self, after: str | None) -> str | None:
        """The seat of this device that the table waits for; of several, the next one after ``after``."""
        due = [seat for seat in self._due.seats if seat in self.seats] if self._due else []
        start = due.index(after) + 1 if after in due else 0
        return next(iter((*due[start:], *due)), None)

    @property
    def abandoned_seat(self) -> str | None:
        """A seat that the table waits for and whose player has left; the visitor may play on there."""
        if not self.seats or self.due is None or self.due.page is not None:
            return None
        people, table = self.app_state.people, self.table_name
        left = (each for each in self.due.seats if each not in people.sittings(table))
        return next((each for each in left if people.find_last_visitor(table, each) is not None), None)

    def get_seat_name(self, seat: str) -> Sentence | str:
        """The name of a seat: its visitor's, the one its game knows, or its colour."""
        sitting = self.app_state.people.sittings(self.table_name).get(seat)
        chairs = game_of(self.table).seats(self.table.state)
        return next(seat_name(each, sitting) for each in chairs if each.id == seat)

    # ---- what they want

    def get_typed(self, name: str, default: object = "") -> str:
        """The text that was typed into a field, to be shown again; else its default."""
        values = self.form.fields.get(name)
        return values[-1] if values else str(default)

    @property
    def events_shown(self) -> int:
        """The number of events on the page that the browser shows and asks to renew; else of all events."""
        version = self.request.headers.get("x-companion-drawn", "").partition(".")[0]
        is_number = version.isascii() and version.isdigit() and len(version) < 10
        return int(version) if is_number else len(self.table.history)

    def is_chosen(self, name: str, value: str, default: bool = False) -> bool:
        """True when a box was ticked or a choice made; ``default`` when no form was sent."""
        return value in self.form.texts(name) if self.form.fields else default

    def play(self, ask: Callable[[], object], *, stale: bool = False) -> Transition[Any]:
        """Carry out the request that ``ask`` builds once the table is up to date; see ``do``."""
        return self.do(lambda: carry_out(self.table, ask()), stale=stale)

    def do(self, use_case: Callable[[], T], *, stale: bool = False) -> T:
        """Run a use case at the table, once for a tap however often it is sent; refused on a stale page."""
        table, tap = self.table, self.form.text("tap") or secrets.token_hex(8)
        event_number = self.app_state.tables.shelf.find_tap_event(table.name, tap)
        if event_number is None and not stale and self.form.text("seen") != str(len(table.history)):
            raise Refused("Somebody was quicker: look again at what is there now, then choose.")
        with table.group_under_tap(tap, self.user.id):
            return use_case()  # where it is refused, nothing of it is kept

    def make_table(self, name: str, make: Callable[[Any], object]) -> None:
        """Create a table, once for a form however often it is sent."""
        tap, tables = self.form.text("tap") or secrets.token_hex(8), self.app_state.tables
        if len(tables.names()) >= MOST_TABLES and tables.find_table_of_tap(tap) is None:
            raise Refused(
                "This laptop keeps {most} tables and no more; whoever opened them deletes one first.", most=MOST_TABLES
            )
        self.app_state.note_event(tables.make(name, tap, self.user.id, make).name)

    # ---- the answer

    def url(self, page: str = "", table: str | None = None, /, **query: object) -> str:
        """The address of a page of this table, or of another one."""
        path = f"/t/{quote_table_name(self.table_name if table is None else table)}{page and f'/{page}'}"
        return f"{path}?{urlencode(query)}" if query else path

    def render_page(self, template: str, status: int = 200, **values: Any) -> Response:
        """Render a template as the answer; its status is 422 when there is a problem."""
        status = 422 if self.problem is not None and status == 200 else status
        return self._with_cookie(self.draw(self, template, status, values))

    def redirect(self, page: str = "", **query: object) -> Response:
        return self.redirect_to_path(self.url(page, None, **query))

    def redirect_to_new_table(self, table: str, page: str = "", names: Mapping[str, str] | None = None) -> Response:
        """Redirect to a table just created; the laptop first shows everybody how to join it."""
        if self.one_screen:
            self.seat_everybody(table, names or {})
            return self.redirect_to_path(self.url("", table))
        return self.redirect_to_path(self.url("lobby" if self.is_host else page, table))

    def seat_everybody(self, table: str, names: Mapping[str, str]) -> None:
        """Seat every player on the one device that is handed round; else do nothing."""
        seats = game_of(session := self.app_state.open_table(table)).seats(session.state) if self.one_screen else ()
        seats_to_fill = [each for each in seats if each.name] or seats
        for seat in (*seats_to_fill, *seats_to_fill[:1]):  # the device is its first player's
            name = names.get(seat.id) or seat.name
            self.set_visitor(self.app_state.people.sit(table, seat.id, self.user, name, keep=True))

    def redirect_to_path(self, path: str) -> Response:
        check_path(path)
        return self._with_cookie(RedirectResponse(path, 303))

    def set_visitor(self, visitor: Visitor, cookie: str | None = None) -> None:
        """Make this visitor the one who asks; the answer carries the new cookie, if any."""
        self.visitor, self._cookie = visitor, cookie or self._cookie
        self.__dict__.pop("language", None)

    def _with_cookie(self, response: Response) -> Response:
        name, secure = self.app_state.settings.cookie, self.app_state.settings.secure
        if self._cookie is not None:
            response.set_cookie(name, self._cookie, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
        return response


ANYONE, WATCHERS, PLAYERS, SEATED, HOST_ONLY = "anyone", "watchers", "players", "seated", "host"
"""Who may ask: without a code; with any; with the code to play; on a seat of the table; the host."""

Handler = Callable[[PageContext], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its address, its functions, who may ask for it, and what its form may hold."""

    path: str
    show: Handler | None = None
    # does what its form asks for, and goes on to a page; none where it has no form
    act: Handler | None = None
    role: str = PLAYERS
    game: str = ""  # the game that the table must play; empty for any
    limit: int = 64_000  # bytes of a form that are read
    files: bool = False
    in_pocket: bool = True
    is_cacheable: bool = False  # hangs on the table's events, who sits there and who asks, and on no clock
