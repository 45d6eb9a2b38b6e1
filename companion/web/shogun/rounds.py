"""Pages of a round: what the table waits for, the board, plans, the last winter, points; and scenes of a replay.

A plan is made in secret on the player's phone. Players who shuffle real cards enter them on other pages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from starlette.responses import Response

import companion.web.shogun.page as page
from companion.answers import Answer
from companion.data.shogun.facts import facts
from companion.errors import InputError, Refused
from companion.play.shogun import standing
from companion.play.shogun.fights import THROWS, TakeTurn, declare_winter_revolt
from companion.play.shogun.plans import LayPlan, list_unplanned
from companion.play.shogun.round import POINTS, WINTER, BeginWinter, CountPoints, EndRound, LayCards, TakeSpecial
from companion.play.shogun.start import DraftCard
from companion.play.shogun.state import ShogunState, holding_of
from companion.play.shogun.views import format_percent, round_percents, view
from companion.rules.shogun.bids import ACTIONS, CHEST_CARDS, SPECIALS, Plan, name_action, parse_bid
from companion.rules.shogun.campaign import Order
from companion.rules.shogun.realm import ARMIES, Land, name_player
from companion.rules.shogun.setup import PILE
from companion.rules.shogun.stages import Stage
from companion.sentences import Sentence, join_with_commas, say
from companion.service.shogun import session
from companion.service.shogun.board_map import BoardMap, build_board_map
from companion.service.shogun.throws import odds_before_throw
from companion.table.history import Transition
from companion.web.context import PLAYERS, SEATED, WATCHERS, PageContext, WebPage
from companion.web.replay import ReplayPiece, Scene, SceneDrawer
from companion.web.shogun.setup import read_open_events

PICTURES = {
    "five": "recruit-5",
    "three": "recruit-3",
    "one": "recruit-1",
    "combat-a": "battle-a",
    "combat-b": "battle-b",
    **{each: each for each in ("castle", "temple", "theatre", "rice", "tax")},
}
"""The name of each action's picture."""


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """A player's move as chosen on the map so far, and its outcome or odds."""

    province: str = ""
    target: str = ""
    armies: int = 0
    most_armies: int = 0
    answer: Answer | None = None
    numbers: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    problem: Sentence | None = None

    @property
    def odds(self) -> Mapping[str, Any] | None:
        """The odds, if the move leads to a fight."""
        data = {} if self.answer is None else self.answer.data
        return data if "win" in data else None

    @property
    def lines(self) -> tuple[Sentence, ...]:
        """The outcome in words; empty for a fight, whose odds are shown as a figure."""
        if self.answer is None or self.odds is not None:
            return ()
        return tuple(line for line in self.answer.lines if isinstance(line, Sentence))


async def _show_board(context: PageContext) -> Response:
    action = standing.find_next_action(context.table.state)
    seen = view(context.table.state, context.seat)
    if (board_map := build_board_map(seen)) is None:
        return context.redirect("setup") if seen.game is None else context.redirect()
    if (redirect := page.redirect_to_turn(context)) is not None:
        return redirect
    acting = page.can_act_for(context, action.player)
    choice = _read_choice(context, action) if acting else MoveChoice()
    return render_round(
        context,
        "board",
        map=board_map,
        touch=_build_links(context, board_map, action, choice, acting),
        acting=acting,
        chosen=choice,
        looked=board_map.find_province(context.form.text("look")),
        walk=0,  # only the page of a winter shows steps
        goes=any(source == choice.province for source, _, _ in action.marches),
        under={n: format_percent(row["win"], 0) for n, row in choice.numbers.items()},
        hundred=lambda odds: round_percents((odds["win"], odds["tie"], odds["lose"])),
    )


def _read_choice(context: PageContext, action: standing.NextAction) -> MoveChoice:
    """The valid part of the choice in the form, and its outcome or odds."""
    form = context.form
    province, target = form.text("province") or action.planned_province, form.text("to")
    if province not in action.provinces and not (action.stage == standing.DRAFT and province == PILE):
        return MoveChoice()
    if action.stage == standing.DRAFT:
        return MoveChoice(province)
    if action.stage == Stage.REVOLTS:
        return _with_result(MoveChoice(province), odds_before_throw(context.table, declare_winter_revolt(province)))
    targets = {goal: most for source, goal, most in action.marches if source == province}
    most = targets.get(target, 0)
    armies = form.number("armies-is", 1, ARMIES, form.number("armies", 1, ARMIES, most or 1))
    choice = MoveChoice(province, target if most else "", min(armies, most), most)
    prediction = _with_result(choice, _compute_result(context, action, choice))
    if prediction.odds is None:
        return prediction
    result = _compute_result(context, action, replace(choice, armies=most)).data or {}
    rows = result.get("numbers", [{"armies": 1, **result}] if result else ())
    return replace(prediction, numbers={row["armies"]: row for row in rows})


def _compute_result(context: PageContext, action: standing.NextAction, choice: MoveChoice) -> Answer:
    return odds_before_throw(context.table, TakeTurn(_build_order(action, choice)))


def _with_result(choice: MoveChoice, answer: Answer) -> MoveChoice:
    return replace(choice, answer=None if answer.refused else answer, problem=answer.refused)


def _build_order(action: standing.NextAction, choice: MoveChoice, thrown_by_defender: int | None = None) -> Order:
    province = choice.province or None
    target = choice.target or None
    armies = choice.armies if target else 0
    return Order(str(action.player), str(action.action), province, target, armies, thrown_by_defender)


def _build_links(
    context: PageContext, board_map: BoardMap, action: standing.NextAction, choice: MoveChoice, acting: bool
) -> dict[str, page.ProvinceLink]:
    """The link of each province: to choose it for the move, or to see what is there."""
    targets = {goal for source, goal, _ in action.marches if source == choice.province} if acting else set()
    can_choose = acting or (context.is_watching and action.stage in (standing.DRAFT, Stage.REVOLTS))  # shown to all
    links = {}
    for name in (each.name for each in board_map.provinces):
        query, mark = {"look": name}, "looked" if name == context.form.text("look") else ""
        if acting and name == choice.province:
            query, mark = {}, "chosen"
        elif acting and name == choice.target:
            query, mark = {"province": choice.province}, "aim"
        elif name in targets:
            query, mark = {"province": choice.province, "to": name}, "target"
        elif can_choose and name in action.provinces:
            query, mark = {"province": name} if acting else query, "own" if targets else "open"
        links[name] = page.ProvinceLink.make(context, query, mark)
    return links


async def _take_turn(context: PageContext) -> Response:
    """Carry out an action with the chosen province, or leave it blank."""
    form = context.form

    def take_turn() -> TakeTurn:
        action = standing.find_next_action(context.table.state)
        page.check_turn(context, action.player)
        if action.action is None:
            raise Refused("This is not the moment for actions.")
        province, target = "" if form.has("blank") else form.text("province"), form.text("to")
        choice = MoveChoice(province, target, form.number("armies", 0, ARMIES, 0) if target else 0)
        if not (choice.province or form.has("blank")):
            raise Refused("Tap a province first.")
        thrown_by_defender = form.number("defending", 0, ARMIES) if form.has("defending") else None
        return TakeTurn(_build_order(action, choice, thrown_by_defender), page.read_tray(context), blanks=False)

    return redirect_to_throw(context, context.play(take_turn))


def redirect_to_throw(context: PageContext, step: Transition[ShogunState], following: str = "") -> Response:
    """Redirect to the throw if the event was one, or else to the following page."""
    return context.redirect("thrown" if step.event.kind in THROWS else following)


async def _draft_card(context: PageContext) -> Response:
    """Take a province card in the draft, and place a group of armies there."""
    form = context.form

    def draft() -> DraftCard:
        player = page.check_turn(context, standing.find_next_action(context.table.state).player)
        return DraftCard(player, form.text("province"), form.number("group", 1, ARMIES))

    context.play(draft)
    return context.redirect("board")


async def _play_winter(context: PageContext) -> Response:
    """Play the next step of a winter: its beginning, a revolt, or the points."""

    def go_on() -> object:
        action = standing.find_next_action(context.table.state)
        if action.stage == Stage.WINTER:
            return BeginWinter(context.form.texts("drawn"))
        if action.player is None:
            return CountPoints(read_open_events(context))
        page.check_turn(context, action.player)
        return declare_winter_revolt(context.form.text("province"), page.read_tray(context))

    return redirect_to_throw(context, context.play(go_on), "winter")


async def _end_round(context: PageContext) -> Response:
    """End a round early; the form must confirm it."""
    if not context.form.has("sure"):
        raise InputError("End the round: what is left of it is skipped.")
    context.play(EndRound)
    return context.redirect()


_ON_THE_BOARD = (standing.DRAFT, Stage.ACTIONS, Stage.WINTER, Stage.REVOLTS)  # stages that are played on the board


async def _redirect_home(context: PageContext) -> Response:
    action = standing.find_next_action(context.table.state)
    if action.stage == standing.TOWER_ALONE:
        return context.redirect("tower")
    if action.stage == Stage.LAY and session.has_just_counted(context.table):
        return context.redirect("winter")
    if action.stage in _ON_THE_BOARD:
        return context.redirect("board")
    return context.redirect("score" if action.stage == Stage.OVER else "round")


async def show_round(context: PageContext) -> Response:
    """Show the current round; a player who has not planned yet is redirected to their plan."""
    table, seat = context.table, context.seat
    action = standing.find_next_action(table.state)
    shows_points = session.has_just_counted(table) and (action.stage == Stage.LAY or not context.is_watching)
    if shows_points and not (context.form.has("on") or context.problem):
        return context.redirect("winter")
    if action.stage in (standing.TOWER_ALONE, Stage.OVER, *_ON_THE_BOARD):
        return context.redirect()
    if (redirect := page.redirect_to_turn(context)) is not None:
        return redirect
    seen = view(table.state, seat)
    planning = action.stage == Stage.EVENT and not seen.plans_closed and context.problem is None
    if planning and seat is not None and seat not in seen.players_with_plan and not context.form.has("look"):
        return context.redirect("plan")
    bids = session.describe_bids(table)
    absent = [player for player in list_unplanned(table.state) if page.can_act_for(context, player) and player != seat]
    template = "screen" if context.is_watching else "round"
    return render_round(context, template, bids=bids if bids.yes else None, away=absent)


async def _lay_cards(context: PageContext) -> Response:
    context.play(LayCards)
    return context.redirect("round")


async def _take_plan_back(context: PageContext) -> Response:
    if (player := context.seat) is None:
        raise Refused("Take a seat first.")
    context.play(lambda: LayPlan(player), stale=True)
    return context.redirect("plan")


async def _open_bids(context: PageContext) -> Response:
    """Enter the bids of players who planned on their mats, and reveal all bids."""
    form = context.form

    def open_all_bids() -> None:
        bids = {}
        for player in list_unplanned(context.table.state):
            if not page.can_act_for(context, player):
                raise Refused("{player} is still planning.", player=name_player(player))
            bid = form.text(f"bid-{player}")
            bids[player] = form.text(f"province-{player}") if bid == "province" else bid
        session.open_bids(context.table, bids, form.number("event", 1, 12) if form.has("event") else None)

    context.do(open_all_bids)
    return context.redirect("round")


async def _take_special(context: PageContext) -> Response:
    def take() -> TakeSpecial:
        player = page.check_turn(context, standing.find_next_action(context.table.state).player)
        return TakeSpecial(player, context.form.text("special"))

    context.play(take)
    return context.redirect("round")


def render_round(context: PageContext, template: str, **values: Any) -> Response:
    table = context.table
    seen = view(table.state, context.seat)
    action = standing.find_next_action(table.state)
    specials = seen.calendar.taken if seen.calendar else {}
    last = table.history.steps[-1].event
    first_number = values.pop("walk", last.number if last.kind in (WINTER.name, POINTS.name) else 0)
    return page.render_page(
        context,
        template,
        seen=seen,
        game=standing.game_data(seen),
        calendar=seen.calendar,
        waiting=action,
        lines=[*standing.describe_calendar(seen)],
        next=standing.describe_next_step(seen),
        last=session.describe_last_turn(table),
        event=session.describe_last_event(table),
        holders={special: player for player, special in specials.items()},
        missing=list_unplanned(table.state),
        own_events=session.has_own_events(table),
        back=page.find_own_last(context),
        pictures=PICTURES,
        mine=partial(page.can_act_for, context),
        sitting=context.seat,
        events=facts().events,
        walk=first_number,
        falls=page.compute_fall_time(context, first_number),
        **values,
    )


_PROVINCE = "province"  # the form's value for a bid that is a province card


async def _show_plan(context: PageContext) -> Response:
    seat, table = context.seat, context.table
    if seat is None:
        return context.redirect("curtain")
    seen = view(table.state, seat)
    if (
        standing.find_next_action(table.state).stage != Stage.EVENT
        or seen.plans_closed
        or (seat in seen.players_with_plan and not context.problem)
    ):
        return context.redirect("round")
    holding = holding_of(table.state, seat)
    source = context.form.text("as")
    plan = _read_plan(context) if context.problem is not None else session.begin_plan(table, seat, source)
    assert seen.calendar is not None  # the stage is that of planning
    face_up = list(seen.calendar.actions)
    board = facts().board(session.get_side(context.table))
    spaces = [*face_up, *(action for action in ACTIONS if action not in face_up)]
    return render_round(
        context,
        "plan",
        plan=plan,
        holding=holding,
        spaces=spaces,
        face_up=len(face_up),
        source=source,
        chests=CHEST_CARDS,
        earlier=seen.earlier_plan is not None,
        EARLIER=session.EARLIER,
        PROPOSED=session.PROPOSED,
        cards={card.province: card for card in facts().cards},
        region_of={name: region for region, names in board.regions.items() for name in names},
    )


def _read_plan(context: PageContext) -> Plan:
    form = context.form
    cards = {action: form.text(f"card-{action}") for action in ACTIONS if form.has(f"card-{action}")}
    bid = form.text("bid", "0")
    return Plan(cards, form.text("bid-province") if bid == _PROVINCE else bid)


async def _seal_plan(context: PageContext) -> Response:
    if (player := context.seat) is None:
        raise Refused("Take a seat first.")
    plan = _read_plan(context)
    # `stale`: others may finish their plans meanwhile, which does not affect this one.
    context.do(lambda: session.lay_plan(context.table, player, Plan(plan.cards, plan.bid)), stale=True)
    return context.redirect("round")


async def _show_own_cards(context: PageContext) -> Response:
    if standing.find_next_action(context.table.state).stage != Stage.LAY:
        return context.redirect()
    spaces, places = range(1, 1 + len(ACTIONS)), range(1, 1 + len(SPECIALS))
    return render_round(context, "own-cards", spaces=spaces, places=places, actions=ACTIONS, specials=SPECIALS)


async def _lay_own_cards(context: PageContext) -> Response:
    """Lay out the cards as typed; actions or special cards that are left empty are shuffled by Companion."""
    context.play(lambda: LayCards(_read_own_cards(context, "action"), _read_own_cards(context, "special")))
    return context.redirect("round")


def _read_own_cards(context: PageContext, name: str) -> tuple[str, ...] | None:
    cards = (context.form.text(f"{name}-{place}") for place in range(1, 1 + len(ACTIONS)))
    return tuple(card for card in cards if card) or None


async def _show_winter(context: PageContext) -> Response:
    """Show the last winter; a visitor who was redirected to it is sent back when something else happens."""
    if (winter := session.find_last_winter(context.table)) is None:
        return context.redirect()
    missed = context.form.number("missed", 0, page.LARGEST_EVENT, 0)  # the events when redirected
    quiet = missed == len(context.table.history)
    if not (winter["fresh"] or quiet or context.form.has("look")):
        return context.redirect()
    return render_round(context, "winter", winter=winter, walk=winter["event"] if winter["fresh"] or quiet else 0)


async def _show_score(context: PageContext) -> Response:
    if context.table.state.calendar is None:  # only the tower, or a draft: no points yet
        return context.redirect()
    return render_round(context, "score", answer=session.score_so_far(context.table))


def make_drawer(end: ShogunState) -> SceneDrawer | None:
    """Make scenes with every province, and what each player owned, planned and bid; see ``SceneDrawerFactory``."""
    last = build_board_map(view(end))
    provinces = last.provinces if last else ()
    touch, names = page.ProvinceLink(), [each.name for each in provinces]
    words = {**page.WORDS, "touch": dict.fromkeys(names, touch), "plan_words": _describe_plan}
    words["bid_words"] = lambda bid: parse_bid(bid, names).describe()

    def draw(state: ShogunState) -> Scene:
        possessions = view(state).possessions
        lands = [replace(each, land=state.lands.get(each.name, Land())) for each in provinces]
        plans = {} if state.calendar is None else state.planning.get_plans(state.calendar.label)
        parts: tuple[Mapping[str, Any], ...] = possessions, plans, state.bids
        columns = {each: tuple(part.get(each) for part in parts) for each in end.players}
        pieces = (
            *(ReplayPiece("land", each.land.owner, (each, touch)) for each in lands),
            *(ReplayPiece("label", each.land, (each,)) for each in lands),
            *(ReplayPiece("owns", amounts, (each, *amounts)) for each, amounts in columns.items()),
        )
        return Scene(last and replace(last, provinces=tuple(lands)), pieces, words)

    return draw


def _describe_plan(plan: Plan) -> Sentence:
    cards = plan.cards.items()
    return join_with_commas(say("{what}: {where}", what=name_action(action), where=name) for action, name in cards)


PAGES: tuple[WebPage, ...] = (
    WebPage("/t/{table}/board", _show_board, _take_turn, role=WATCHERS, game="shogun", is_cacheable=True),
    WebPage("/t/{table}/board/end", _show_board, _end_round, role=WATCHERS, game="shogun"),
    WebPage("/t/{table}/draft", _show_board, _draft_card, role=WATCHERS, game="shogun"),
    WebPage("/t/{table}/cold", _show_board, _play_winter, role=WATCHERS, game="shogun"),
    WebPage("/t/{table}", _redirect_home, role=WATCHERS, game="shogun"),
    WebPage("/t/{table}/round", show_round, role=WATCHERS, game="shogun", is_cacheable=True),
    *(
        WebPage(f"/t/{{table}}/round/{name}", show_round, act, role=WATCHERS, game="shogun")
        for name, act in {"lay": _lay_cards, "back": _take_plan_back, "open": _open_bids, "take": _take_special}.items()
    ),
    WebPage("/t/{table}/plan", _show_plan, _seal_plan, role=SEATED, game="shogun"),
    WebPage("/t/{table}/own-cards", _show_own_cards, _lay_own_cards, role=PLAYERS, game="shogun"),
    WebPage("/t/{table}/winter", _show_winter, role=WATCHERS, game="shogun", is_cacheable=True),
    WebPage("/t/{table}/score", _show_score, role=WATCHERS, game="shogun", is_cacheable=True),
)
