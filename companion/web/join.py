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
    """A seat as these pages show it."""

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
    return {COLOUR_WORDS[seat]: who.name for seat, who in sittings.items() if seat in COLOUR_WORDS}


def with_names(value: Any, names: Mapping[Sentence, str]) -> Any:
    """Replace the colours of players in a sentence by their names; other values are unchanged."""
    if not isinstance(value, Sentence) or not value.fields or not names:
        return value
    known = {key: names.get(each) if isinstance(each, Sentence) else None for key, each in value.fields}
    return replace(value, fields=tuple((key, known[key] or with_names(each, names)) for key, each in value.fields))


def list_seat_choices(context: PageContext) -> tuple[SeatChoice, ...]:
    people = context.app_state.people
    sittings = people.sittings(context.table_name)
    game, state, found = game_of(context.table), context.table.state, []
    for seat in game.seats(state):
        sitting = sittings.get(seat.id)
        asleep = people.seconds_away(sitting.visitor) if sitting is not None else None
        mine = sitting is not None and context.visitor is not None and sitting.visitor == context.visitor.id
        leaves = sitting is None and game.find_stand_request(state, seat.id) is not None
        found.append(SeatChoice(seat, sitting, mine, asleep, leaves))
    return tuple(found)


_NOBODY = "nobody"  # owns the tap by which somebody sits down, so that no phone offers to undo it


async def _show_seats(context: PageContext) -> Response:
    choices, asked = list_seat_choices(context), context.form.text("asks")
    if asked in context.seats:
        return context.redirect()
    requests = context.app_state.people.list_requests(context.table_name) if asked else ()
    own = next((each for each in requests if each.visitor == context.user.id), None)
    if own is not None:
        choice = next(each for each in choices if each.seat.id == own.seat)
        return context.render_page("join/asks.html", choice=choice, own=own)
    mine = [each for each in choices if each.is_own]
    free = [each for each in choices if each.sitting is None]
    several = context.one_screen or len(mine) > 1 or context.form.has("several")
    # A device that is passed round goes on to the next free seat.
    fits = [each.seat.id for each in ((*free, *mine) if several else (*mine, *free))]
    wanted, named = context.get_typed("seat"), all(each.seat.name for each in choices)
    return context.render_page(
        "join/seats.html",
        choices=choices,
        mine=mine,
        free=free,
        wanted=wanted if wanted in fits else next(iter(fits), ""),
        # If the game knows its players, a visitor only says which of them they are.
        named=named,
        several=several,
        given="" if named or mine or several else next(iter(fits), ""),  # for visitors who choose none
        longest=LONGEST_NAME,
        refused=bool(asked),
    )


async def _take_seat(context: PageContext) -> Response:
    form, app_state, who = context.form, context.app_state, context.user
    choices = {each.seat.id: each for each in list_seat_choices(context)}
    if (choice := choices.get(form.text("seat"))) is None:
        raise InputError("Choose one of the seats.")
    typed = " ".join(form.text("name").split())
    if form.text("given") == choice.seat.id:
        choice = _choose_seat(choice, tuple(choices.values()), typed)
    name = choice.seat.name or typed
    if len(name) > LONGEST_NAME and not choice.seat.name:  # names known to the game are not changed here
        raise InputError("That name is too long; {most} characters fit the band of a phone.", most=LONGEST_NAME)
    app_state.people.check_free(context.table_name, choice.seat.id, who)
    _check_unique_name(name, choice, choices)
    language = form.choice("language", LANGUAGES, context.language.code)
    look = {*who.look} - {"big"} | ({"big"} if form.has("big") else set())
    context.set_visitor(app_state.people.save_visitor(replace(who, language=language, look=tuple(sorted(look)))))
    request = SeatRequest(who.id, choice.seat.id, name, form.has("several"))
    if _is_others_seat(context, request) and not context.is_host:
        app_state.people.add_request(context.table_name, request)
        app_state.notify_pages(context.table_name)
        return context.redirect("seat", asks=request.seat)
    _seat_phone(context, request)
    return context.redirect("seat", several=1) if request.is_shared else context.redirect()


def _is_others_seat(context: PageContext, request: SeatRequest) -> bool:
    """True if another phone had the seat last, and the seat has hidden cards now."""
    last = context.app_state.people.find_last_visitor(context.table_name, request.seat)
    dealt = game_of(context.table).has_hand(context.table, request.seat)
    return dealt and last not in (None, request.visitor)


def _seat_phone(context: PageContext, request: SeatRequest) -> None:
    """Seat a phone, and record it in the log if everybody must know."""
    app_state, here, table, seat = context.app_state, context.table, context.table_name, request.seat
    game, people = game_of(here), app_state.people
    who = people.get_visitor(request.visitor)
    colour = next(each.colour for each in game.seats(here.state) if each.id == seat)
    left = () if request.is_shared else (each for each in people.seats(table, who) if each != seat)
    with here.group_under_tap(secrets.token_hex(8), _NOBODY):
        stands = (game.find_stand_request(here.state, each) for each in left)
        for asked in filter(None, stands):
            here.do(asked)
        # some games record in the log that a player sits down
        sits = game.find_sit_request(here.state, seat, request.name or str(COLOUR_WORDS[colour]))
        if sits is not None:
            here.do(sits)
    told = people.find_last_visitor(table, seat) != who.id and not (context.one_screen or context.is_alone)
    if told and game.has_hand(here, seat):
        with here.group_under_tap(secrets.token_hex(8), context.user.id):
            here.do(OpenSeat(seat, _is_others_seat(context, request)))
    who = people.sit(table, seat, who, request.name, more=request.is_shared)
    if who.id == context.user.id:
        context.set_visitor(who)
    app_state.seat_events[table] = len(here.history)
    app_state.note_event(table)


async def _answer_request(context: PageContext) -> Response:
    """Accept or refuse a seat request; the phone that asks may withdraw it."""
    people, form, table = context.app_state.people, context.form, context.table_name
    yes, may_answer = form.text("answer") == "yes", context.seat_requests
    mine = [each for each in people.list_requests(table) if each.visitor == context.user.id and not yes]
    found = [each for each in (*may_answer, *mine) if form.text("from") == f"{each.seat} {each.number}"]
    if len(found) != 1:
        raise Refused("Nobody is asking for that seat any more.")
    people.drop_request(table, found[0].visitor)
    context.app_state.notify_pages(table)
    if yes:
        _seat_phone(context, found[0])
    return context.redirect_to_path(form.text("back") or context.url())


def _choose_seat(choice: SeatChoice, choices: tuple[SeatChoice, ...], name: str) -> SeatChoice:
    """The seat for a visitor who chose none: their own, the one with their name, or else the next free one.

    If none is free, ``choice`` is returned, the seat that their page proposed, which is then refused.
    """
    mine, free = [each for each in choices if each.is_own], [each for each in choices if each.sitting is None]
    expected = [each for each in free if each.seat.name and each.seat.name.casefold() == name.casefold()]
    return next(iter((*mine, *expected, *(each for each in free if not each.seat.name), *free)), choice)


def _check_unique_name(name: str, choice: SeatChoice, choices: dict[str, SeatChoice]) -> None:
    others = (each for each in choices.values() if each is not choice and each.sitting is not None)
    if name.casefold() in {str(each.name).casefold() for each in others if not each.is_own}:
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
    to, after = context.form.text("to"), context.form.text("after")
    if to not in seats:  # found again each time: the game may have moved on
        beside = seats[(seats.index(after) + 1) % len(seats)] if after in seats else ""
        to = context.find_due_seat(after) or beside
    choices = [each for each in list_seat_choices(context) if each.is_own]
    following = next((each for each in choices if each.seat.id == to), choices[0])
    return context.render_page(
        "join/curtain.html",
        following=following,
        others=[each for each in choices if each is not following],
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


async def _join_by_form(context: PageContext) -> Response:
    return _join(context, context.form.text("code"))


async def _join_by_link(context: PageContext) -> Response:
    try:
        return _join(context, context.request.path_params["code"])
    except InputError as wrong:
        context.problem = wrong.message
        return await _show_code_form(context)


def _join(context: PageContext, code: str) -> Response:
    if (role := context.app_state.find_role(code[:80])) is None:
        raise InputError("That is not the code of this table; it is beside the QR code.")
    context.set_visitor(*context.app_state.people.admit(role, context.visitor, context.device))
    return context.redirect_to_path(_find_first_page(context, role))


def _find_first_page(context: PageContext, role: str) -> str:
    """The first page for a visitor: the table whose code was scanned, or the only open one, or the list.

    The host sees the code to scan until a phone has joined.
    """
    names, going = context.app_state.tables.names(), context.app_state.list_running_tables()
    at, open_ = unquote_table_name(context.form.text("at")), going or names
    table = at if at in names else open_[0] if len(open_) == 1 and role != HOST else None
    if table is None:
        return "/lobby" if role == HOST and not context.app_state.people.count_phones() else "/"
    sits = context.app_state.people.seats(table, context.user)
    return context.url("" if role == WATCHER or sits or table not in going else "seat", table)


def _describe_address(address: TableAddress, path: str) -> dict[str, object]:
    """An address for joining, to type or to scan; its QR code is an SVG path in units of a square."""
    parts, url = urlsplit(address.url), address.url + path
    # Browsers default to http.
    host = (parts.hostname or "") if parts.scheme == "http" else f"{parts.scheme}://{parts.hostname}"
    rows = compute_qr_rows(url)
    drawn = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    typed = {"host": host, "port": f":{parts.port}", "url": url, "is_likely": address.is_likely}
    return {**typed, "size": len(rows), "path": drawn}


async def show_lobby(context: PageContext) -> Response:
    """Show the QR code for joining all tables, or one."""
    settings, app_state = context.app_state.settings, context.app_state
    if settings.one_screen:
        return context.redirect("seat", several=1) if context.has_table else context.redirect_to_path("/")
    found = settings.addresses()
    at = f"?at={quote(quote_table_name(context.table.name))}" if context.has_table else ""
    choices = list_seat_choices(context) if context.has_table else ()
    return context.render_page(
        "join/lobby.html",
        doors=[_describe_address(each, f"/join/{app_state.join_code}{at}") for each in found],
        watch=_describe_address(found[0], f"/join/{app_state.watch_code}{at}") if found else None,
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
    all_see = [each for each in pages if each.game and each.role == WATCHERS]
    at = {(each.path.partition("{table}")[2][1:], each.game): each.show for each in all_see if each.show}

    async def show(context: PageContext) -> Response:
        if context.visitor is None:
            return _show_screen_number(context)
        context.other_tables = ()  # error pages reload too when something changes
        app_state, who, tables = context.app_state, context.user, context.app_state.list_running_tables()
        drawn = context.request.headers.get(_DRAWN_HEADER) or context.form.text("drawn")
        events, _, kept = drawn.partition(".")
        name, _, shows = kept.partition("/")  # a finished game stays until something happens at another table
        there = {unquote_table_name(name)} & {*app_state.tables.names()}
        table = next(iter((*(there & {*[*app_state.recent_tables][-1:]}), *tables, *there)), "")
        invites = who.role != WATCHER and not context.one_screen  # a watcher's code does not let players join
        scope = {**context.request.scope, "path_params": {"table": quote_table_name(table)} if table else {}}
        heads = [each for each in scope["headers"] if each[0] != _DRAWN_HEADER.encode()]
        same = table == unquote_table_name(name)
        scope["headers"] = [*heads, *([(_DRAWN_HEADER.encode(), drawn.encode())] if same else [])]
        now = str(len(app_state.open_table(table).history)) if table else ""
        page, _, query = shows.partition("?") if same and events == now else ("", "", "")
        for _ in range(_MOST_STEPS):
            asked = Request({**scope, "query_string": query.encode()})
            seen = PageContext(asked, app_state, context.draw, replace(who, id="", role=WATCHER), read_query(asked))
            seen.other_tables = [name for name in tables if name != table]
            seen.led_to = f"{now}.{quote_table_name(table)}/{page}?{query}"
            if invites and (not table or (table in tables and not page and _is_gathering(seen))):
                return await show_lobby(seen)
            if not table:
                return seen.render_page("join/no-table.html")
            game = seen.table.history.game.name
            shown = await at.get((page, game), at["", game])(seen)
            if shown.status_code != 303:
                return shown
            leads = urlsplit(shown.headers["location"])
            page, query = leads.path.removeprefix(seen.url()).strip("/"), leads.query
        raise AssertionError(f"{table} leads round in a circle")

    return WebPage("/screen", show, role=ANYONE, in_pocket=False), WebPage(
        "/lobby/screen", show_lobby, _admit_screen, role=PLAYERS
    )


def _is_gathering(context: PageContext) -> bool:
    """True while seats are free and nothing has happened since the last player sat down."""
    sat, events = [each.sitting is not None for each in list_seat_choices(context)], len(context.table.history)
    known = context.app_state.seat_events.setdefault(context.table_name, 1 if any(sat) else events)
    return not all(sat) and events <= known


def _show_screen_number(context: PageContext) -> Response:
    """Show a number that a player types to admit this screen; the page reloads until then."""
    people, cookie = context.app_state.people, context.request.cookies.get(context.app_state.settings.cookie, "")
    context.set_visitor(*people.admit(KNOCKING, people.find_visitor(cookie, KNOCKING), context.device))
    page = context.render_page("join/knock.html")
    page.headers["refresh"] = "5"
    return page


async def _admit_screen(context: PageContext) -> Response:
    found = context.app_state.people.list_waiting_screens(context.form.text("number").strip())
    if len(found) != 1:
        raise InputError("No screen shows that number now; open the address on it, then type what it shows.")
    context.app_state.people.save_visitor(replace(found[0], role=SCREEN))
    return context.redirect_to_path(context.form.text("back") or "/lobby")


LOOKS = ("dark", "light", "big", "plain")
"""Dark or light instead of the phone's setting; bigger type; more contrast, without pictures behind words."""


async def _show_settings(context: PageContext) -> Response:
    return context.render_page("settings.html")


async def _save_settings(context: PageContext) -> Response:
    form, who = context.form, context.user
    language = form.choice("language", LANGUAGES, context.language.code)
    chosen = (form.text("scheme"), *form.texts("look"))
    look = tuple(each for each in LOOKS if each in chosen)
    context.set_visitor(context.app_state.people.save_visitor(replace(who, language=language, look=look)))
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
    WebPage("/join", _show_code_form, _join_by_form, role=ANYONE, in_pocket=False),
    WebPage("/join/{code}", _join_by_link, role=ANYONE, in_pocket=False),
    WebPage("/lobby", show_lobby, role=PLAYERS, in_pocket=False),
    WebPage("/t/{table}/lobby", show_lobby, role=PLAYERS, in_pocket=False),
    WebPage("/settings", _show_settings, _save_settings, role=WATCHERS),
    WebPage("/language", _set_language, role=WATCHERS),
)
