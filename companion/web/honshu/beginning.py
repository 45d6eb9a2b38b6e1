"""A new table of Honshu: its name and its scoring card; whoever sits down plays."""

from starlette.responses import Response

from companion.data.honshu.scoring_cards import scoring_cards
from companion.play.honshu import GAME
from companion.play.honshu.seating import BeginTable
from companion.play.honshu.state import SEATS
from companion.service.honshu.standing import worded_cards
from companion.service.session import Session
from companion.web.pages import PLAYERS, Page
from companion.web.people import LONGEST_NAME
from companion.web.visit import Visit


async def _new(visit: Visit) -> Response:
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
    players = {seat: typed for seat in SEATS if (typed := visit.form.text(f"player-{seat}"))}
    visit.make_table(name, lambda shelf: Session(shelf, name, GAME, BeginTable(players, card or None)))
    way = visit.form.choice("then", ("", "photo", "squares", "text"), "")
    if way:  # whoever only scores a map begins with it
        for seat, own in [*players.items()][:1]:
            visit.become(visit.house.people.sit(name, seat, visit.who, own))
        return visit.go_to(visit.url(way, name))
    return visit.go_begin(name, "seat")


PAGES = (Page("/new/honshu", _new, _begin, who=PLAYERS),)  # a new table
