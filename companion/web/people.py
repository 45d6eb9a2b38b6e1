"""Visitors by their cookie, their roles, their seats at tables, and the seat in view.

A visitor is stored under the hash of their cookie, so that nobody who reads the store can act as them.
Everything is in notes of the store: phones keep their seats when the laptop is restarted.
"""

import json
import secrets
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv6Address, IPv6Network, ip_address

from companion.errors import InputError, Refused
from companion.play.game import Seat
from companion.sentences import Sentence, is_visible, say
from companion.service.results import SEATS, VISITORS, read_json_note, read_seat_rows
from companion.table.shelf import Shelf, fold_name

KNOCKING, WATCHER, SCREEN, PLAYER, HOST = "knocking", "watcher", "screen", "player", "host"
"""What a visitor may do: nothing yet; watch; watch and show the code; play; what only the host may."""

_LEFT = "left"  # the key of a table's note with the last visitor of each free seat
_OWN = "own"  # the key of a table's note with the seat that each visitor took first
_MOST_VISITORS = 400
_MOST_KNOCKS, _MINUTE = 12, 60.0  # new numbers of screens for one device in so many seconds
_MOST_ASKING = 4  # phones that request one seat
LONGEST_NAME = 24  # characters of a name; longer ones do not fit the band on a phone
_BITS = 16  # bytes of a cookie
_CROWD = 30  # visitors of one device; all players may share one address, such as a hotspot's


COLOUR_WORDS = {
    "black": say("Black"),
    "blue": say("Blue"),
    "purple": say("Purple"),
    "red": say("Red"),
    "yellow": say("Yellow"),
}
"""Colours, used as names of players who gave none."""


def _compute_number(visitor: str) -> str:
    return f"{int(visitor[:8], 16) % 10_000:04}"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser that has a cookie, with its role and settings."""

    id: str
    role: str
    language: str = ""  # the code of the chosen language; "" for the browser's
    look: tuple[str, ...] = ()
    name: str = ""
    facing: dict[str, str] = field(default_factory=dict)

    @property
    def number(self) -> str:
        """Four digits that a screen shows until a player admits it."""
        return _compute_number(self.id)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A visitor on a seat, with the name they gave."""

    visitor: str
    name: str


def seat_name(seat: Seat, sitting: Sitting | None) -> Sentence | str:
    """The name of a seat: its visitor's, or the one its game knows, or else its colour."""
    name = sitting.name if sitting is not None else ""
    return name or seat.name or COLOUR_WORDS[seat.colour]


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A request of a phone for a seat whose secrets another phone has seen."""

    visitor: str
    seat: str
    name: str
    is_shared: bool

    @property
    def number(self) -> str:
        """Four digits by which players identify the phone of the request."""
        return _compute_number(self.visitor)


@lru_cache(maxsize=4096)  # computed for every request of a phone
def hash_cookie(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()[:32]


class TooManyKnocks(Refused):
    """The refusal of a device that requested too many numbers for screens."""


class People:
    def __init__(self, notes: Shelf) -> None:
        self._notes = notes
        self.least_pause = 0.0  # seconds between two writes of the visitors' note, where somebody writes the rest
        self._written_at, self._is_changed = float("-inf"), False
        self._knock_counts, self._knocks_since = Counter[str](), 0.0  # by device
        self._visitors: dict[str, Visitor] = {}
        self._seating_counts = Counter[str]()
        self._sittings: dict[str, dict[str, Sitting]] = {}  # a cache, since pages need them many times
        self._requests: dict[str, tuple[SeatRequest, ...]] = {}
        self.reload()
        self._last_seen: dict[str, float] = {}
        self._streams = Counter[str]()
        self._devices: dict[str, str] = {}  # devices of visitors who joined since the start

    def reload(self) -> None:
        """Read all visitors and their seats again, after a name was removed."""
        self._visitors = {id: each for id, each in self._visitors.items() if each.role == KNOCKING}
        for table in (*self._sittings,):
            self.forget_sittings(table)
            self._seating_counts[table] += 1
        for row in read_json_note(self._notes, "", VISITORS, list):
            with suppress(AttributeError, KeyError, TypeError):
                visitor = Visitor(**{**row, "look": tuple(row["look"])})
                texts = (visitor.id, visitor.language, visitor.name, *visitor.look, *visitor.facing.values())
                if visitor.role in (WATCHER, SCREEN, PLAYER, HOST) and all(isinstance(text, str) for text in texts):
                    self._visitors[visitor.id] = visitor

    def find_visitor(self, cookie: str, role: str = "") -> Visitor | None:
        """The visitor with a cookie; one waiting for admission only if ``role`` is ``KNOCKING``."""
        visitor = self._visitors.get(hash_cookie(cookie)) if cookie else None
        return visitor if visitor is None or (visitor.role == KNOCKING) == (role == KNOCKING) else None

    def get_visitor(self, id: str) -> Visitor:
        """The visitor with an id; ``Refused`` if they were forgotten."""
        if id not in self._visitors:
            raise Refused("Nobody is asking for that seat any more.")
        return self._visitors[id]

    def list_waiting_screens(self, number: str) -> list[Visitor]:
        return [each for each in self._visitors.values() if (each.role, each.number) == (KNOCKING, number)]

    def admit(self, role: str, visitor_before: Visitor | None = None, device: str = "") -> tuple[Visitor, str | None]:
        """Give a visitor a role, unless theirs is better; a new visitor also gets a cookie, which is returned."""
        if visitor_before is not None:
            better = max(visitor_before.role, role, key=(KNOCKING, WATCHER, SCREEN, PLAYER, HOST).index)
            return self.save_visitor(replace(visitor_before, role=better)), None
        if role == KNOCKING:
            self._count_knock(device)
        cookie = secrets.token_urlsafe(_BITS)
        visitor = Visitor(hash_cookie(cookie), role)
        if device:
            self._devices[visitor.id] = device
        return self.save_visitor(visitor), cookie

    def save_visitor(self, visitor: Visitor) -> Visitor:
        """Save a visitor, if anything changed; if there are too many visitors, some are forgotten."""
        if self._visitors.get(visitor.id) != visitor:
            self._visitors.pop(visitor.id, None)
            self._visitors[visitor.id] = visitor
            if len(self._visitors) > _MOST_VISITORS:
                self._forget_guests(visitor)
            self._is_changed = self._is_changed or visitor.role != KNOCKING
            self.write_changes(is_urgent=False)
        return visitor

    def write_changes(self, is_urgent: bool = True) -> None:
        """Write the note of all visitors but those who wait for admission, if it changed; later if it may wait."""
        if self._is_changed and (is_urgent or time.monotonic() - self._written_at >= self.least_pause):
            rows = [asdict(each) for each in self._visitors.values() if each.role != KNOCKING]
            self._notes.write_note("", VISITORS, json.dumps(rows))
            self._is_changed, self._written_at = False, time.monotonic()

    def _count_knock(self, device: str) -> None:
        """Count a number for a screen; refused beyond a few a minute, since each takes another visitor's place."""
        if (now := time.monotonic()) - self._knocks_since > _MINUTE:
            self._knock_counts, self._knocks_since = Counter(), now
        self._knock_counts[device] += 1
        if self._knock_counts[device] > _MOST_KNOCKS:
            raise TooManyKnocks("Too many screens ask from this device; wait a minute, then open the page again.")

    def seating_version(self, table: str) -> int:
        """A count that grows when somebody at a table sits down, requests to, stands up or is renamed."""
        return self._seating_counts[table]

    def sittings(self, table: str) -> dict[str, Sitting]:
        """The visitors at a table, by seat."""
        if table not in self._sittings:
            rows = read_seat_rows(self._notes, table)
            self._sittings[table] = {seat: Sitting(row["visitor"], row["name"]) for seat, row in rows.items()}
        return self._sittings[table]

    def forget_sittings(self, table: str) -> None:
        """Clear the cache of a table's seats: its name may belong to another table now."""
        self._sittings.pop(table, None)

    def seats(self, table: str, visitor: Visitor) -> tuple[str, ...]:
        return tuple(seat for seat, sitting in self.sittings(table).items() if sitting.visitor == visitor.id)

    def find_seat_in_view(self, table: str, visitor: Visitor) -> str | None:
        """The seat in view: the only one, or the one to which a device with several is turned."""
        seats = self.seats(table, visitor)
        seat = seats[0] if len(seats) == 1 else visitor.facing.get(table)
        return seat if seat in seats else None

    def turn_to(self, table: str, visitor: Visitor, seat: str | None) -> Visitor:
        """Turn a device with several seats to one of them, or to none, which is the curtain."""
        facing = {name: facing_seat for name, facing_seat in visitor.facing.items() if name != table}
        return self.save_visitor(replace(visitor, facing=facing if seat is None else {**facing, table: seat}))

    def sit(self, table: str, seat: str, visitor: Visitor, name: str, *, keep: bool = False) -> Visitor:
        """Give a visitor a seat and a name; unless ``keep``, they leave their other seat."""
        clean_name = " ".join(name.split())
        if not is_visible(clean_name) or (clean_name and not fold_name(clean_name)):
            raise InputError("Use letters and other visible characters in a name.")
        self.check_free(table, seat, visitor)
        sittings = {other: each for other, each in self.sittings(table).items() if keep or each.visitor != visitor.id}
        self._write_sittings(table, {**sittings, seat: Sitting(visitor.id, clean_name)})
        return self.save_visitor(replace(visitor, name=clean_name))

    def check_free(self, table: str, seat: str, visitor: Visitor) -> None:
        """Refuse a seat that another visitor has."""
        sitting = self.sittings(table).get(seat)
        if sitting is not None and sitting.visitor != visitor.id:
            raise Refused("{name} sits there already.", name=sitting.name or seat)

    def find_last_visitor(self, table: str, seat: str) -> str | None:
        """The visitor who has or last had a seat; "" if that one first had another seat; ``None`` if nobody."""
        sitting = self.sittings(table).get(seat)
        left: dict[str, str] = read_json_note(self._notes, table, _LEFT, dict)
        return left.get(seat) if sitting is None else sitting.visitor

    def list_requests(self, table: str) -> tuple[SeatRequest, ...]:
        return self._requests.get(table, ())

    def add_request(self, table: str, request: SeatRequest) -> None:
        """Add a seat request, replacing the phone's last one; refused if too many want that seat."""
        self.drop_request(table, request.visitor)
        if sum(each.seat == request.seat for each in self.list_requests(table)) >= _MOST_ASKING:
            raise Refused("Other phones ask for this seat already; let the table answer them first.")
        self._requests[table] = (*self.list_requests(table), request)

    def drop_request(self, table: str, visitor: str) -> None:
        self._requests[table] = tuple(each for each in self.list_requests(table) if each.visitor != visitor)
        self._seating_counts[table] += 1

    def copy_sittings(self, table: str, new: str) -> None:
        """Seat everybody at a new table as at this one; seats already taken there stay."""
        sittings = self.sittings(table)
        self._write_sittings(new, {**sittings, **self.sittings(new)})
        self._write_sittings(table, sittings)  # to notify its pages

    def free_seat(self, table: str, seat: str) -> None:
        self._write_sittings(table, {other: each for other, each in self.sittings(table).items() if other != seat})

    def _write_sittings(self, table: str, sittings: dict[str, Sitting]) -> None:
        rows = {seat: asdict(sitting) for seat, sitting in sittings.items()}
        seated = {seat: sitting.visitor for seat, sitting in self.sittings(table).items()}
        left = {**read_json_note(self._notes, table, _LEFT, dict), **seated}
        seats = {sitting.visitor: seat for seat, sitting in sittings.items()}
        home = {**seats, **read_json_note(self._notes, table, _OWN, dict)}
        # A visitor who left a seat that was not their first is not counted as its last visitor.
        left = {s: "" if v in seats and home[v] != s else v for s, v in left.items() if s not in rows}
        self._requests[table] = tuple(each for each in self.list_requests(table) if each.seat not in rows)
        self._notes.write_note(table, SEATS, json.dumps(rows))
        self._notes.write_note(table, _LEFT, json.dumps(left))
        self._notes.write_note(table, _OWN, json.dumps(home))
        self.forget_sittings(table)
        self._seating_counts[table] += 1

    def count_stream(self, visitor: Visitor, change: int) -> None:
        """Count a page of a visitor that begins (+1) or stops (-1) listening."""
        self._streams[visitor.id] = max(0, self._streams[visitor.id] + change)
        self._last_seen[visitor.id] = time.monotonic()

    def count_streams(self, visitor: Visitor) -> int:
        """The number of a visitor's pages that listen."""
        return self._streams[visitor.id]

    def seconds_away(self, visitor: str) -> float | None:
        """Seconds since a page of a visitor last listened; ``None`` while one is listening."""
        if self._streams.get(visitor):
            return None
        return time.monotonic() - self._last_seen.get(visitor, float("-inf"))

    def _forget_guests(self, kept_visitor: Visitor) -> None:
        """Forget visitors: first those of the device that has most, first those without a page, then the oldest.

        Hosts stay, and all who have a seat or an open page, unless their device has too many visitors, so that
        newcomers cannot displace players.
        """
        tables = [header.name for header in self._notes.list_tables()]
        seated = {sitting.visitor for table in tables for sitting in self.sittings(table).values()} | {kept_visitor.id}
        device = {each: self._devices.get(each, each) for each in self._visitors}
        crowds = Counter(device.values())
        open_pages = (visitor for visitor, streams in self._streams.items() if streams)
        visitors = seated | {each for each in open_pages if crowds[device.get(each, each)] <= _CROWD}
        guests = [each.id for each in self._visitors.values() if each.role != HOST and each.id not in visitors]
        while guests and len(self._visitors) > _MOST_VISITORS:
            guest = max(guests, key=lambda each: (crowds[device[each]], each not in self._last_seen))
            guests.remove(guest)
            crowds[device[guest]] -= 1
            for known in (self._devices, self._last_seen, self._streams):
                known.pop(guest, None)
            del self._visitors[guest]

    def count_phones(self) -> int:
        """The number of visitors that are known, other than hosts."""
        return sum(each.role != HOST for each in self._visitors.values())


_HALF = 64  # bits of an IPv6 address for the network; a device is free to choose the others


@lru_cache(maxsize=4096)
def device_of(host: str) -> str:
    """The device of an address, as far as it can be known: an IPv6 address counts by its /64."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((int(address) >> _HALF << _HALF, _HALF)))
    return host


def is_loopback(host: str) -> bool:
    """True for this computer's own address, also as ``::ffff:127.0.0.1`` on a dual-stack socket."""
    try:
        return ip_address(host.partition("%")[0].removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False
