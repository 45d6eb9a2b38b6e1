"""Pages of joining: the code, the seats, the curtain; the big screen."""

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
from companion.web.form import named_in, path_name
from companion.web.gate import read_query
from companion.web.house import TableAddress
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
from companion.web.visit import ANYONE, PLAYERS, SEATED, WATCHERS, Page, Visit


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the pages of joining show it."""

    seat: Seat
    sitting: Sitting | None
    mine: bool
    asleep: float | None  # for how many seconds nothing was heard of them; ``None`` while they are awake
    leaves: bool = False  # true where nobody came, and its player can still be taken out of the game

    @property
    def name(self) -> Sentence | str:
        """The name of whoever sits there."""
        return seat_name(self.seat, self.sitting)

    @property
    def listed(self) -> bool:
        """True where there is somebody to see, or to be taken out of the game."""
        return self.sitting is not None or self.leaves

    @property
    def state(self) -> Sentence:
        """The state of the seat: free, or taken by somebody awake or asleep."""
        if self.sitting is None:
            return say("free")
        if self.mine:
            return say("on this device")
        if self.asleep is None:
            return say("awake")
        if self.asleep == float("inf"):
            return say("asleep")
        return say_count("asleep for {count} minute[|s]", int(self.asleep // 60) + 1)


def names_at(sittings: Mapping[str, Sitting]) -> dict[Sentence, str]:
    """The names of those who sit there, by the words for their colours."""
    return {COLOUR_WORDS[seat]: who.name for seat, who in sittings.items() if seat in COLOUR_WORDS}


def named(value: Any, names: Mapping[Sentence, str]) -> Any:
    """The same sentence with names where it speaks of players by their colours."""
    if not isinstance(value, Sentence) or not value.fields or not names:
        return value

    def told(field: object) -> object:
        return names.get(field) or within(field) if isinstance(field, Sentence) else field

    def within(sentence: Sentence) -> Sentence:
        return replace(sentence, fields=tuple((key, told(each)) for key, each in sentence.fields))

    return within(value)


def chairs_of(visit: Visit) -> tuple[Chair, ...]:
    """The seats of the table that somebody asks about."""
    people = visit.house.people
    sittings = people.sittings(visit.table_name)
    game, state, found = game_of(visit.table), visit.table.state, []
    for seat in game.seats(state):
        sitting = sittings.get(seat.id)
        asleep = people.away(sitting.visitor) if sitting is not None else None
        mine = sitting is not None and visit.visitor is not None and sitting.visitor == visit.visitor.id
        leaves = sitting is None and game.standing_up(state, seat.id) is not None
        found.append(Chair(seat, sitting, mine, asleep, leaves))
    return tuple(found)


_NOBODY = "nobody"  # whose tap it is that somebody sits down, so that nobody's phone offers to take it back


async def _seats(visit: Visit) -> Response:
    chairs, asked = chairs_of(visit), visit.form.text("asks")
    if asked in visit.seats:
        return visit.go()
    requests = visit.house.people.requests(visit.table_name) if asked else ()
    own = next((each for each in requests if each.visitor == visit.who.id), None)
    if own is not None:
        chair = next(each for each in chairs if each.seat.id == own.seat)
        return visit.page("join/asks.html", chair=chair, own=own)
    mine = [each for each in chairs if each.mine]
    free = [each for each in chairs if each.sitting is None]
    several = visit.one_screen or len(mine) > 1 or visit.form.has("several")
    # Whoever hands a device round goes on to the next seat that is free.
    fits = [each.seat.id for each in ((*free, *mine) if several else (*mine, *free))]
    wanted, named = visit.typed("seat"), all(each.seat.name for each in chairs)
    return visit.page(
        "join/seats.html",
        chairs=chairs,
        mine=mine,
        free=free,
        wanted=wanted if wanted in fits else next(iter(fits), ""),
        # Where the game knows its players, whoever sits down only says which of them they are.
        named=named,
        several=several,
        given="" if named or mine or several else next(iter(fits), ""),  # for whoever chooses nothing
        longest=LONGEST_NAME,
        refused=bool(asked),
    )


async def _sit(visit: Visit) -> Response:
    form, house, who = visit.form, visit.house, visit.who
    chairs = {each.seat.id: each for each in chairs_of(visit)}
    chair = chairs.get(form.text("seat"))
    if chair is None:
        raise InputError("Choose one of the seats.")
    typed = " ".join(form.text("name").split())
    if form.text("given") == chair.seat.id:
        chair = _given(chair, tuple(chairs.values()), typed)
    name = chair.seat.name or typed
    if len(name) > LONGEST_NAME and not chair.seat.name:  # one that the game knows is nobody's to change here
        raise InputError(
            "That name is too long; {most} characters fit the band of a phone.", most=LONGEST_NAME
        )
    house.people.check_free(visit.table_name, chair.seat.id, who)
    _refuse_twin(name, chair, chairs)
    language = form.choice("language", LANGUAGES, visit.language.code)
    look = {*who.look} - {"big"} | ({"big"} if form.has("big") else set())
    visit.become(house.people.change(replace(who, language=language, look=tuple(sorted(look)))))
    request = SeatRequest(who.id, chair.seat.id, name, form.has("several"))
    if _was_open(visit, request) and not visit.host:
        house.people.ask(visit.table_name, request)
        house.changed(visit.table_name)
        return visit.go("seat", asks=request.seat)
    _sit_down(visit, request)
    return visit.go("seat", several=1) if request.several else visit.go()


def _was_open(visit: Visit, request: SeatRequest) -> bool:
    """True where another phone had the seat last, and it sees something hidden now."""
    last = visit.house.people.last_at(visit.table_name, request.seat)
    dealt = game_of(visit.table).dealt(visit.table, request.seat)
    return dealt and last not in (None, request.visitor)


def _sit_down(visit: Visit, request: SeatRequest) -> None:
    """Seat a phone; what all are told of it is written down."""
    house, here, table, seat = visit.house, visit.table, visit.table_name, request.seat
    game, people = game_of(here), house.people
    who = people.known(request.visitor)
    colour = next(each.colour for each in game.seats(here.state) if each.id == seat)
    left = () if request.several else (each for each in people.seats(table, who) if each != seat)
    with here.tapped(secrets.token_hex(8), _NOBODY):
        stands = (game.standing_up(here.state, each) for each in left)
        for asked in filter(None, stands):
            here.do(asked)
        # the log of some games knows their players by their phones
        sits = game.sitting_down(here.state, seat, request.name or str(COLOUR_WORDS[colour]))
        if sits is not None:
            here.do(sits)
    told = people.last_at(table, seat) != who.id and not (visit.one_screen or visit.alone)
    if told and game.dealt(here, seat):
        with here.tapped(secrets.token_hex(8), visit.who.id):
            here.do(OpenSeat(seat, _was_open(visit, request)))
    who = people.sit(table, seat, who, request.name, more=request.several)
    if who.id == visit.who.id:
        visit.become(who)
    house.sat[table] = len(here.history)
    house.happened(table)


async def _answer(visit: Visit) -> Response:
    """The table's yes or no to a phone that asks; the phone itself may ask no more."""
    people, form, table = visit.house.people, visit.form, visit.table_name
    yes, may_answer = form.text("answer") == "yes", visit.asked
    mine = [each for each in people.requests(table) if each.visitor == visit.who.id and not yes]
    found = [each for each in (*may_answer, *mine) if form.text("from") == f"{each.seat} {each.number}"]
    if len(found) != 1:
        raise Refused("Nobody is asking for that seat any more.")
    people.drop(table, found[0].visitor)
    visit.house.changed(table)
    if yes:
        _sit_down(visit, found[0])
    return visit.go_to(form.text("back") or visit.url())


def _given(chair: Chair, chairs: tuple[Chair, ...], name: str) -> Chair:
    """The seat of whoever chose none: their own, that which waits under their name, else the next free one.

    The one on their page may be taken by now; where nothing is free, that is said of it.
    """
    mine, free = [each for each in chairs if each.mine], [each for each in chairs if each.sitting is None]
    awaited = [each for each in free if each.seat.name and each.seat.name.casefold() == name.casefold()]
    return next(iter((*mine, *awaited, *(each for each in free if not each.seat.name), *free)), chair)


def _refuse_twin(name: str, chair: Chair, chairs: dict[str, Chair]) -> None:
    """Refuse a name that does not tell its player from another."""
    others = (each for each in chairs.values() if each is not chair and each.sitting is not None)
    if name.casefold() in {str(each.name).casefold() for each in others if not each.mine}:
        raise InputError(
            "{name} sits at this table already. Add a letter; if you are {name} on a new phone, have the seat"
            " freed on the laptop.",
            name=name,
        )


async def _free(visit: Visit) -> Response:
    """One's own seat, one that nobody came for, or any as the host; its phone is asked to choose anew."""
    seat, people, table = visit.form.text("seat"), visit.house.people, visit.table_name
    if seat not in visit.seats and not visit.host and (seat in people.sittings(table) or not visit.seats):
        raise Refused("Only whoever sits there or has opened the tables may free a seat.")
    leaves = game_of(visit.table).standing_up(visit.table.state, seat)
    if leaves is not None:
        visit.table.do(leaves)
    people.stand_up(table, seat)
    visit.house.changed(visit.table_name)
    return visit.go_to(visit.form.text("back") or visit.url("seat"))


async def _curtain(visit: Visit) -> Response:
    """Let the curtain fall: from here on, no page shows what a seat alone may see."""
    seats = visit.seats
    if len(seats) < 2:
        return visit.go()
    if visit.seat is not None:
        after = visit.seat
        visit.become(visit.house.people.turn_to(visit.table_name, visit.who, None))
        return visit.go("curtain", after=after)
    to, after = visit.form.text("to"), visit.form.text("after")
    if to not in seats:  # found anew whenever the page is drawn: others may have gone on meanwhile
        beside = seats[(seats.index(after) + 1) % len(seats)] if after in seats else ""
        to = visit.find_due_seat(after) or beside
    chairs = [each for each in chairs_of(visit) if each.mine]
    following = next((each for each in chairs if each.seat.id == to), chairs[0])
    return visit.page(
        "join/curtain.html",
        following=following,
        others=[each for each in chairs if each is not following],
        sealed=game_of(visit.table).sealed(visit.table.state),
    )


async def _open(visit: Visit) -> Response:
    seat = visit.form.text("seat")
    if seat not in visit.seats:
        raise InputError("Choose one of the seats.")
    visit.become(visit.house.people.turn_to(visit.table_name, visit.who, seat))
    return visit.go()


QUIET = 2  # light squares around a code; the paper's four are more than a bright screen needs


@lru_cache(maxsize=32)
def rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """The squares of a code, quiet zone included; ``True`` is dark."""
    import qrcode

    code = qrcode.QRCode(border=QUIET, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


def outline(text: str) -> str:
    """The dark squares as the path of an SVG whose unit is one square."""
    return "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows(text)) for x, dark in enumerate(row) if dark
    )


async def _ask(visit: Visit) -> Response:
    return visit.page("join/code.html")


async def _typed(visit: Visit) -> Response:
    return _let_in(visit, visit.form.text("code"))


async def _scanned(visit: Visit) -> Response:
    try:
        return _let_in(visit, visit.request.path_params["code"])
    except InputError as wrong:
        visit.problem = wrong.whole
        return await _ask(visit)


def _let_in(visit: Visit, code: str) -> Response:
    role = visit.house.role_of(code[:80])
    if role is None:
        raise InputError("That is not the code of this table; it stands beside the QR code.")
    visit.become(*visit.house.people.welcome(role, visit.visitor, visit.device))
    return visit.go_to(_inside(visit, role))


def _inside(visit: Visit, role: str) -> str:
    """The first page for somebody: the table whose code was scanned, or the only one that is open.

    The laptop shows the code to scan while no phone has come.
    """
    names, going = visit.house.tables.names(), visit.house.going_on()
    at, open_ = named_in(visit.form.text("at")), going or names
    table = at if at in names else open_[0] if len(open_) == 1 and role != HOST else None
    if table is None:
        return "/lobby" if role == HOST and not visit.house.people.phones() else "/"
    sits = visit.house.people.seats(table, visit.who)
    return visit.url("" if role == WATCHER or sits or table not in going else "seat", table)


@dataclass(frozen=True, slots=True)
class Door:
    """An address to scan or to type."""

    host: str
    port: str
    likely: bool
    size: int
    path: str
    url: str


def door(address: TableAddress, path: str) -> Door:
    """An address with what is scanned there."""
    parts, url = urlsplit(address.url), address.url + path
    # Whoever types no scheme is sent to http.
    host = (parts.hostname or "") if parts.scheme == "http" else f"{parts.scheme}://{parts.hostname}"
    return Door(host, f":{parts.port}", address.likely, len(rows(url)), outline(url), url)


async def show_lobby(visit: Visit) -> Response:
    """Show the page to scan: to come in, or to one table."""
    settings, house = visit.house.settings, visit.house
    if settings.one_screen:
        return visit.go("seat", several=1) if visit.at_table else visit.go_to("/")
    found = settings.addresses()
    at = f"?at={quote(path_name(visit.table.name))}" if visit.at_table else ""
    chairs = chairs_of(visit) if visit.at_table else ()
    return visit.page(
        "join/lobby.html",
        doors=[door(each, f"/join/{house.join_code}{at}") for each in found],
        watch=door(found[0], f"/join/{house.watch_code}{at}") if found else None,
        chairs=chairs,
        sitting=sum(each.sitting is not None for each in chairs),
        # Whoever reads this on a phone has come, and so has who sits anywhere but here.
        lonely=visit.host and settings.lonely() and all(each.sitting is None or each.mine for each in chairs),
    )


_DRAWN = "x-companion-drawn"  # the event, table and page that are there
_MOST_STEPS = 6  # pages that lead on to one another until one is shown


def screen_pages(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages of the big screen, which shows of these the one that its table has come to."""
    all_see = [each for each in pages if each.game and each.who == WATCHERS]
    at = {(each.path.partition("{table}")[2][1:], each.game): each.show for each in all_see if each.show}

    async def show(visit: Visit) -> Response:
        if visit.visitor is None:
            return _knock(visit)
        visit.also = ()  # also the page of an error is drawn anew when something changes
        house, who, tables = visit.house, visit.who, visit.house.going_on()
        drawn = visit.request.headers.get(_DRAWN) or visit.form.text("drawn")
        events, _, kept = drawn.partition(".")
        name, _, shows = kept.partition("/")  # an end stays until something happens elsewhere
        there = {named_in(name)} & {*house.tables.names()}
        table = next(iter((*(there & {*[*house.lately][-1:]}), *tables, *there)), "")
        invites = who.role != WATCHER and not visit.one_screen  # whose code lets nobody in
        scope = {**visit.request.scope, "path_params": {"table": path_name(table)} if table else {}}
        heads = [each for each in scope["headers"] if each[0] != _DRAWN.encode()]
        same = table == named_in(name)
        scope["headers"] = [*heads, *([(_DRAWN.encode(), drawn.encode())] if same else [])]
        now = str(len(house.open(table).history)) if table else ""
        page, _, query = shows.partition("?") if same and events == now else ("", "", "")
        for _ in range(_MOST_STEPS):
            asked = Request({**scope, "query_string": query.encode()})
            seen = Visit(asked, house, visit.draw, replace(who, id="", role=WATCHER), read_query(asked))
            seen.also = [name for name in tables if name != table]
            seen.led = f"{now}.{path_name(table)}/{page}?{query}"
            if invites and (not table or (table in tables and not page and _gathers(seen))):
                return await show_lobby(seen)
            if not table:
                return seen.page("join/no-table.html")
            game = seen.table.history.game.name
            shown = await at.get((page, game), at["", game])(seen)
            if shown.status_code != 303:
                return shown
            leads = urlsplit(shown.headers["location"])
            page, query = leads.path.removeprefix(seen.url()).strip("/"), leads.query
        raise AssertionError(f"{table} leads round in a circle")

    return Page("/screen", show, who=ANYONE, pocket=False), Page(
        "/lobby/screen", show_lobby, _admit, who=PLAYERS
    )


def _gathers(visit: Visit) -> bool:
    """True while seats are free and nothing has happened since the last player sat down."""
    sat, events = [each.sitting is not None for each in chairs_of(visit)], len(visit.table.history)
    known = visit.house.sat.setdefault(visit.table_name, 1 if any(sat) else events)
    return not all(sat) and events <= known


def _knock(visit: Visit) -> Response:
    """A number that whoever plays types to let this screen in; it asks again until then."""
    people, cookie = visit.house.people, visit.request.cookies.get(visit.house.settings.cookie, "")
    visit.become(*people.welcome(KNOCKING, people.find(cookie, KNOCKING), visit.device))
    page = visit.page("join/knock.html")
    page.headers["refresh"] = "5"
    return page


async def _admit(visit: Visit) -> Response:
    found = visit.house.people.knocking(visit.form.text("number").strip())
    if len(found) != 1:
        raise InputError("No screen shows that number now; open the address on it, then type what it shows.")
    visit.house.people.change(replace(found[0], role=SCREEN))
    return visit.go_to(visit.form.text("back") or "/lobby")


PAGES: tuple[Page, ...] = (
    Page("/t/{table}/seat", _seats, _sit, who=PLAYERS),
    Page("/t/{table}/seat/free", None, _free, who=PLAYERS),
    Page("/t/{table}/seat/answer", None, _answer, who=PLAYERS),
    Page("/t/{table}/curtain", _curtain, _open, who=SEATED),
    Page("/join", _ask, _typed, who=ANYONE, pocket=False),
    Page("/join/{code}", _scanned, who=ANYONE, pocket=False),
    Page("/lobby", show_lobby, who=PLAYERS, pocket=False),
    Page("/t/{table}/lobby", show_lobby, who=PLAYERS, pocket=False),
)
