"""Pages for joining, by code and seat; the curtain, the big screen, and settings of a phone."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import Response

from companion.data.catalogue import LANGUAGES
from companion.errors import InputError, Refused
from companion.play.game import Seat, game_of
from companion.play.shared_events import OpenSeat
from companion.sentences import Sentence, say, say_count
from companion.table.shelf import fold_name
from companion.web.access import quote_table_name, read_query, unquote_table_name
from companion.web.app_state import TableAddress
from companion.web.context import ANYONE, PLAYERS, SEATED, WATCHERS, PageContext, WebPage
from companion.web.people import (
    COLOUR_WORDS,
    HOST,
    KNOCKING,
    LONGEST_NAME,
    SCREEN,
    WATCHER,
    SeatRequest,
    Sitting,
    seat_name,
)


@dataclass(frozen=True, slots=True)
class SeatChoice:
    seat: Seat
    sitting: Sitting | None
    is_own: bool
    seconds_asleep: float | None  # seconds since their last open page; ``None`` while one is open
    leaves: bool = False  # true if nobody came, and its player can still be removed from the game

    @property
    def name(self) -> Sentence | str:
        return seat_name(self.seat, self.sitting)

    @property
    def is_listed(self) -> bool:
        """True if it is taken, or its player never came and can be removed from the game."""
        return self.sitting is not None or self.leaves

    @property
    def state(self) -> Sentence:
        """The seat in words: free, on this device, awake, or for how many minutes its phone has been asleep."""
        if self.sitting is None:
            return say("free")
        if self.is_own:
            return say("on this device")
        if self.seconds_asleep is None:
            return say("awake")
        if self.seconds_asleep == float("inf"):
            return say("asleep")
        return say_count("asleep for {count} minute[|s]", int(self.seconds_asleep // 60) + 1)


def names_by_colour(sittings: Mapping[str, Sitting]) -> dict[Sentence, str]:
    return {COLOUR_WORDS[seat]: sitting.name for seat, sitting in sittings.items() if seat in COLOUR_WORDS}


def with_names(value: Any, names: Mapping[Sentence, str]) -> Any:
    """Replace the colours of players in a sentence by their names; other values are unchanged."""
    if not isinstance(value, Sentence) or not value.fields or not names:
        return value
    parts = {key: names.get(each) if isinstance(each, Sentence) else None for key, each in value.fields}
    return replace(value, fields=tuple((key, parts[key] or with_names(each, names)) for key, each in value.fields))


def list_seat_choices(context: PageContext) -> tuple[SeatChoice, ...]:
    people = context.app_state.people
    sittings = people.sittings(context.table_name)
    game, state, choices = game_of(context.table), context.table.state, []
    for seat in game.seats(state):
        sitting = sittings.get(seat.id)
        seconds = people.seconds_away(sitting.visitor) if sitting is not None else None
        is_own = sitting is not None and context.visitor is not None and sitting.visitor == context.visitor.id
        leaves = sitting is None and game.find_stand_request(state, seat.id) is not None
        choices.append(SeatChoice(seat, sitting, is_own, seconds, leaves))
    return tuple(choices)


_NOBODY = "nobody"  # owns the tap by which somebody sits down, so that no phone offers to undo it


async def _show_seats(context: PageContext) -> Response:
    choices, requested = list_seat_choices(context), context.form.text("asks")
    if requested in context.seats:
        return context.redirect()
    requests = context.app_state.people.list_requests(context.table_name) if requested else ()
    own_request = next((each for each in requests if each.visitor == context.user.id), None)
    if own_request is not None:
        choice = next(each for each in choices if each.seat.id == own_request.seat)
        return context.render_page("join/asks.html", choice=choice, own=own_request)
    own_chairs = [each for each in choices if each.is_own]
    free = [each for each in choices if each.sitting is None]
    shares_seats = context.one_screen or len(own_chairs) > 1 or context.form.has("several")
    # A device that is passed round goes on to the next free seat.
    fits = [each.seat.id for each in ((*free, *own_chairs) if shares_seats else (*own_chairs, *free))]
    seat, all_named = context.get_typed("seat"), all(each.seat.name for each in choices)
    return context.render_page(
        "join/seats.html",
        choices=choices,
        mine=own_chairs,
        free=free,
        wanted=seat if seat in fits else next(iter(fits), ""),
        # If the game knows its players, a visitor only says which of them they are.
        named=all_named,
        several=shares_seats,
        given="" if all_named or own_chairs or shares_seats else next(iter(fits), ""),  # for visitors who choose none
        longest=LONGEST_NAME,
        refused=bool(requested),
    )


async def _take_seat(context: PageContext) -> Response:
    form, app_state, user = context.form, context.app_state, context.user
    choices = {each.seat.id: each for each in list_seat_choices(context)}
    if (choice := choices.get(form.text("seat"))) is None:
        raise InputError("Choose one of the seats.")
    new_name = " ".join(form.text("name").split())
    if form.text("given") == choice.seat.id:
        choice = _choose_seat(choice, tuple(choices.values()), new_name)
    name = choice.seat.name or new_name
    if len(name) > LONGEST_NAME and not choice.seat.name:  # names known to the game are not changed here
        raise InputError("That name is too long; {most} characters fit the band of a phone.", most=LONGEST_NAME)
    app_state.people.check_free(context.table_name, choice.seat.id, user)
    _check_unique_name(name, choice, choices)
    language = form.choice("language", LANGUAGES, context.language.code)
    look = {*user.look} - {"big"} | ({"big"} if form.has("big") else set())
    context.set_visitor(app_state.people.save_visitor(replace(user, language=language, look=tuple(sorted(look)))))
    request = SeatRequest(user.id, choice.seat.id, name, form.has("several"))
    if _is_others_seat(context, request) and not context.is_host:
        app_state.people.add_request(context.table_name, request)
        app_state.notify_pages(context.table_name)
        return context.redirect("seat", asks=request.seat)
    _seat_phone(context, request)
    return context.redirect("seat", several=1) if request.is_shared else context.redirect()


def _is_others_seat(context: PageContext, request: SeatRequest) -> bool:
    """True if another phone had the seat last, and the seat has hidden cards now."""
    last = context.app_state.people.find_last_visitor(context.table_name, request.seat)
    has_hand = game_of(context.table).has_hand(context.table, request.seat)
    return has_hand and last not in (None, request.visitor)


def _seat_phone(context: PageContext, request: SeatRequest) -> None:
    """Seat a phone, and record it in the log if everybody must know."""
    app_state, session, table, seat = context.app_state, context.table, context.table_name, request.seat
    game, people = game_of(session), app_state.people
    visitor = people.get_visitor(request.visitor)
    colour = next(each.colour for each in game.seats(session.state) if each.id == seat)
    left = () if request.is_shared else (each for each in people.seats(table, visitor) if each != seat)
    with session.group_under_tap(secrets.token_hex(8), _NOBODY):
        stand_requests = (game.find_stand_request(session.state, each) for each in left)
        for asked in filter(None, stand_requests):
            session.do(asked)
        # some games record in the log that a player sits down
        sit_request = game.find_sit_request(session.state, seat, request.name or str(COLOUR_WORDS[colour]))
        if sit_request is not None:
            session.do(sit_request)
    is_announced = people.find_last_visitor(table, seat) != visitor.id and not (context.one_screen or context.is_alone)
    if is_announced and game.has_hand(session, seat):
        with session.group_under_tap(secrets.token_hex(8), context.user.id):
            session.do(OpenSeat(seat, _is_others_seat(context, request)))
    visitor = people.sit(table, seat, visitor, request.name, keep=request.is_shared)
    if visitor.id == context.user.id:
        context.set_visitor(visitor)
    app_state.seat_events[table] = len(session.history)
    app_state.note_event(table)


async def _answer_request(context: PageContext) -> Response:
    """Accept or refuse a seat request; the phone that asks may withdraw it."""
    people, form, table = context.app_state.people, context.form, context.table_name
    is_granted, may_answer = form.text("answer") == "yes", context.seat_requests
    own_requests = [each for each in people.list_requests(table) if each.visitor == context.user.id and not is_granted]
    requests = [each for each in (*may_answer, *own_requests) if form.text("from") == f"{each.seat} {each.number}"]
    if len(requests) != 1:
        raise Refused("Nobody is asking for that seat any more.")
    people.drop_request(table, requests[0].visitor)
    context.app_state.notify_pages(table)
    if is_granted:
        _seat_phone(context, requests[0])
    return context.redirect_to_path(form.text("back") or context.url())


def _choose_seat(choice: SeatChoice, choices: tuple[SeatChoice, ...], name: str) -> SeatChoice:
    """The seat for a visitor who chose none: theirs, their name's, the next free one, or ``choice``, to be refused."""
    own_chairs, free = [each for each in choices if each.is_own], [each for each in choices if each.sitting is None]
    namesakes = [each for each in free if each.seat.name and fold_name(each.seat.name) == fold_name(name)]
    return next(iter((*own_chairs, *namesakes, *(each for each in free if not each.seat.name), *free)), choice)


def _check_unique_name(name: str, choice: SeatChoice, choices: dict[str, SeatChoice]) -> None:
    others = (each for each in choices.values() if each is not choice and each.sitting is not None)
    if fold_name(name) in {fold_name(str(each.name)) for each in others if not each.is_own}:
        raise InputError(
            "{name} sits at this table already. Add a letter; if you are {name} on a new phone, have the seat"
            " freed on the laptop.",
            name=name,
        )


async def _free_seat(context: PageContext) -> Response:
    """Free the visitor's own seat, one whose player never came, or, as the host, any seat."""
    seat, people, table = context.form.text("seat"), context.app_state.people, context.table_name
    if seat not in context.seats and not context.is_host and (seat in people.sittings(table) or not context.seats):
        raise Refused("Only whoever sits there or has opened the tables may free a seat.")
    if (leaves := game_of(context.table).find_stand_request(context.table.state, seat)) is not None:
        context.table.do(leaves)
    people.free_seat(table, seat)
    context.app_state.notify_pages(context.table_name)
    return context.redirect_to_path(context.form.text("back") or context.url("seat"))


async def _show_curtain(context: PageContext) -> Response:
    """Draw the curtain: from now on, no page shows what only one seat may see."""
    seats = context.seats
    if len(seats) < 2:
        return context.redirect()
    if context.seat is not None:
        after = context.seat
        context.set_visitor(context.app_state.people.turn_to(context.table_name, context.user, None))
        return context.redirect("curtain", after=after)
    seat, after = context.form.text("to"), context.form.text("after")
    if seat not in seats:  # found again each time: the game may have moved on
        neighbour = seats[(seats.index(after) + 1) % len(seats)] if after in seats else ""
        seat = context.find_due_seat(after) or neighbour
    choices = [each for each in list_seat_choices(context) if each.is_own]
    next_chair = next((each for each in choices if each.seat.id == seat), choices[0])
    return context.render_page(
        "join/curtain.html",
        following=next_chair,
        others=[each for each in choices if each is not next_chair],
        sealed=game_of(context.table).has_secrets(context.table.state),
    )


async def _open_curtain(context: PageContext) -> Response:
    seat = context.form.text("seat")
    if seat not in context.seats:
        raise InputError("Choose one of the seats.")
    context.set_visitor(context.app_state.people.turn_to(context.table_name, context.user, seat))
    return context.redirect()


QUIET = 2  # light squares around a code; on bright screens fewer than the four on paper are enough


@lru_cache(maxsize=32)
def compute_qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of a QR code, including its quiet zone; ``True`` is dark."""
    import qrcode

    code = qrcode.QRCode(border=QUIET, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


async def _show_code_form(context: PageContext) -> Response:
    return context.render_page("join/code.html")


async def _join_by_link(context: PageContext) -> Response:
    try:
        return await _join(context)
    except InputError as error:
        context.problem = error.message
        return await _show_code_form(context)


async def _join(context: PageContext) -> Response:
    code = context.request.path_params.get("code") or context.form.text("code")
    if (role := context.app_state.find_role(code[:80])) is None:
        raise InputError("That is not the code of this table; it is beside the QR code.")
    context.set_visitor(*context.app_state.people.admit(role, context.visitor, context.device))
    return context.redirect_to_path(_find_first_page(context, role))


def _find_first_page(context: PageContext, role: str) -> str:
    """The first page for a visitor: the table whose code was scanned, the only open one or one to join, or the list.

    The host sees the code to scan until a phone has joined.
    """
    names, running = context.app_state.tables.names(), context.app_state.list_running_tables()
    wanted_table = unquote_table_name(context.form.text("at"))
    open_ = running or [name for name in names if not context.app_state.tables.is_score(name)]
    only_table = open_[0] if len(open_) == 1 and role != HOST else context.find_table_to_join()
    table = wanted_table if wanted_table in names else only_table
    if table is None:
        return "/lobby" if role == HOST and not context.app_state.people.count_phones() else "/"
    seats = context.app_state.people.seats(table, context.user)
    return context.url("" if role == WATCHER or seats or table not in running else "seat", table)


def _describe_address(address: TableAddress, path: str) -> dict[str, object]:
    """An address for joining, to type or to scan; its QR code is an SVG path in units of a square."""
    parts, url = urlsplit(address.url), address.url + path
    # Browsers default to http.
    host = (parts.hostname or "") if parts.scheme == "http" else f"{parts.scheme}://{parts.hostname}"
    rows = compute_qr_rows(url)
    qr_path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    values = {"host": host, "port": f":{parts.port}", "url": url, "is_likely": address.is_likely}
    return {**values, "size": len(rows), "path": qr_path}


async def show_lobby(context: PageContext) -> Response:
    """Show the QR code for joining all tables, or one."""
    settings, app_state = context.app_state.settings, context.app_state
    if settings.one_screen:
        return context.redirect("seat", several=1) if context.has_table else context.redirect_to_path("/")
    addresses = settings.addresses()
    query = f"?at={quote(quote_table_name(context.table.name))}" if context.has_table else ""
    choices = list_seat_choices(context) if context.has_table else ()
    return context.render_page(
        "join/lobby.html",
        doors=[_describe_address(each, f"/join/{app_state.join_code}{query}") for each in addresses],
        watch=_describe_address(addresses[0], f"/join/{app_state.watch_code}{query}") if addresses else None,
        choices=choices,
        sitting=sum(each.sitting is not None for each in choices),
        # A phone that shows this page has come, and so has any other device with a seat.
        lonely=context.is_host
        and settings.is_lonely()
        and all(each.sitting is None or each.is_own for each in choices),
    )


_DRAWN_HEADER = "x-companion-drawn"  # the event, table and page that the browser shows
_MOST_STEPS = 6  # redirects before a page is shown


def make_screen_pages(pages: Sequence[WebPage]) -> tuple[WebPage, ...]:
    """Make the pages of the big screen, which always shows the current page of the table with the latest event."""
    game_pages = [each for each in pages if each.game and each.role == WATCHERS]
    by_page = {(each.path.partition("{table}")[2][1:], each.game): each.show for each in game_pages if each.show}

    async def show(context: PageContext) -> Response:
        if context.visitor is None:
            return _show_screen_number(context)
        context.other_tables = ()  # error pages reload too when something changes
        app_state, user, tables = context.app_state, context.user, context.app_state.list_running_tables()
        version = context.request.headers.get(_DRAWN_HEADER) or context.form.text("drawn")
        events, _, seen_version = version.partition(".")
        name, _, page_shown = seen_version.partition(
            "/"
        )  # a finished game stays until something happens at another table
        known_tables = {unquote_table_name(name)} & {*app_state.tables.names()}
        table = next(iter((*(known_tables & {*[*app_state.recent_tables][-1:]}), *tables, *known_tables)), "")
        invites = user.role != WATCHER and not context.one_screen  # a watcher's code does not let players join
        scope = {**context.request.scope, "path_params": {"table": quote_table_name(table)} if table else {}}
        headers = [each for each in scope["headers"] if each[0] != _DRAWN_HEADER.encode()]
        is_same_table = table == unquote_table_name(name)
        scope["headers"] = [*headers, *([(_DRAWN_HEADER.encode(), version.encode())] if is_same_table else [])]
        event_count = str(len(app_state.open_table(table).history)) if table else ""
        page, _, query = page_shown.partition("?") if is_same_table and events == event_count else ("", "", "")
        for _ in range(_MOST_STEPS):
            inner = Request({**scope, "query_string": query.encode()})
            screen = PageContext(inner, app_state, context.draw, replace(user, id="", role=WATCHER), read_query(inner))
            screen.other_tables = [name for name in tables if name != table]
            screen.led_to = f"{event_count}.{quote_table_name(table)}/{page}?{query}"
            if invites and (not table or (table in tables and not page and _is_gathering(screen))):
                return await show_lobby(screen)
            if not table:
                return screen.render_page("join/no-table.html")
            game = screen.table.history.game.name
            response = await by_page.get((page, game), by_page["", game])(screen)
            if response.status_code != 303:
                return response
            leads = urlsplit(response.headers["location"])
            page, query = leads.path.removeprefix(screen.url()).strip("/"), leads.query
        raise AssertionError(f"{table} leads round in a circle")

    return WebPage("/screen", show, role=ANYONE, in_pocket=False), WebPage(
        "/lobby/screen", show_lobby, _admit_screen, role=PLAYERS
    )


def _is_gathering(context: PageContext) -> bool:
    """True while seats are free and nothing has happened since the last player sat down."""
    seats_taken, events = [each.sitting is not None for each in list_seat_choices(context)], len(context.table.history)
    first_events = context.app_state.seat_events.setdefault(context.table_name, 1 if any(seats_taken) else events)
    return not all(seats_taken) and events <= first_events


def _show_screen_number(context: PageContext) -> Response:
    """Show a number that a player types to admit this screen; the page reloads until then."""
    people, cookie = context.app_state.people, context.request.cookies.get(context.app_state.settings.cookie, "")
    context.set_visitor(*people.admit(KNOCKING, people.find_visitor(cookie, KNOCKING), context.device))
    page = context.render_page("join/knock.html")
    page.headers["refresh"] = "5"
    return page


async def _admit_screen(context: PageContext) -> Response:
    screens = context.app_state.people.list_waiting_screens(context.form.text("number").strip())
    if len(screens) != 1:
        raise InputError("No screen shows that number now; open the address on it, then type what it shows.")
    context.app_state.people.save_visitor(replace(screens[0], role=SCREEN))
    return context.redirect_to_path(context.form.text("back") or "/lobby")


LOOKS = ("dark", "light", "big", "plain")
"""Dark or light instead of the phone's setting; bigger type; more contrast, without pictures behind words."""


async def _show_settings(context: PageContext) -> Response:
    return context.render_page("settings.html")


async def _save_settings(context: PageContext) -> Response:
    form, user = context.form, context.user
    language = form.choice("language", LANGUAGES, context.language.code)
    settings = (form.text("scheme"), *form.texts("look"))
    look = tuple(each for each in LOOKS if each in settings)
    context.set_visitor(context.app_state.people.save_visitor(replace(user, language=language, look=look)))
    return context.redirect_to_path(form.text("back") or "/")


async def _set_language(context: PageContext) -> Response:
    """Set only the language: one tap in the menu, also for screens that only watch."""
    code = context.form.choice("to", LANGUAGES, context.language.code)
    context.set_visitor(context.app_state.people.save_visitor(replace(context.user, language=code)))
    return context.redirect_to_path(context.form.text("back") or "/")


PAGES: tuple[WebPage, ...] = (
    WebPage("/t/{table}/seat", _show_seats, _take_seat, role=PLAYERS),
    WebPage("/t/{table}/seat/free", None, _free_seat, role=PLAYERS),
    WebPage("/t/{table}/seat/answer", None, _answer_request, role=PLAYERS),
    WebPage("/t/{table}/curtain", _show_curtain, _open_curtain, role=SEATED),
    WebPage("/join", _show_code_form, _join, role=ANYONE, in_pocket=False),
    WebPage("/join/{code}", _join_by_link, role=ANYONE, in_pocket=False),
    WebPage("/lobby", show_lobby, role=PLAYERS, in_pocket=False),
    WebPage("/t/{table}/lobby", show_lobby, role=PLAYERS, in_pocket=False),
    WebPage("/settings", _show_settings, _save_settings, role=WATCHERS),
    WebPage("/language", _set_language, role=WATCHERS),
)
