"""Seats taken and freed again; on a device of several, a curtain falls before it is handed on."""

from dataclasses import replace

from starlette.responses import Response

from companion.data.catalogue import LANGUAGES
from companion.errors import InputError, Refused
from companion.play.game import game_of
from companion.web.join.chairs import COLOUR_WORDS, Chair, chairs_of
from companion.web.people import LONGEST_NAME
from companion.web.visit import PLAYERS, SEATED, Page, Visit


async def _seats(visit: Visit) -> Response:
    chairs = chairs_of(visit)
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
    several = form.has("several")
    shown = name or chair.seat.name or str(COLOUR_WORDS[chair.seat.colour])
    request = game_of(visit.table).sitting_down(visit.table.state, chair.seat.id, shown)
    if request is not None:  # the log of this game knows its players by their phones
        visit.table.do(request)
    house.people.sit(visit.table_name, chair.seat.id, visit.who, name, more=several)
    house.sat[visit.table_name] = len(visit.table.history)
    house.happened(visit.table_name)
    return visit.go("seat", several=1) if several else visit.go()


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
    """One's own seat, or any as the host; its phone is asked to choose anew."""
    seat = visit.form.text("seat")
    if seat not in visit.seats and not visit.host:
        raise Refused("Only whoever sits there or has opened the tables may free a seat.")
    visit.house.people.stand_up(visit.table_name, seat)
    visit.house.changed(visit.table_name)
    return visit.go_to(visit.form.text("back") or visit.url("seat"))


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


PAGES = (
    Page("/t/{table}/seat", _seats, _sit, who=PLAYERS),
    Page("/t/{table}/seat/free", None, _free, who=PLAYERS),
    Page("/t/{table}/curtain", _curtain, _open, who=SEATED),
)
"""Seats, and the curtain."""
