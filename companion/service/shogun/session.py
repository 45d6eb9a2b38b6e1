"""Open and begin tables of Shogun; their winters, bids, plans and points; reveal their seeds."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.answers import GAP, Answer, AnswerLine, catch_refusals
from companion.codec import encode
from companion.data.shogun.facts import Side, facts
from companion.data.shogun.towers import TowerPreset, load_presets
from companion.errors import InputError, Refused
from companion.play.game import table_data
from companion.play.shogun import GAME, standing, start
from companion.play.shogun import round as rounds
from companion.play.shogun.fights import THROWS, TurnReport
from companion.play.shogun.plans import LayPlan, describe_turned_card, list_turned_cards, list_unplanned
from companion.play.shogun.start import RevealSeed, SetUp, describe_seed
from companion.play.shogun.state import ShogunState, get_campaign, holding_of, refuse_no_seed
from companion.play.shogun.story import describe_remarks, event_line, list_remarks
from companion.play.shogun.throws import count_in_and_out, describe_throw_result
from companion.play.shogun.views import Tray, view
from companion.rules.score import Score
from companion.rules.shogun.bids import Plan, copy_plan, parse_bid, propose_plan
from companion.rules.shogun.realm import DAIMYO, name_player
from companion.rules.shogun.score import MAJORITIES, FinishedBoard, rank_players, score_board
from companion.rules.shogun.stages import Stage
from companion.sentences import Sentence, say, say_count
from companion.service.playing import carry_out, play
from companion.service.session import Session, StoreOrShelf
from companion.table.history import Transition
from companion.table.shelf import MemoryShelf

_BITS = 16  # bytes of a seed and of a salt: 128 bits
_SHORT = 4  # bytes of the seed of a throw without a table
_USUAL_PLAYERS = 3  # players for whom the tower of such a throw is filled: the fewest in the booklet
ShogunSession = Session[ShogunState]  # an open table of Shogun


def open_table(store: StoreOrShelf, name: str) -> ShogunSession:
    return Session(store, name, GAME)


def begin_table(
    store: StoreOrShelf, name: str, players: Sequence[str], preset: TowerPreset, *, seed: str | None = None, **more: Any
) -> ShogunSession:
    """Begin a table; ``players`` are colours. The seed is sealed and the tower filled.

    The seed is random by default; ``more`` are other fields of ``BeginTable``.
    """
    sown, salt = secrets.token_hex(_BITS) if seed is None else seed, secrets.token_hex(_BITS)
    request = start.build_begin_request(players, preset, sown, salt, chosen=seed is not None, **more)
    return Session(store, name, GAME, request)


def fill_fresh_tower(fighting: Sequence[str], seed: str | None = None) -> ShogunSession:
    """A table in memory for one throw, with the tower of the box filled; its seed is short, so that it can be typed."""
    players = tuple(dict.fromkeys((*fighting, *DAIMYO)))[:_USUAL_PLAYERS]
    sown = secrets.token_hex(_SHORT) if seed is None else seed
    return begin_table(MemoryShelf(), "fresh", players, load_presets()["shogun"], seed=sown)


def list_standing_events(here: ShogunSession) -> list[Transition[ShogunState]]:
    """The events of a table that are not undone, in order."""
    stands = here.history.standing_numbers
    return [step for step in here.history if step.event.number in stands]


def reveal_seed(here: ShogunSession) -> Answer:
    """Reveal the seed, after which no throw is possible; if it is revealed already, show it again."""
    answer = play(here, RevealSeed())
    return describe_seed(here, here.history.steps[-1]) if not answer.yes and here.state.seal.is_revealed else answer


@catch_refusals
def score_finished_board(
    found: FinishedBoard, side: Side, points: Mapping[str, int], chests: Mapping[str, int]
) -> Answer:
    """Count the points of a board; ``points`` and ``chests`` by colour replace those in ``found``."""
    board = facts().board(side)
    earlier, purses = {**found.points, **points}, {**found.chests, **chests}
    scores = score_board(board, found.lands, (*found.players, *earlier, *purses))
    ranking = rank_players({player: one.total + earlier.get(player, 0) for player, one in scores.items()}, purses)
    data = {
        "side": side,
        "players": {player: _encode_score(one, earlier.get(player, 0)) for player, one in scores.items()},
        "ranking": ranking,
    }
    lines = (*standing.describe_scores(scores, earlier), GAP, *standing.describe_ranking(ranking))
    undecided = any(each.chests is None and standing.is_tied(each, ranking) for each in ranking)
    return Answer(data, lines, remedies=("chests",) if undecided else ())


def _encode_score(score: Score[str], before: int) -> dict[str, object]:
    """A player's points on a board, their parts, and the earlier points."""
    built, most = score.sum_points("castles", "temples", "theatres"), score.sum_points(*MAJORITIES)
    parts = {"provinces": score.sum_points("provinces"), "buildings": built, "majorities": most}
    return {"total": score.total, "before": before, "parts": parts, "lines": score.list_lines("provinces")}


@catch_refusals
def score_so_far(here: ShogunSession) -> Answer:
    """The points of all players if it were winter now; if the game is over, its result."""
    seen = view(here.state)
    over = seen.calendar is not None and seen.calendar.stage == Stage.OVER
    found = build_finished_board(here.state)
    board = replace(found, lands={}) if over else found
    answer = score_finished_board(board, get_side(here), {}, {})
    data = table_data(here, over=over, **answer.data)
    if over:
        return Answer(data, standing.describe_game(seen))
    told = say("If winter came now, with the points from before:")
    return replace(answer, outcome=data, lines=(told, *answer.lines))


def build_finished_board(state: ShogunState) -> FinishedBoard:
    """The board of a whole game, with the earlier points and the chests."""
    realm = get_campaign(state).realm
    points = {player: seat.points for player, seat in realm.seats.items()}
    chests = {player: seat.chests for player, seat in realm.seats.items()}
    return FinishedBoard(dict(realm.lands), realm.players, points if any(points.values()) else {}, chests)


def find_last_winter(here: ShogunSession) -> dict[str, Any] | None:
    """The last winter of a table, so far; ``None`` before the first.

    It is ``fresh`` until there is an event other than its draw and its count.
    """
    steps = list_standing_events(here)
    begun = [number for number, step in enumerate(steps) if step.event.kind == rounds.WINTER.name]
    if not begun:
        return None
    winter = steps[begun[-1] :]
    ends = [number for number, step in enumerate(winter, 1) if step.event.kind == rounds.POINTS.name]
    winter = winter[: ends[0]] if ends else winter
    result, calendar = winter[0].event.result, winter[0].after.calendar
    assert calendar is not None  # only a whole game has winters
    return {
        "year": calendar.year,
        "players": {
            player: {"green" if key == "greens" else key: value for key, value in need.items()}
            for player, need in result["needs"].items()
        },
        "drawn": result["drawn"],
        "revolts": [(describe_throw_result(s), count_in_and_out(s)[1]) for s in winter if s.event.kind == "revolt"],
        "points": winter[-1].event.result.get("points", {}),
        "score": _find_winter_score(here, winter[-1]),
        "fresh": winter[-1] is steps[-1] and (bool(ends) or len(winter) == 1),
        "event": winter[-1].event.number,
        "counted": bool(ends),
    }


def has_just_counted(here: ShogunSession) -> bool:
    """True if the last event counted the points."""
    return list_standing_events(here)[-1].event.kind == rounds.POINTS.name


def _find_winter_score(here: ShogunSession, step: Transition[ShogunState]) -> Answer | None:
    """The points of a winter line by line; ``None`` until they are counted."""
    assert step.before is not None  # the first event counts no points
    if step.event.kind != rounds.POINTS.name:
        return None
    return score_finished_board(build_finished_board(step.before), get_side(here), {}, {})


@catch_refusals
def describe_table(here: ShogunSession) -> Answer:
    """Describe the cubes in the tower, in the tray and outside, and the hashes for checking the game."""
    step = here.history.steps[-1]
    seen = view(step.after)
    data = {
        "throw": seen.throws,
        **seen.cubes,
        "supply": seen.supply,
        "board": {player: owned.armies for player, owned in seen.possessions.items()} or None,
        "commitment": seen.commitment,
        "remarks": list_remarks(here.history),
    }
    lines: list[AnswerLine] = [
        say_count(
            "Table {table}, tower {preset}, {count} throw[|s] so far.",
            seen.throws,
            table=here.name,
            preset=seen.preset.name,
        ),
        *((say("A real tower is used."),) if seen.real_tower else ()),
        say("In the tray, for the next throw:"),
        Tray(seen.tray),
        *(standing.cubes_figure(seen) or (say("This table chose not to see what is inside."),)),
        say("The seed is sealed under: {commitment}", commitment=seen.commitment),
    ]
    if not seen.seed_known:
        lines.append(refuse_no_seed().sentence)
    if seen.seed is not None:
        lines.append(say("The seed has been revealed: {seed}", seed=seen.seed[0]))
    return Answer(data, (*lines, *describe_remarks(here.history), *standing.describe_log(step)))


def describe_last_event(here: ShogunSession) -> dict[str, object]:
    """The last event of a table, even an undo, as a line, and whether cubes were thrown."""
    step = here.history.steps[-1]
    return {"words": event_line(here.history, step), "thrown": step.event.kind in THROWS}


def has_own_events(here: ShogunSession) -> bool:
    """True if the players use their own event cards: they entered those that are face up this year."""
    said = [s.request.open for s in list_standing_events(here) if isinstance(s.request, (SetUp, rounds.CountPoints))]
    return bool(said) and said[-1] is not None


@catch_refusals
def describe_bids(here: ShogunSession) -> Answer:
    """Describe the bids of this round and their ranking; refused until they are open."""
    steps = [step for step in list_standing_events(here) if step.event.kind == "bids"]
    if not rounds.get_open_bids(here.state) or not steps:
        raise Refused("The bids of this round are not revealed yet.")
    ranking = rounds.ranking_of(steps[-1])
    return Answer(table_data(here, **encode(ranking)), ranking.lines)


def get_side(here: ShogunSession) -> Side:
    """The side of the board given at set-up; the sun side by default."""
    said = [step.request.side for step in list_standing_events(here) if isinstance(step.request, SetUp)]
    return said[-1] if said else Side.SUN


def describe_last_turn(here: ShogunSession) -> tuple[Sentence, ...]:
    """Describe the last event that is not undone, and the turns passed automatically after it."""
    step = list_standing_events(here)[-1]
    lines = step.report.lines if isinstance(step.report, TurnReport) else ()
    lines = (*lines, describe_throw_result(step)) if step.event.kind in THROWS else lines
    return (*lines, *(describe_turned_card(card) for card in list_turned_cards(step) if card.pass_reason))


EARLIER, PROPOSED = "earlier", "proposed"
"""Sources of a new plan: the last plan, or a proposal by the province cards."""


def begin_plan(here: ShogunSession, player: str, source: str = "") -> Plan:
    """The plan to start from: the last one without what was lost, a proposal, or this round's, laid or withdrawn."""
    seen, holding = view(here.state, player), holding_of(here.state, player)
    if source == EARLIER and seen.earlier_plan is not None:
        return copy_plan(seen.earlier_plan, holding.provinces, holding.chests)
    if source == PROPOSED:
        cards = {card.province: card for card in facts().cards}
        return propose_plan([cards[name] for name in holding.provinces])
    laid = seen.plan or _find_withdrawn_plan(here, player) or Plan()
    return copy_plan(laid, holding.provinces, holding.chests)


def _find_withdrawn_plan(here: ShogunSession, player: str) -> Plan | None:
    """The plan that a player laid this round and took back; ``None`` if there is none."""
    for step in reversed(here.history.steps):
        if isinstance(step.request, rounds.LayCards):
            return None
        if isinstance(step.request, LayPlan) and step.request.player == player and step.request.sealed:
            return view(step.after, player).plan
    return None


def lay_plan(here: ShogunSession, player: str, plan: Plan) -> None:
    """Lay a player's plan face down; after the last plan the event is drawn and all bids are opened.

    If players use their own event cards, they open the bids after drawing one.
    """
    carry_out(here, LayPlan(player, plan=plan))
    if not (list_unplanned(here.state) or has_own_events(here)):
        open_bids(here, {})


def open_bids(here: ShogunSession, told: Mapping[str, str], event: int | None = None) -> None:
    """Open all bids together, after drawing the event if it is not known yet.

    ``told`` has the bids, as typed, of those who planned on their mats; ``event`` is the card that the
    players drew.
    """
    names = {card.province for card in facts().cards}
    bids = {player: str(parse_bid(text, names)) for player, text in told.items()}
    for player in list_unplanned(here.state):
        if player not in bids:
            raise InputError("The bid of {player} is missing.", player=name_player(player))
    calendar = here.state.calendar
    if calendar is not None and calendar.stage == Stage.EVENT:
        if event is None and has_own_events(here):
            raise InputError("Say which event card you drew.")
        carry_out(here, rounds.DrawEvent(event))
    carry_out(here, rounds.RevealBids(bids))
