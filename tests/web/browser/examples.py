"""Example tables that pages are looked at with, and how each page is reached.

Who adds a page with more in its address than the table, or one that has several faces, says here how to come
there. A page that is not named here is asked for at every example of its game, by Aya or the host; where it
goes on to another page, that one is looked at.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from companion.data.shogun.towers import load_presets
from companion.play.hogen.views import view
from companion.play.honshu.views import View
from companion.play.honshu.views import view as honshu_view
from companion.service.hogen import begin
from companion.service.playing import play
from companion.service.shogun.session import begin_table
from companion.table.shelf import Shelf
from tests.play.hogen.moves import rally_all
from tests.play.honshu import moves as honshu_moves
from tests.play.honshu import phones as honshu_phones
from tests.service.shogun.boards import COLOURS, begin_board, play_to_actions

PLAYERS = ("Aya", "Bo", "Chen")
HONSHU = {"blue": "Aya", "red": "Bo", "yellow": "Chen"}


@dataclass(frozen=True)
class Example:
    """A table to look at.

    Attributes:
        game: What it plays.
        make: Begins it on a shelf under a name, and plays it so far.
        seats: The seats of Aya, Bo and Chen.
        shared: The seats of one device that is handed round.
    """

    game: str
    make: Callable[[Shelf, str], None]
    seats: tuple[str, ...]
    shared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Way:
    """One way to a page.

    Attributes:
        table: The example.
        who: Who asks.
        after: What follows the page's address, such as ``?attacker=4``.
        parts: What stands in the address besides the table.
    """

    table: str = ""
    who: str = ""
    after: str = ""
    parts: Mapping[str, str] | None = None


def make_tower_alone(shelf: Shelf, name: str) -> None:
    begin_table(shelf, name, COLOURS, next(iter(load_presets().values())), seed="spring rain")


def make_secret_plans(shelf: Shelf, name: str) -> None:
    begin_board(shelf, name, seed="spring rain")


def make_whole_board(shelf: Shelf, name: str) -> None:
    """A board that Companion keeps, in its first actions."""
    play_to_actions(begin_board(shelf, name))


def make_finished_map(shelf: Shelf, name: str) -> None:
    """The worked example's map, scored with card 5, and a map that is just begun."""
    session = honshu_moves.begin(shelf, name, {"blue": "Aya", "red": "Bo"}, 5)
    assert honshu_moves.take_in(session, "blue", honshu_moves.GRID).yes


def make_honshu_until(reached: Callable[[View], bool]) -> Callable[[Shelf, str], None]:
    """A game of Honshu from three phones, until something is to be seen of Aya."""

    def make(shelf: Shelf, name: str) -> None:
        session = honshu_moves.begin(shelf, name, HONSHU, 4)
        for request in honshu_phones.play_game(session, tuple(HONSHU), Random(3)):
            if reached(honshu_view(session.state, "blue")):
                return
            assert play(session, request).yes

    return make


def make_samurai(shelf: Shelf, name: str) -> None:
    begin(shelf, name, PLAYERS, {}, seed="genpei")


def make_first_call(shelf: Shelf, name: str) -> None:
    """All have rallied a samurai; Aya is the first to call."""
    session = begin(shelf, name, PLAYERS, {}, seed="biwa")
    rally_all(session)
    assert view(session.state).active == "A"


EXAMPLES: dict[str, Example] = {
    "harvest": Example("shogun", make_tower_alone, COLOURS),
    "friday": Example("shogun", make_secret_plans, COLOURS),
    "kabuto": Example("shogun", make_whole_board, COLOURS),
    "handed": Example("shogun", make_tower_alone, (), COLOURS),
    "genpei": Example("hogen", make_samurai, ("A", "B", "C")),
    "biwa": Example("hogen", make_first_call, ("A", "B", "C")),
    "sunday": Example("honshu", make_finished_map, ("blue", "red")),
    "dealt": Example("honshu", make_honshu_until(lambda now: now.maps["red"].squares > 0), tuple(HONSHU)),
    "tide": Example("honshu", make_honshu_until(lambda v: v.round == 2 and v.seats_to_lay == ("blue",)), tuple(HONSHU)),
    "shore": Example(
        "honshu", make_honshu_until(lambda now: now.round == 7 and bool(now.maps["blue"].waiting_cards)), tuple(HONSHU)
    ),
}
"""Every example by its name."""

WAYS: dict[str, tuple[Way, ...]] = {
    "/join/{code}": (Way(who="stranger", parts={"code": "WRONG"}),),
    "/first": tuple(Way(after=f"?game={game}") for game in ("honshu", "shogun", "hogen")),
    "/screen": (Way(), Way(who="screen"), Way(who="stranger")),
    "/t/{table}/curtain": (Way("handed", "family"),),
    "/t/{table}/board": (Way("kabuto"), Way("kabuto", after="?list=1")),
    "/t/{table}/setup": (Way("harvest"), Way("harvest", after="?way=board"), Way("harvest", after="?then=score")),
    "/t/{table}/calculate": (
        Way("harvest"),
        Way("harvest", after="?bids=1&bid-blue=1&bid-red=1&seed=tea"),
        Way("harvest", after="?winter=1&then=1&owner-Kai=blue&owner-Aki=red&rice-red=1&event=1&seed=tea"),
        Way("harvest", after="?points=1&then=1&owner-Kai=blue&castle-Kai=on&owner-Aki=red"),
    ),
    "/print": (
        Way(),
        Way(after="?game=hogen&sides=fronts&language=fr&cards=Minamoto+4,taira+1"),
        Way(after="?game=hogen&paper=letter&cards=Taira+1,3"),
    ),
}
"""Path of a page -> the ways to it, where the usual one is not meant or is not the only one."""

NO_PAGE: dict[str, str] = {
    "/live": "a stream",
    "/t/{table}/live": "a stream",
    "/t/{table}/save": "a file",
    "/t/{table}/map.pdf": "a file",
    "/t/{table}/pad.pdf": "a file",
    "/t/{table}/map.svg": "a picture",
    "/land/{side}/{whole}/{version}": "a picture",
    "/t/{table}/photo/hand": "looked at in test_photo.py, where a photo is sent",
    "/t/{table}/photo/map": "looked at in test_photo.py, where a photo is sent",
    "/t/{table}/photo/picture": "a picture",
    "/t/{table}/records": "read by the page that verifies, never seen",
    "/played/file": "a file",
    "/language": "goes on to another page",
    "/print/{fingerprint}": "looked at in test_print.py, where something is printed",
    "/print/{fingerprint}/file/{name}": "a file",
    "/print/own/{name}/file": "a file",
    "/print/{fingerprint}/sheet/{number}": "a picture",
    "/print/{fingerprint}/whole/{number}": "a picture",
    "/print/{fingerprint}/large/{number}": "looked at in test_print.py, where sheets are drawn",
    "/print/printers/file": "a file",
    "/print/printers/sheet": "a file",
    "/pocket/{name:path}": "files of the pocket, looked at in tests/web/pocket",
}
"""Path -> why it is no page to look at."""
