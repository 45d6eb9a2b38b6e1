"""A new table of Honshu: its name and its scoring card; whoever sits down plays."""

from starlette.responses import Response

from companion.data.honshu.evening import read_players
from companion.data.honshu.scoring_cards import scoring_cards
from companion.play.honshu import GAME
from companion.play.honshu.seating import BeginTable
from companion.play.honshu.state import SEATS
from companion.service.honshu.standing import worded_cards
from companion.service.session import Session
from companion.web.pages import PLAYERS, Page
from companion.web.people import LONGEST_NAME
from companion.web.tables.listing import to_score
from companion.web.visit import Visit


async def _new(visit: Visit) -> Response:
    if visit.form.text("then") == "counts":  # what cannot be is told where it was typed
        return await to_score(visit)
    return visit.page(
        "honshu/new.html",
        cards=worded_cards(visit.language.code),
        proposed=visit.house.tables.free_name("Honshu"),
        seats=SEATS,
        longest=LONGEST_NAME,
    )


async def _begin(visit: Visit) -> Response:
    name = visit.form.text("table")
    card = visit.form.number("scoring", 0, len(scoring_cards()), 0)
    way = visit.form.choice("then", ("", "photo", "squares", "text", "counts"), "")
    if way == "counts":  # of maps that all lie before one device
        players = dict(zip(SEATS, read_players(visit.form.text("players")), strict=False))
    else:
        players = {seat: typed for seat in SEATS if (typed := visit.form.text(f"player-{seat}"))}
    visit.make_table(name, lambda shelf: Session(shelf, name, GAME, BeginTable(players, card or None)))
    if way:  # whoever only scores a map begins with it
        seats = [*players, *players][: len(players) + 1] if way == "counts" else [*players][:1]
        for seat in seats:  # one device has all maps before it, and is the first player's
            visit.become(visit.house.people.sit(name, seat, visit.who, players[seat], more=True))
        if way == "counts":
            visit.become(visit.house.people.turn_to(name, visit.who, seats[-1]))
        return visit.go_to(visit.url(way, name))
    return visit.go_begin(name, "seat")


PAGES = (Page("/new/honshu", _new, _begin, who=PLAYERS),)  # a new table
