"""A new table of Hogen: who plays, with whose cards, by which rulings; and the next game of the same."""

from starlette.responses import Response

from companion.data.hogen.cards import CLANS, RANKS, card_named
from companion.data.hogen.events import SEATS
from companion.errors import InputError
from companion.rules.hogen.rulings import RULINGS
from companion.service.hogen.beginning import again, begin
from companion.web.hogen.seats import COLOURS
from companion.web.visit import PLAYERS, SEATED, Page, Visit


async def _new(visit: Visit) -> Response:
    return visit.page(
        "hogen/new.html",
        rulings=RULINGS,
        colours=COLOURS,
        clans=CLANS,
        ranks=RANKS,
        proposed=visit.house.tables.free_name("Hogen"),
    )


async def _begin(visit: Visit) -> Response:
    form = visit.form
    players = [form.text(f"player-{seat}") for seat in SEATS]
    while players and not players[-1]:
        players.pop()
    real = form.choice("cards", ("dealt", "real"), "dealt") == "real"
    palace = [card_named(card) for card in form.all("palace")] if real else None
    if palace and len(palace) != 4:
        raise InputError(
            "Four samurai lie open in the palace; choose four, or none to keep no account of them."
        )
    starts = form.choice("starts", SEATS[: len(players)], "") if real else None
    name, deduction = form.text("table"), form.has("deduction")
    rulings = {ruling.name: form.choice(ruling.name, ruling.values, ruling.default) for ruling in RULINGS}
    visit.make_table(
        name,
        lambda shelf: begin(
            shelf,
            name,
            players,
            rulings,
            real=real,
            palace=palace or None,
            starts=starts or None,
            deduction=deduction,
        ),
    )
    return visit.go_begin(name)


async def _again(visit: Visit) -> Response:
    new = again(visit.table)
    visit.house.people.move_on(visit.table_name, new)
    visit.house.changed(visit.table_name)
    return visit.go_to(visit.url("", new))


PAGES = (
    Page("/new/hogen", _new, _begin, who=PLAYERS),
    Page("/t/{table}/again", act=_again, who=SEATED, game="hogen"),
)
"""A new table, and one more for the same players."""
