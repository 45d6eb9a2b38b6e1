"""A request to a page: the visitor, the table, the form; and the response to it.

A page has an address, says who may request it, and has functions that show it and carry out its form.
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
from companion.table.shelf import SCORE
from companion.web.access import Form, check_path, quote_table_name, unquote_table_name
from companion.web.people import HOST, PLAYER, SCREEN, WATCHER, SeatRequest, Visitor, device_of, seat_name

if TYPE_CHECKING:
    from companion.web.app_state import AppState

T = TypeVar("T")
_NEWS = 3  # events during which all are told that a phone has taken a seat with dealt cards
MOST_TABLES = 200  # tables that phones can create
_YEAR = 31_536_000  # seconds
PageRenderer = Callable[["PageContext", str, int, Mapping[str, Any]], Response]
"""Renders a page for a request: the template, the status, the values for the template."""


@dataclass(frozen=True, slots=True)
class Due:
    """What a table waits for, in one sentence for the visitor, which is at the top of every page of the table."""

    words: Sentence
    seats: Sequence[str] = ()  # the seats that the table waits for
    page: str | None = None  # the table's page where the visitor does it; ``None`` if they only wait


def get_game_pages(table: Any) -> Any:
    """The package with the pages of a table's game."""
    return import_module(f"companion.web.{table.history.game.name}")


class PageContext:
    """A request to a page: the visitor, the table, the form, and ways to respond."""

    def __init__(
        self, request: Request, app_state: AppState, draw: PageRenderer, visitor: Visitor | None, form: Form
    ) -> None:
        self.request, self.app_state, self.draw, self.visitor, self.form = request, app_state, draw, visitor, form
        # on the big screen: the other running tables, and what it shows
        self.other_tables: Sequence[str] | None = None
        self.led_to = ""
        self._cookie: str | None = None
        self.problem: Sentence | None = None
        self.taps: list[bytes] = []  # the ids of taps, one for each form of the page

    # ---- who asks

    @property
    def user(self) -> Visitor:
        assert self.visitor is not None  # pages for anyone do not use it
        return self.visitor

    @property
    def device(self) -> str:
        """The device that sent the request; "" if unknown."""
        return device_of(self.request.client.host) if self.request.client else ""

    @property
    def is_host(self) -> bool:
        """True for the host, who opened the tables on the laptop."""
        return self.visitor is not None and self.visitor.role == HOST

    @property
    def is_watching(self) -> bool:
        """True for visitors who only watch, such as a big screen."""
        return self.visitor is not None and self.visitor.role in (WATCHER, SCREEN)

    @property
    def is_playing(self) -> bool:
        """True for visitors who may change things: players and the host."""
        return self.visitor is not None and self.visitor.role in (PLAYER, HOST)

    @cached_property
    def language(self) -> Language:
        """The visitor's language: the chosen one, or the browser's first."""
        if self.visitor is not None and self.visitor.language in LANGUAGES:
            return language(self.visitor.language)
        return language(choose_language(self.request.headers.get("accept-language", "").split(",")))

    # ---- about which table

    @cached_property
    def table_name(self) -> str:
        """The name of the table in the address, or its new name if it was renamed."""
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

    @cached_property
    def is_score(self) -> bool:
        """True when the table only scores a finished game; nobody waits there, and nobody else takes a seat."""
        return self.has_table and self.app_state.tables.is_score(self.table_name)

    def at_table(self, name: str) -> PageContext:
        """The same visitor at another table, without a form."""
        request = Request({**self.request.scope, "path_params": {"table": quote_table_name(name)}})
        return PageContext(request, self.app_state, self.draw, self.visitor, Form())

    async def run_in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Run a longer piece of work and return its result; on a laptop, other requests do not wait for it."""
        run = self.app_state.settings.run_in_thread
        return cast(T, await run(work, *arguments)) if run else work(*arguments)

    @property
    def is_alone(self) -> bool:
        """True in the pocket version: the pages run on this phone only, and no other can join."""
        return self.app_state.settings.pocket

    @property
    def one_screen(self) -> bool:
        """True when one device is passed round, and no phone joins."""
        return self.app_state.settings.one_screen

    @property
    def is_shared(self) -> bool:
        """True when this device has several seats with hidden pages, and shows one seat at a time."""
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
        """The colour of the seat in view; "" if there is none."""
        seats = game_of(self.table).seats(self.table.state) if self.seat else ()
        return next((each.colour for each in seats if each.id == self.seat), "")

    @property
    def can_act(self) -> bool:
        """True for the host, whoever has a seat, and any player where no page is private."""
        if not self.is_playing or self.is_host or self.seats:
            return self.is_playing
        return not game_of(self.table).has_private_pages(self.table.state)

    @property
    def lacks_seat(self) -> bool:
        """True for a phone that could play here, once it takes a seat."""
        can_sit = self.has_table and self.is_playing and not self.is_score
        return can_sit and not (self.is_host or self.one_screen or self.seats)

    @property
    def free_seats(self) -> int:
        """The number of seats of the table that other phones can take."""
        sittings = self.app_state.people.sittings(self.table_name)
        seats = () if self.is_score else game_of(self.table).seats(self.table.state)
        return sum(each.id not in sittings for each in seats)

    def find_table_to_join(self) -> str | None:
        """The only open table with a free seat, for a phone that sits at no open one."""
        tables = [] if self.one_screen else [self.at_table(name) for name in self.app_state.list_running_tables()]
        free = [each.table_name for each in tables if each.lacks_seat and each.free_seats]
        return free[0] if len(free) == 1 and not any(each.seats for each in tables) else None

    @property
    def seat_offer(self) -> Sentence:
        """The text of the link to the seats, for a phone without a seat."""
        return say("Take a seat") if self.free_seats else say("You are watching")

    @property
    def seat_requests(self) -> Sequence[SeatRequest]:
        """The seat requests that the visitor may answer: as the host, or from a seat."""
        if not (self.has_table and self.is_playing and (self.is_host or self.seats)):
            return ()
        requests = self.app_state.people.list_requests(self.table_name)
        return [each for each in requests if each.visitor != self.user.id]

    @property
    def takeover_news(self) -> Sentence | None:
        """The line of the last phone that took a seat with dealt cards, if recent and not this visitor's own."""
        steps = self.table.history.steps[-_NEWS:] if self.has_table and self.visitor else ()
        sat_down = (each for each in steps[::-1] if isinstance(each.request, OpenSeat))
        step = next((each for each in sat_down if each.request.seat not in self.seats), None)
        return None if step is None else game_of(self.table).line(self.table.history, step)

    @property
    def begins_table(self) -> bool:
        """True on pages that create a table, if several phones may be doing so."""
        settings, path = self.app_state.settings, self.request.url.path
        can_share = self.is_playing and settings.tables and not (self.is_alone or self.one_screen)
        return can_share and not self.has_table and path.startswith(("/new", "/lobby"))

    @cached_property
    def _due(self) -> Due | None:
        """What there is to do now at the table, by its game; ``None`` if it waits for nobody."""
        pages = get_game_pages(self.table)
        pages_due: Due | None = pages.due(self) if hasattr(pages, "due") else None
        return pages_due

    @property
    def due(self) -> Due | None:
        """What there is to do now; on a device with several seats, whom to pass it to."""
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
        """A seat that the table waits for and whose player has left, so that the visitor may take it over."""
        if not self.seats or self.due is None or self.due.page is not None:
            return None
        people, table = self.app_state.people, self.table_name
        left = (each for each in self.due.seats if each not in people.sittings(table))
        return next((each for each in left if people.find_last_visitor(table, each) is not None), None)

    def get_seat_name(self, seat: str) -> Sentence | str:
        """The name of a seat: its visitor's, the one its game knows, or its colour."""
        sitting = self.app_state.people.sittings(self.table_name).get(seat)
        seats = game_of(self.table).seats(self.table.state)
        return next(seat_name(each, sitting) for each in seats if each.id == seat)

    # ---- the form

    def get_typed(self, name: str, default: object = "") -> str:
        """The text typed into a field, to be shown again, or its default."""
        values = self.form.fields.get(name)
        return values[-1] if values else str(default)

    @property
    def events_shown(self) -> int:
        """The number of events on the page that the browser shows and reloads; otherwise of all events."""
        version = self.request.headers.get("x-companion-drawn", "").partition(".")[0]
        is_number = version.isascii() and version.isdigit() and len(version) < 10
        return int(version) if is_number else len(self.table.history)

    def is_chosen(self, name: str, value: str, default: bool = False) -> bool:
        """True when a box was ticked or a choice made; ``default`` if no form was sent."""
        return value in self.form.texts(name) if self.form.fields else default

    def play(self, ask: Callable[[], object], *, stale: bool = False) -> Transition[Any]:
        """Apply the request that ``ask`` builds when the table is up to date; see ``do``."""
        return self.do(lambda: carry_out(self.table, ask()), stale=stale)

    def do(self, use_case: Callable[[], T], *, stale: bool = False) -> T:
        """Run a use case at the table, once for each tap however often it is sent; unless `stale`, refuse old pages."""
        table, tap = self.table, self.form.text("tap") or secrets.token_hex(8)
        event_number = self.app_state.tables.shelf.find_tap_event(table.name, tap)
        if event_number is None and not stale and self.form.text("seen") != str(len(table.history)):
            raise Refused("Somebody was quicker: look again at what is there now, then choose.")
        with table.group_under_tap(tap, self.user.id):
            return use_case()  # if it is refused, none of its events is saved

    def make_table(self, name: str, make: Callable[[Any], object], *, is_score: bool = False) -> None:
        """Create a table or a score, once for each form however often it is sent."""
        tap, tables = self.form.text("tap") or secrets.token_hex(8), self.app_state.tables
        if len(tables.names()) >= MOST_TABLES and tables.find_table_of_tap(tap) is None:
            raise Refused(
                "This laptop keeps {most} tables and no more; whoever opened them deletes one first.", most=MOST_TABLES
            )
        table = tables.make(name, tap, self.user.id, make)
        if is_score:
            tables.shelf.write_note(table.name, SCORE, "yes")
        self.app_state.note_event(table.name)

    # ---- the answer

    def url(self, page: str = "", table: str | None = None, /, **query: object) -> str:
        path = f"/t/{quote_table_name(self.table_name if table is None else table)}{page and f'/{page}'}"
        return f"{path}?{urlencode(query)}" if query else path

    def render_page(self, template: str, status: int = 200, **values: Any) -> Response:
        """Render a template as the response; its status is 422 if there is a problem."""
        status = 422 if self.problem is not None and status == 200 else status
        return self._with_cookie(self.draw(self, template, status, values))

    def redirect(self, page: str = "", **query: object) -> Response:
        return self.redirect_to_path(self.url(page, None, **query))

    def redirect_to_new_table(self, table: str, page: str = "", names: Mapping[str, str] | None = None) -> Response:
        """Redirect to a new table; the laptop first shows how to join it."""
        if self.one_screen:
            self.seat_everybody(table, names or {})
            return self.redirect_to_path(self.url("", table))
        return self.redirect_to_path(self.url("lobby" if self.is_host else page, table))

    def seat_everybody(self, table: str, names: Mapping[str, str]) -> None:
        """Seat every player on the one device that is passed round; do nothing otherwise."""
        seats = game_of(session := self.app_state.open_table(table)).seats(session.state) if self.one_screen else ()
        seats_to_fill = [each for each in seats if each.name] or seats
        for seat in (*seats_to_fill, *seats_to_fill[:1]):  # the first player again, to be the visitor's name
            name = names.get(seat.id) or seat.name
            self.set_visitor(self.app_state.people.sit(table, seat.id, self.user, name, keep=True))

    def redirect_to_path(self, path: str) -> Response:
        check_path(path)
        return self._with_cookie(RedirectResponse(path, 303))

    def set_visitor(self, visitor: Visitor, cookie: str | None = None) -> None:
        """Replace the visitor of this request; the response sets the new cookie, if any."""
        self.visitor, self._cookie = visitor, cookie or self._cookie
        self.__dict__.pop("language", None)

    def _with_cookie(self, response: Response) -> Response:
        name, secure = self.app_state.settings.cookie, self.app_state.settings.secure
        if self._cookie is not None:
            response.set_cookie(name, self._cookie, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
        return response


ANYONE, WATCHERS, PLAYERS, SEATED, HOST_ONLY = "anyone", "watchers", "players", "seated", "host"
"""Who may request a page: anyone; those with any code; players; players with a seat at the table; the host."""

Handler = Callable[[PageContext], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page: its address, its functions, who may request it, and the limits of its form."""

    path: str
    show: Handler | None = None
    # carries out its form and redirects; ``None`` if it has no form
    act: Handler | None = None
    role: str = PLAYERS
    game: str = ""  # the table's game; "" for any
    limit: int = 64_000  # bytes of a form
    files: bool = False
    in_pocket: bool = True
    is_cacheable: bool = False  # depends only on the table's events, its seating and the visitor
