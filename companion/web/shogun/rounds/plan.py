"""A plan made in secret on one's own phone, its cards, and how cards fell that players shuffle."""

from starlette.responses import Response

from companion.answers import Answer
from companion.data.shogun import facts
from companion.data.shogun.facts import shares
from companion.errors import Refused
from companion.play.shogun.keeping import holding_of
from companion.play.shogun.plans.planning import TellHoldings
from companion.play.shogun.round import LayCards
from companion.play.shogun.telling.awaited import DRAFT, THROWS, awaited
from companion.play.shogun.views import view
from companion.rules.shogun.game.holdings import Holding
from companion.rules.shogun.round.actions import ACTIONS, SPECIALS
from companion.rules.shogun.round.bids import CHEST_CARDS
from companion.rules.shogun.round.plans import Plan
from companion.rules.shogun.round.stages import FACE_UP, Stage
from companion.service.playing import play
from companion.service.shogun.plans import EARLIER, PROPOSED, fixed_cards, lay_plan, plan_begun
from companion.service.shogun.shown import side_of
from companion.web.shogun.page import check_turn, may_act
from companion.web.shogun.rounds.hub import drawn
from companion.web.visit import PLAYERS, SEATED, Page, Visit

_PROVINCE = "province"  # the choice for a bid that is a province card


async def _plan(visit: Visit) -> Response:
    seat, here = visit.seat, visit.table
    if seat is None:
        return visit.go("curtain")
    seen = view(here.state, seat)
    if (
        awaited(here.state).stage != Stage.EVENT
        or seen.plans_closed
        or (seat in seen.laid and not visit.problem)
    ):
        return visit.go("round")
    holding = holding_of(here.state, seat)
    if holding is None:
        return visit.go("cards")
    source = visit.form.text("as")
    plan = _sent(visit) if visit.problem is not None else plan_begun(here, seat, source)
    assert seen.calendar is not None  # it is the stage of planning
    face_up = list(seen.calendar.actions)
    spaces = [*face_up, *(action for action in ACTIONS if action not in face_up)]
    return drawn(
        visit,
        "plan",
        plan=plan,
        holding=holding,
        spaces=spaces,
        face_up=len(face_up),
        source=source,
        chests=CHEST_CARDS,
        earlier=seen.earlier is not None,
        EARLIER=EARLIER,
        PROPOSED=PROPOSED,
        cards={card.province: card for card in facts().cards},
    )


def _sent(visit: Visit) -> Plan:
    """The plan as the form holds it."""
    form = visit.form
    cards = {action: form.text(f"card-{action}") for action in ACTIONS if form.has(f"card-{action}")}
    bid = form.text("bid", "0")
    return Plan(cards, form.text("bid-province") if bid == _PROVINCE else bid)


async def _seal(visit: Visit) -> Response:
    player = visit.seat
    if player is None:
        raise Refused("Take a seat first.")
    plan = _sent(visit)
    # Others may lay theirs meanwhile: that changes nothing in one's own.
    visit.do(lambda: lay_plan(visit.table, player, Plan(plan.cards, plan.bid)), stale=True)
    return visit.go("round")


async def _cards(visit: Visit) -> Response:
    here, waiting = visit.table, awaited(visit.table.state)
    if waiting.board or waiting.stage in (DRAFT, THROWS):
        return visit.go()
    seen = view(here.state)
    whose = visit.form.text("of") or visit.seat or next(iter(seen.players))
    if whose not in seen.players:
        whose = seen.players[0]
    board = facts().board(side_of(here))
    share = shares().get(len(seen.players))
    owners = {name: player for player, each in seen.holdings.items() for name in each.provinces}
    return drawn(
        visit,
        "cards",
        whose=whose,
        holding=seen.holdings.get(whose),
        owners=owners,
        fixed=fixed_cards(here),
        regions=board.regions,
        in_play=board.in_play(len(seen.players)),
        first=share.chests if share else 0,
        all=[player for player in seen.players if may_act(visit, player)],
    )


async def _tell(visit: Visit) -> Response:
    form = visit.form

    def told() -> Answer:
        player = check_turn(visit, form.choice("of", visit.table.state.players))
        provinces = fixed_cards(visit.table).get(form.text("letter")) or form.all("province")
        holding = Holding(tuple(provinces), form.number("chests", 0, 999), form.number("rice", 0, 18, 0))
        return play(visit.table, TellHoldings({player: holding}))

    visit.do(told)
    return visit.go("round")


async def _own_cards(visit: Visit) -> Response:
    """The spaces of the cards; of a board that lies on the table, those that lie face up."""
    waiting = awaited(visit.table.state)
    if waiting.stage != Stage.LAY:
        return visit.go()
    spaces = range(1, 1 + (len(ACTIONS) if waiting.board else FACE_UP))
    return drawn(
        visit,
        "own-cards",
        spaces=spaces,
        places=range(1, 1 + len(SPECIALS)),
        actions=ACTIONS,
        specials=SPECIALS,
    )


async def _lay_own(visit: Visit) -> Response:
    """The cards lie as they fell; those of which nothing is said are shuffled here."""
    visit.do(lambda: play(visit.table, LayCards(_told_own(visit, "action"), _told_own(visit, "special"))))
    return visit.go("round")


def _told_own(visit: Visit, name: str) -> tuple[str, ...] | None:
    told = (visit.form.text(f"{name}-{place}") for place in range(1, 1 + len(ACTIONS)))
    return tuple(card for card in told if card) or None


PAGES = (
    Page("/t/{table}/plan", _plan, _seal, who=SEATED, game="shogun"),
    Page("/t/{table}/cards", _cards, _tell, who=PLAYERS, game="shogun"),
    Page("/t/{table}/own-cards", _own_cards, _lay_own, who=PLAYERS, game="shogun"),
)
"""The plan, and the cards of a player where the board lies on the table."""
