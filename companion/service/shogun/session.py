"""A table of Shogun begun and opened, and its seed revealed."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.answers import GAP, Answer, Told, answering
from companion.codec import encode
from companion.data.shogun import Side, facts
from companion.data.shogun.towers import TowerPreset, shipped_presets
from companion.errors import InputError, Refused
from companion.play.game import table_data
from companion.play.shogun import GAME, start
from companion.play.shogun.fights import THROWS, TurnReport
from companion.play.shogun.plans import LayPlan, opened_words, turned_over, unplanned
from companion.play.shogun.round import (
    POINTS,
    WINTER,
    CountPoints,
    DrawEvent,
    LayCards,
    RevealBids,
    opened_bids,
    ranking_of,
)
from companion.play.shogun.start import RevealSeed, SetUp, tell_seed
from companion.play.shogun.state import ShogunState, campaign_at, holding_of, no_seed
from companion.play.shogun.telling.figures import Tray
from companion.play.shogun.telling.standing import (
    cubes_figure,
    game_lines,
    log_told,
    ranking_lines,
    score_lines,
    tied,
)
from companion.play.shogun.telling.story import event_line, remarks, remarks_told
from companion.play.shogun.telling.throws import in_and_out, throw_words
from companion.play.shogun.views import view
from companion.rules.score import Score
from companion.rules.shogun.realm import DAIMYO, daimyo
from companion.rules.shogun.round.bids import Plan, bid_named, copied_plan, proposed_plan
from companion.rules.shogun.round.stages import Stage
from companion.rules.shogun.score import MAJORITIES, FinishedBoard, rank_players, score_board
from companion.sentences import Sentence, say, say_count
from companion.service.playing import carry_out, play
from companion.service.session import Keeping, Session, passing_shelf
from companion.table.history import Step

_BITS = 16  # bytes of a seed and of a salt: 128 bits
_SHORT = 4  # bytes of the seed of a throw that no table keeps
_USUAL_PLAYERS = 3  # for how many the tower of such a throw is filled: the fewest that the booklet names
ShogunSession = Session[ShogunState]  # a table of Shogun, opened


def open_table(store: Keeping, name: str) -> ShogunSession:
    """Open a table that exists."""
    return Session(store, name, GAME)


def begin_table(
    store: Keeping,
    name: str,
    players: Sequence[str],
    preset: TowerPreset,
    *,
    seed: str | None = None,
    **more: Any,
) -> ShogunSession:
    """Begin a table of players by their colours: seal a seed and fill the tower.

    A seed that nobody chose is drawn; ``more`` are the other fields of ``BeginTable``.
    """
    sown, salt = secrets.token_hex(_BITS) if seed is None else seed, secrets.token_hex(_BITS)
    request = start.begin_table(players, preset, sown, salt, chosen=seed is not None, **more)
    return Session(store, name, GAME, request)


def fill_fresh_tower(fighting: Sequence[str], seed: str | None = None) -> ShogunSession:
    """A table that nobody keeps, for one throw: the tower of the box, filled for those who fight and others.

    A seed that nobody chose is drawn, short enough to be typed.
    """
    players = tuple(dict.fromkeys((*fighting, *DAIMYO)))[:_USUAL_PLAYERS]
    sown = secrets.token_hex(_SHORT) if seed is None else seed
    return begin_table(passing_shelf(), "fresh", players, shipped_presets()["shogun"], seed=sown)


def standing(here: ShogunSession) -> list[Step[ShogunState]]:
    """The events of a table that stand, in their order."""
    stands = here.history.standing
    return [step for step in here.history if step.event.number in stands]


def reveal_seed(here: ShogunSession) -> Answer:
    """Reveal the seed, which ends the throwing; or tell it once more."""
    answer = play(here, RevealSeed())
    return tell_seed(here, here.history.steps[-1]) if not answer.yes and here.state.seal.revealed else answer


@answering
def score_finished_board(
    found: FinishedBoard, side: Side, points: Mapping[str, int], chests: Mapping[str, int]
) -> Answer:
    """Count the points of a board; points and chests by colour go before those that stand there."""
    board = facts().board(side)
    earlier, purses = {**found.points, **points}, {**found.chests, **chests}
    scores = score_board(board, found.lands, (*found.players, *earlier, *purses))
    ranking = rank_players(
        {player: one.total + earlier.get(player, 0) for player, one in scores.items()}, purses
    )
    data = {
        "side": side,
        "players": {player: _describe_score(one, earlier.get(player, 0)) for player, one in scores.items()},
        "ranking": ranking,
    }
    lines = (*score_lines(scores, earlier), GAP, *ranking_lines(ranking))
    undecided = any(each.chests is None and tied(each, ranking) for each in ranking)
    return Answer(data, lines, remedies=("chests",) if undecided else ())


def _describe_score(score: Score[str], before: int) -> dict[str, object]:
    """A player's points on a board, what they are made of, and those from before."""
    built, most = score.part("castles", "temples", "theatres"), score.part(*MAJORITIES)
    parts = {"provinces": score.part("provinces"), "buildings": built, "majorities": most}
    return {"total": score.total, "before": before, "parts": parts, "lines": score.told("provinces")}


@answering
def score_so_far(here: ShogunSession) -> Answer:
    """The points of everybody if the winter were now; of a game that is over, its end."""
    seen = view(here.state)
    over = seen.calendar is not None and seen.calendar.stage == Stage.OVER
    found = board_at(here.state)
    board = replace(found, lands={}) if over else found
    answer = score_finished_board(board, side_of(here), {}, {})
    data = table_data(here, over=over, **answer.data)
    if over:
        return Answer(data, game_lines(seen))
    told = say("If the winter were now, with the points from before:")
    return replace(answer, outcome=data, lines=(told, *answer.lines))


def board_at(state: ShogunState) -> FinishedBoard:
    """The board of a whole game, with the points from before and the chests."""
    realm = campaign_at(state).realm
    points = {player: seat.points for player, seat in realm.seats.items()}
    chests = {player: seat.chests for player, seat in realm.seats.items()}
    return FinishedBoard(dict(realm.lands), realm.players, points if any(points.values()) else {}, chests)


def last_winter(here: ShogunSession) -> dict[str, Any] | None:
    """The last winter that was reckoned at a table, as far as it has come; none before the first.

    It is ``fresh`` until something else happens than its draw or its count.
    """
    steps = standing(here)
    begun = [number for number, step in enumerate(steps) if step.event.kind == WINTER.name]
    if not begun:
        return None
    winter = steps[begun[-1] :]
    ends = [number for number, step in enumerate(winter, 1) if step.event.kind == POINTS.name]
    winter = winter[: ends[0]] if ends else winter
    result, calendar = winter[0].event.result, winter[0].after.calendar
    assert calendar is not None  # a winter is one of a game
    return {
        "year": calendar.year,
        "players": {
            player: {"green" if key == "greens" else key: value for key, value in need.items()}
            for player, need in result["needs"].items()
        },
        "drawn": result["drawn"],
        "revolts": [(throw_words(s), in_and_out(s)[1]) for s in winter if s.event.kind == "revolt"],
        "points": winter[-1].event.result.get("points", {}),
        "score": _score(here, winter[-1]),
        "fresh": winter[-1] is steps[-1] and (bool(ends) or len(winter) == 1),
        "event": winter[-1].event.number,
        "counted": bool(ends),
    }


def counted_last(here: ShogunSession) -> bool:
    """True while the last thing that happened at a table is that its points were counted."""
    return standing(here)[-1].event.kind == POINTS.name


def _score(here: ShogunSession, step: Step[ShogunState]) -> Answer | None:
    """The points of a winter line by line, once they are counted."""
    assert step.before is not None  # the start counts nothing
    if step.event.kind != POINTS.name:
        return None
    return score_finished_board(board_at(step.before), side_of(here), {}, {})


@answering
def show(here: ShogunSession) -> Answer:
    """The cubes in the tower, in the tray and outside, and the hashes to check the game by."""
    step = here.history.steps[-1]
    seen = view(step.after)
    data = {
        "throw": seen.throws,
        **seen.cubes,
        "supply": seen.supply,
        "board": {player: owned.armies for player, owned in seen.owned.items()} or None,
        "commitment": seen.commitment,
        "remarks": remarks(here.history),
    }
    lines: list[Told] = [
        say_count(
            "Table {table}, tower {preset}, {count} throw[|s] so far.",
            seen.throws,
            table=here.name,
            preset=seen.preset.name,
        ),
        *((say("A real tower is thrown."),) if seen.real_tower else ()),
        say("In the tray, for the next throw:"),
        Tray(seen.tray),
        *(cubes_figure(seen) or (say("This table chose not to be told of the inside."),)),
        say("The seed is sealed under: {commitment}", commitment=seen.commitment),
    ]
    if not seen.seed_known:
        lines.append(no_seed().sentence)
    if seen.seed is not None:
        lines.append(say("The seed has been revealed: {seed}", seed=seen.seed[0]))
    return Answer(data, (*lines, *remarks_told(here.history), *log_told(step)))


def last_event(here: ShogunSession) -> dict[str, object]:
    """The last event of a table in a line, an undo too, and whether cubes were thrown."""
    step = here.history.steps[-1]
    return {"words": event_line(here.history, step), "thrown": step.event.kind in THROWS}


def own_events(here: ShogunSession) -> bool:
    """True when the players shuffle event cards of their own: they said which lie open this year."""
    said = [s.request.open for s in standing(here) if isinstance(s.request, (SetUp, CountPoints))]
    return bool(said) and said[-1] is not None


@answering
def show_bids(here: ShogunSession) -> Answer:
    """The bids of the round under way and their ranking, as they were opened."""
    steps = [step for step in standing(here) if step.event.kind == "bids"]
    if not opened_bids(here.state) or not steps:
        raise Refused("The bids of this round are not open yet.")
    ranking = ranking_of(steps[-1])
    return Answer(table_data(here, **encode(ranking)), ranking.lines)


def side_of(here: ShogunSession) -> Side:
    """The side of the board, as the set-up said."""
    said = [step.request.side for step in standing(here) if isinstance(step.request, SetUp)]
    return said[-1] if said else Side.SUN


def last_lines(here: ShogunSession) -> tuple[Sentence, ...]:
    """The last event that stands, and the turns that passed by themselves after it."""
    step = standing(here)[-1]
    lines = step.report.lines if isinstance(step.report, TurnReport) else ()
    lines = (*lines, throw_words(step)) if step.event.kind in THROWS else lines
    return (*lines, *(opened_words(card) for card in turned_over(step) if card.passed))


EARLIER, PROPOSED = "earlier", "proposed"
"""The ways a plan can be begun: with the last one, or with what the cards suggest."""


def plan_begun(here: ShogunSession, player: str, source: str = "") -> Plan:
    """A plan to begin with: one laid or taken back, the last one without what is lost, or a proposal.

    Args:
        source: ``EARLIER`` or ``PROPOSED``; the plan of this round, or an empty one, otherwise.
    """
    seen, holding = view(here.state, player), holding_of(here.state, player)
    if source == EARLIER and seen.earlier is not None:
        return copied_plan(seen.earlier, holding.provinces, holding.chests)
    if source == PROPOSED:
        cards = {card.province: card for card in facts().cards}
        return proposed_plan([cards[name] for name in holding.provinces])
    laid = seen.plan or _taken_back(here, player) or Plan()
    return copied_plan(laid, holding.provinces, holding.chests)


def _taken_back(here: ShogunSession, player: str) -> Plan | None:
    """The last plan that a player laid for this round, in the hand again; ``None`` if there is none."""
    for step in reversed(here.history.steps):
        if isinstance(step.request, LayCards):
            return None
        if isinstance(step.request, LayPlan) and step.request.player == player and step.request.sealed:
            return view(step.after, player).plan
    return None


def lay_plan(here: ShogunSession, player: str, plan: Plan) -> None:
    """Lay a player's plan face down; with the last one the event is drawn and all bids are opened.

    Where players draw events from cards of their own, they open the bids when they have drawn.
    """
    carry_out(here, LayPlan(player, plan=plan))
    if not (unplanned(here.state) or own_events(here)):
        open_bids(here, {})


def open_bids(here: ShogunSession, told: Mapping[str, str], event: int | None = None) -> None:
    """Open all bids together; the event is drawn before, if it is not known yet.

    Those who planned on their mat tell theirs, as they are typed; players may have drawn the event card.
    """
    names = {card.province for card in facts().cards}
    bids = {player: str(bid_named(text, names)) for player, text in told.items()}
    for player in unplanned(here.state):
        if player not in bids:
            raise InputError("The bid of {player} is missing.", player=daimyo(player))
    calendar = here.state.calendar
    if calendar is not None and calendar.stage == Stage.EVENT:
        if event is None and own_events(here):
            raise InputError("Say which event card you drew.")
        carry_out(here, DrawEvent(event))
    carry_out(here, RevealBids(bids))
