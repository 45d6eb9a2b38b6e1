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
from companion.sentences import Language, Sentence, say, say_count
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
    """Begin a table, its seed sealed, its tower filled; `players` are colours, `more` fields of ``BeginTable``."""
    new_seed, salt = secrets.token_hex(_BITS) if seed is None else seed, secrets.token_hex(_BITS)
    request = start.build_begin_request(players, preset, new_seed, salt, chosen=seed is not None, **more)
    return Session(store, name, GAME, request)


def fill_fresh_tower(fighting: Sequence[str], seed: str | None = None) -> ShogunSession:
    """A table in memory for one throw, with the tower of the box filled; its seed is short, so that it can be typed."""
    players = tuple(dict.fromkeys((*fighting, *DAIMYO)))[:_USUAL_PLAYERS]
    new_seed = secrets.token_hex(_SHORT) if seed is None else seed
    return begin_table(MemoryShelf(), "fresh", players, load_presets()["shogun"], seed=new_seed)


def list_standing_events(table: ShogunSession) -> list[Transition[ShogunState]]:
    """The events of a table that are not undone, in order."""
    numbers = table.history.standing_numbers
    return [step for step in table.history if step.event.number in numbers]


def reveal_seed(table: ShogunSession) -> Answer:
    """Reveal the seed, after which no throw is possible; if it is revealed already, show it again."""
    answer = play(table, RevealSeed())
    return describe_seed(table, table.history.steps[-1]) if not answer.yes and table.state.seal.is_revealed else answer


@catch_refusals
def score_finished_board(
    finished: FinishedBoard, side: Side, points: Mapping[str, int], chests: Mapping[str, int]
) -> Answer:
    """Count the points of a board; ``points`` and ``chests`` by colour replace those in ``finished``."""
    board = facts().board(side)
    earlier, purses = {**finished.points, **points}, {**finished.chests, **chests}
    scores = score_board(board, finished.lands, (*finished.players, *earlier, *purses))
    ranking = rank_players({player: one.total + earlier.get(player, 0) for player, one in scores.items()}, purses)
    data = {
        "side": side,
        "players": {player: _encode_score(one, earlier.get(player, 0)) for player, one in scores.items()},
        "ranking": ranking,
    }
    lines = (*standing.describe_scores(scores, earlier), GAP, *standing.describe_ranking(ranking))
    is_undecided = any(each.chests is None and standing.is_tied(each, ranking) for each in ranking)
    return Answer(data, lines, remedies=("chests",) if is_undecided else ())


def _encode_score(score: Score[str], before: int) -> dict[str, object]:
    """A player's points on a board, their parts, and the earlier points."""
    built, most = score.sum_points("castles", "temples", "theatres"), score.sum_points(*MAJORITIES)
    parts = {"provinces": score.sum_points("provinces"), "buildings": built, "majorities": most}
    return {"total": score.total, "before": before, "parts": parts, "lines": score.list_lines("provinces")}


@catch_refusals
def score_so_far(table: ShogunSession) -> Answer:
    """The points of all players if it were winter now; if the game is over, its result."""
    seen = view(table.state)
    is_over = seen.calendar is not None and seen.calendar.stage == Stage.OVER
    finished = build_finished_board(table.state)
    board = replace(finished, lands={}) if is_over else finished
    answer = score_finished_board(board, get_side(table), {}, {})
    data = table_data(table, over=is_over, **answer.data)
    if is_over:
        return Answer(data, standing.describe_game(seen))
    return replace(answer, outcome=data, lines=(say("If winter came now, with the points from before:"), *answer.lines))


def build_finished_board(state: ShogunState) -> FinishedBoard:
    """The board of a whole game, with the earlier points and the chests."""
    realm = get_campaign(state).realm
    points = {player: seat.points for player, seat in realm.seats.items()}
    chests = {player: seat.chests for player, seat in realm.seats.items()}
    return FinishedBoard(dict(realm.lands), realm.players, points if any(points.values()) else {}, chests)


def find_last_winter(table: ShogunSession) -> dict[str, Any] | None:
    """The last winter of a table, ``fresh`` until there is more than its draw and its count; ``None`` before it."""
    steps = list_standing_events(table)
    winters = [number for number, step in enumerate(steps) if step.event.kind == rounds.WINTER.name]
    if not winters:
        return None
    winter = steps[winters[-1] :]
    counts = [number for number, step in enumerate(winter, 1) if step.event.kind == rounds.POINTS.name]
    winter = winter[: counts[0]] if counts else winter
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
        "score": _score_state(table, before) if counts and (before := winter[-1].before) else None,
        "fresh": winter[-1] is steps[-1] and (bool(counts) or len(winter) == 1),
        "event": winter[-1].event.number,
        "counted": bool(counts),
    }


def has_just_counted(table: ShogunSession) -> bool:
    """True if the last event counted the points."""
    return list_standing_events(table)[-1].event.kind == rounds.POINTS.name


def _score_state(table: ShogunSession, state: ShogunState) -> Answer:
    return score_finished_board(build_finished_board(state), get_side(table), {}, {})


def list_winter_scores(table: ShogunSession) -> list[Answer]:
    """The points of each winter that was counted, then those of the board as it is if the game is not over."""
    counts = [step for step in list_standing_events(table) if step.event.kind == rounds.POINTS.name]
    states = [step.before for step in counts if step.before is not None]
    if (now := table.state.calendar) is not None and now.stage != Stage.OVER:
        states.append(table.state)
    return [_score_state(table, state) for state in states]


_PAD_ROWS = (("provinces",), ("castles", "temples", "theatres"), *((each,) for each in MAJORITIES))
"""The rules of the lines that each row of a year on the score pad adds up."""


def render_score_pad(winters: Sequence[Answer], names: Mapping[str, object], language: Language, day: str) -> bytes:
    """The score pad as PDF, filled in with the points of one winter or two; ``names`` are the players' by colour."""
    from companion.press import score_pad

    years = [each.document["players"] for each in winters]
    if len(years) == 1 and any(own["before"] for own in years[0].values()):
        years.insert(0, {})  # only the points of the first year are known
    chests = {each["player"]: each["chests"] for each in winters[-1].document["ranking"]}
    columns = []
    for player in years[-1]:
        cells = list[object]()
        for own in (year.get(player) for year in years):
            lines = own["lines"] if own else ()
            sums = [sum(each["points"] for each in lines if each["rule"] in rules) for rules in _PAD_ROWS]
            cells += [*sums, own["before"] + own["total"]] if own else ["-"] * len(sums) + [years[-1][player]["before"]]
        cells += [""] * (2 - len(years)) * (len(_PAD_ROWS) + 1)
        name = say("{name}", name=names.get(player, name_player(player))).translate(language)
        columns.append([name, *map(str, cells), "" if chests[player] is None else str(chests[player])])
    return score_pad.render_score_pad("shogun", columns, language, day)


@catch_refusals
def describe_table(table: ShogunSession) -> Answer:
    """Describe the cubes in the tower, in the tray and outside, and the hashes for checking the game."""
    step = table.history.steps[-1]
    seen = view(step.after)
    data = {
        "throw": seen.throws,
        **seen.cubes,
        "supply": seen.supply,
        "board": {player: possessions.armies for player, possessions in seen.possessions.items()} or None,
        "commitment": seen.commitment,
        "remarks": list_remarks(table.history),
    }
    lines: list[AnswerLine] = [
        *describe_tower(table),
        say("The seed is sealed under: {commitment}", commitment=seen.commitment),
    ]
    if not seen.seed_known:
        lines.append(refuse_no_seed().sentence)
    if seen.seed is not None:
        lines.append(say("The seed has been revealed: {seed}", seed=seen.seed[0]))
    return Answer(data, (*lines, *describe_remarks(table.history), *standing.describe_log(step)))


def describe_tower(table: ShogunSession) -> tuple[AnswerLine, ...]:
    """Describe the cubes in the tower, in the tray and outside."""
    seen = view(table.state)
    return (
        say_count(
            "Table {table}, tower {preset}, {count} throw[|s] so far.",
            seen.throws,
            table=table.name,
            preset=seen.preset.name,
        ),
        *((say("A real tower is used."),) if seen.real_tower else ()),
        say("In the tray, for the next throw:"),
        Tray(seen.tray),
        *(standing.cubes_figure(seen) or (say("This table chose not to see what is inside."),)),
    )


def describe_last_event(table: ShogunSession) -> dict[str, object]:
    """The last event of a table, even an undo, as a line, and whether cubes were thrown."""
    step = table.history.steps[-1]
    return {"words": event_line(table.history, step), "thrown": step.event.kind in THROWS}


def has_own_events(table: ShogunSession) -> bool:
    """True if the players use their own event cards: they entered those that are face up this year."""
    opens = [s.request.open for s in list_standing_events(table) if isinstance(s.request, (SetUp, rounds.CountPoints))]
    return bool(opens) and opens[-1] is not None


@catch_refusals
def describe_bids(table: ShogunSession) -> Answer:
    """Describe the bids of this round and their ranking; refused until they are open."""
    steps = [step for step in list_standing_events(table) if step.event.kind == "bids"]
    if not rounds.get_open_bids(table.state) or not steps:
        raise Refused("The bids of this round are not revealed yet.")
    ranking = rounds.ranking_of(steps[-1])
    return Answer(table_data(table, **encode(ranking)), ranking.lines)


def get_side(table: ShogunSession) -> Side:
    """The side of the board given at set-up; the sun side by default."""
    sides = [step.request.side for step in list_standing_events(table) if isinstance(step.request, SetUp)]
    return sides[-1] if sides else Side.SUN


def describe_last_turn(table: ShogunSession) -> tuple[Sentence, ...]:
    """Describe the last event that is not undone, and the turns passed automatically after it."""
    step = list_standing_events(table)[-1]
    lines = step.report.lines if isinstance(step.report, TurnReport) else ()
    lines = (*lines, describe_throw_result(step)) if step.event.kind in THROWS else lines
    return (*lines, *(describe_turned_card(card) for card in list_turned_cards(step) if card.pass_reason))


EARLIER, PROPOSED = "earlier", "proposed"
"""Sources of a new plan: the last plan, or a proposal by the province cards."""


def begin_plan(table: ShogunSession, player: str, source: str = "") -> Plan:
    """The plan to start from: the last one without what was lost, a proposal, or this round's, laid or withdrawn."""
    seen, holding = view(table.state, player), holding_of(table.state, player)
    if source == EARLIER and seen.earlier_plan is not None:
        return copy_plan(seen.earlier_plan, holding.provinces, holding.chests)
    if source == PROPOSED:
        cards = {card.province: card for card in facts().cards}
        return propose_plan([cards[name] for name in holding.provinces])
    plan = seen.plan or _find_withdrawn_plan(table, player) or Plan()
    return copy_plan(plan, holding.provinces, holding.chests)


def _find_withdrawn_plan(table: ShogunSession, player: str) -> Plan | None:
    """The plan that a player laid this round and took back; ``None`` if there is none."""
    for step in reversed(table.history.steps):
        if isinstance(step.request, rounds.LayCards):
            return None
        if isinstance(step.request, LayPlan) and step.request.player == player and step.request.sealed:
            return view(step.after, player).plan
    return None


def lay_plan(table: ShogunSession, player: str, plan: Plan) -> None:
    """Lay a player's plan face down; the last draws the event, unless players have their own cards, and opens bids."""
    carry_out(table, LayPlan(player, plan=plan))
    if not (list_unplanned(table.state) or has_own_events(table)):
        open_bids(table, {})


def open_bids(table: ShogunSession, bids_said: Mapping[str, str], event: int | None = None) -> None:
    """Open all bids together, after drawing the event if it is not known yet.

    ``bids_said`` has the bids, as typed, of those who planned on their mats; ``event`` is the card that the
    players drew.
    """
    names = {card.province for card in facts().cards}
    bids = {player: str(parse_bid(text, names)) for player, text in bids_said.items()}
    for player in list_unplanned(table.state):
        if player not in bids:
            raise InputError("The bid of {player} is missing.", player=name_player(player))
    calendar = table.state.calendar
    if calendar is not None and calendar.stage == Stage.EVENT:
        if event is None and has_own_events(table):
            raise InputError("Say which event card you drew.")
        carry_out(table, rounds.DrawEvent(event))
    carry_out(table, rounds.RevealBids(bids))
