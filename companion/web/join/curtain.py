"""One device for several seats: a curtain falls before it is handed on, and shows only what all may see."""

from starlette.responses import Response

from companion.errors import InputError
from companion.play.game import game_of
from companion.web.join.chairs import chairs_of
from companion.web.pages import SEATED, Page
from companion.web.visit import Visit


async def _curtain(visit: Visit) -> Response:
    """Let the curtain fall: from here on, no page shows what a seat alone may see."""
    seats = visit.seats
    if len(seats) < 2:
        return visit.go()
    if visit.seat is not None:
        after = seats[(seats.index(visit.seat) + 1) % len(seats)]
        visit.become(visit.house.people.turn_to(visit.table_name, visit.who, None))
        if not visit.form.has("to"):
            return visit.go("curtain", to=after)
    chairs = [each for each in chairs_of(visit) if each.mine]
    to = visit.form.text("to")
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


PAGES = (Page("/t/{table}/curtain", _curtain, _open, who=SEATED),)  # the curtain
