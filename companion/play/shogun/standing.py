"""The present state of a table, from what may be seen of it, and its throws: as data, in sentences, what is next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any

from companion.answers import GAP, Answer, AnswerLine
from companion.codec import encode
from companion.data.shogun.facts import facts
from companion.play.game import event_data, head_line
from companion.play.shogun import views
from companion.play.shogun.state import Drafting, ShogunState, get_campaign
from companion.rules.score import Score
from companion.rules.shogun import stages
from companion.rules.shogun.battle import Battle, Forces, Revolt, describe_destination
from companion.rules.shogun.bids import ACTIONS, COMBATS, format_action, name_action, name_special
from companion.rules.shogun.campaign import Campaign, FightResult
from companion.rules.shogun.odds import Odds, PlannedThrow, compute_battle_odds, compute_revolt_odds
from companion.rules.shogun.realm import (
    NEUTRAL,
    Cube,
    Land,
    count_cubes,
    describe_armies,
    describe_armies_briefly,
    describe_chests,
    describe_points,
    join_names,
    name_player,
)
from companion.rules.shogun.score import RankedPlayer, describe_buildings, rank_realm
from companion.rules.shogun.stages import Calendar, Stage, describe_next_stage, describe_passed_turns, describe_season
from companion.rules.shogun.tower import Ages, Contents, Guess
from companion.rules.shogun.winter import get_rice_loss
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.table.history import Snapshot, Transition


def describe_scores(scores: Mapping[str, Score[str]], earlier: Mapping[str, int]) -> Iterator[AnswerLine]:
    """Every player's points of this winter, line by line; ``earlier`` has those from before by colour."""
    for number, (player, one) in enumerate(scores.items()):
        if number:
            yield GAP
        yield say("{player}: {points}", player=name_player(player), points=describe_points(one.total))
        yield views.ScoreLines(one)
        if player in earlier:
            before = earlier[player]
            yield say("  {before} from before: {total} in all", before=before, total=one.total + before)


def describe_ranking(ranking: Sequence[RankedPlayer]) -> Iterator[Sentence]:
    """The ranks; the first is the Shogun."""
    for place in ranking:
        named = {"place": place.rank, "player": name_player(place.player), "points": describe_points(place.points)}
        even = sum(other.points == place.points for other in ranking) > 1
        if place.chests is not None and even:
            chests = describe_chests(place.chests)
            yield say("{place}. {player}: {points}, {chests}", **named, chests=chests)
        else:
            yield say("{place}. {player}: {points}", **named)
        if place.chests is None and is_tied(place, ranking):
            yield say("   Equal points: most chests decide, or the place is shared.")


def is_tied(place: RankedPlayer, ranking: Sequence[RankedPlayer]) -> bool:
    """True for a rank that is shared."""
    return sum(other.rank == place.rank for other in ranking) > 1


def cubes_figure(seen: views.ShogunView) -> tuple[views.CubeCounts, ...]:
    """The figure of where the cubes are; empty where the table chose not to know."""
    if seen.inside is None or seen.outside is None:
        return ()
    inside, tray = seen.inside, seen.tray
    return (views.CubeCounts({c: (inside.get(c, 0), tray.get(c, 0), count) for c, count in seen.outside.items()}),)


def describe_log(step: Transition[ShogunState]) -> tuple[Sentence, ...]:
    """Sentences that all cubes are there after an event, and which hash to write down."""
    return describe_log_of_view(views.view(step.after), step.event.number, views.find_visible_hash(step))


def describe_log_of_view(seen: views.ShogunView, number: int, head: str | None) -> tuple[Sentence, ...]:
    """Sentences that all cubes are there, and the hash of the event with a number, if it may be seen."""
    counted = (
        say("Counted: every cube is there.")
        if seen.green is None
        else say("Counted: every cube is there, 62 of each player and {green} green.", green=seen.green)
    )
    return (counted,) if head is None else (counted, head_line(number, head))


def game_data(seen: views.ShogunView) -> dict[str, Any] | None:
    """The data of a game in progress; cards that lie face down are ``None``."""
    game = seen.campaign
    if seen.drafting is not None:
        return {"stage": "draft", **encode(seen.drafting.draft)}
    if game is None:
        return None
    calendar = game.calendar
    told = {**encode(calendar), "actions": [*calendar.actions, *[None] * _count_face_down(calendar)]}
    if game.pending is not None:
        told |= {"player": game.revolting_player if game.pending else calendar.player, "revolts": game.pending}
    return told


def _count_face_down(calendar: Calendar) -> int:
    return len(ACTIONS) - len(calendar.actions) if calendar.actions else 0


def describe_calendar(seen: views.ShogunView) -> Iterator[Sentence]:
    """Year and season, the event, the cards, the turn order."""
    calendar = seen.calendar
    if calendar is None:
        return
    if calendar.stage == Stage.OVER:
        yield say("The game is over.")
        return
    yield describe_season(calendar)
    events = facts().events
    if calendar.event is not None:
        words = stages.describe_event_rule(stages.format_rule(events[calendar.event - 1]))
        yield say("Event {number}: {words}", number=calendar.event, words=words)
    if calendar.stage in (Stage.LAY, Stage.EVENT):
        yield say("Open events:")
        for number in calendar.open_events:
            event = events[number - 1]
            yield say(
                "  {number}: {words} In winter: {loss} rice less.",
                number=number,
                words=stages.describe_event_rule(stages.format_rule(event)),
                loss=get_rice_loss(event, seen.rulings),
            )
    if calendar.actions:
        yield from _describe_cards(calendar)
    if calendar.order and calendar.stage in (Stage.ACTIONS, Stage.WINTER, Stage.REVOLTS):
        yield say("Turn order: {players}.", players=join_names(map(name_player, calendar.order)))


def describe_game(seen: views.ShogunView) -> tuple[Sentence, ...]:
    """The state of a game and its next step, or its ranking when it is over."""
    game = seen.campaign
    if game is None or game.calendar.stage != Stage.OVER:
        return (*describe_calendar(seen), *describe_next_step(seen))
    return (*describe_calendar(seen), *describe_ranking(rank_realm(game.realm)))


def _describe_cards(calendar: Calendar) -> Iterator[Sentence]:
    yield say("Actions:")
    for number, action in enumerate(calendar.actions, start=1):
        named = {"number": f"{number:>2}", "action": name_action(action), "typed": format_action(action)}
        if action == calendar.action:
            yield say(" >{number}. {action} ({typed})", **named)
        else:
            yield say("  {number}. {action} ({typed})", **named)
    down = _count_face_down(calendar)
    if down:
        yield say_count("    {count} action [card is|cards are] face down.", down)
    yield say("Special cards:")
    holders = {special: player for player, special in calendar.taken.items()}
    for number, special in enumerate(calendar.specials, start=1):
        named = {"number": number, "special": name_special(special)}
        if special in holders:
            yield say("   {number}. {special}: {player}", **named, player=name_player(holders[special]))
        else:
            yield say("   {number}. {special}", **named)


def describe_next_step(seen: views.ShogunView) -> tuple[Sentence, ...]:
    game = seen.campaign
    if seen.drafting is not None:
        return tuple(_describe_draft(seen.drafting))
    assert game is not None  # the tower alone has no next step
    calendar = game.calendar
    if game.revolting_player is not None and game.pending is not None:
        provinces, greens = game.pending[game.revolting_player]
        told = say(
            "{player} chooses the next revolt: {names}; {greens} more each, and one for each marker.",
            player=name_player(game.revolting_player),
            names=join_with_commas(provinces),
            greens=describe_armies({"green": greens}),
        )
    elif calendar.stage == Stage.ACTIONS and calendar.action is not None:
        player = name_player(str(calendar.player))
        told = say("Next: {player}, {action}.", player=player, action=name_action(calendar.action))
    elif calendar.stage == Stage.REVOLTS:
        told = say("Next: the points are counted.")
    else:
        told = say("Next: {next}", next=describe_next_stage(calendar))
    return (told,)


def _describe_draft(drafting: Drafting) -> Iterator[Sentence]:
    """The turn of a draft, and the open cards."""
    draft = drafting.draft
    if draft.player is None:
        return
    player = name_player(draft.player)
    if draft.buried:
        cards = ", ".join(draft.buried)
        yield say("{player} faced {cards} twice: they go under the pile.", player=player, cards=cards)
    yield say("{player} chooses; open are:", player=player)
    for name in draft.open:
        province = drafting.board.provinces[name]
        yield say(
            "  {province}: chests {chests}, rice {rice}, sites {sites}",
            province=name,
            chests=province.chests,
            rice=province.rice,
            sites=province.sites,
        )
    yield say("Groups left: {groups}.", groups=" ".join(map(str, draft.groups[draft.player])))


def describe_possessions(seen: views.ShogunView, player: str) -> Sentence:
    own = seen.possessions[player]
    owned = {"player": name_player(player), "chests": own.chests, "rice": own.rice, "supply": own.supply}
    if own.supply is None:
        return say("{player} now: chests {chests}, rice {rice}", **owned)
    return say("{player} now: chests {chests}, rice {rice}, supply {supply}", **owned)


def describe_land(land: Land) -> Sentence:
    """The armies, buildings and markers of a province."""
    if land.owner is None:
        return say("neutral")
    words = [describe_armies({land.owner: land.armies}), *(describe_buildings(kind, 1) for kind in land.buildings)]
    if land.markers:
        words.append(say_count("{count} revolt marker[|s]", land.markers))
    return join_with_commas(words)


DRAFT = "draft"  # the stage in which provinces are divided
TOWER_ALONE = "throws"  # the stage of a table that keeps no game: it only throws


@dataclass(frozen=True, slots=True)
class NextAction:
    """The next thing a table waits for."""

    stage: str  # one of ``Stage``, or ``DRAFT``, or ``TOWER_ALONE``
    players: tuple[str, ...]
    throw: int
    player: str | None = None
    action: str | None = None
    provinces: tuple[str, ...] = ()  # those whose card this player can play, take, or let revolt
    # from where to where this player's armies can go, and how many at most
    marches: tuple[tuple[str, str, int], ...] = ()
    defender_chooses: bool = False  # true when defenders say how many of their armies they throw
    planned: str = ""  # the province whose card lies open for this turn, where it was planned here

    @property
    def words(self) -> Sentence:
        """The player and the action, in a few words."""
        if self.action is not None and self.player is not None:
            return say("{player}, {action}", player=name_player(self.player), action=format_action(self.action))
        if self.stage == TOWER_ALONE:
            return say("throw {number}", number=self.throw)
        what = {
            DRAFT: say("draft"),
            Stage.LAY: say("lay the cards"),
            Stage.EVENT: say("draw the event"),
            Stage.BIDS: say("bids"),
            Stage.CHOICE: say("special card"),
            Stage.ACTIONS: say("actions"),
            Stage.WINTER: say("winter"),
            Stage.REVOLTS: say("revolt") if self.provinces else say("count the points"),
            Stage.OVER: say("the end"),
        }[self.stage]
        return what if self.player is None else say("{player}, {what}", player=name_player(self.player), what=what)


def find_next_action(state: ShogunState) -> NextAction:
    """The next thing that a table waits for."""
    seen, chooses = views.view(state), state.rulings["defender-throws-all"] == "chooses"
    waits = partial(NextAction, players=seen.players, throw=seen.throws + 1, defender_chooses=chooses)
    game = seen.campaign
    if seen.drafting is not None:
        draft = seen.drafting.draft
        return waits(DRAFT, player=draft.player, provinces=tuple(draft.open))
    if game is None:
        return waits(TOWER_ALONE)
    stage, player, action = game.calendar.stage, game.calendar.player, game.calendar.action
    if game.revolting_player is not None and game.pending is not None:
        return waits(stage, player=game.revolting_player, provinces=game.pending[game.revolting_player][0])
    if player is None or action is None:
        return waits(stage, player=player)
    own = tuple(sorted(game.cards & {*game.realm.list_provinces(player)}))
    planned = next((c.province for c in seen.opened if (c.player, c.action) == (player, action)), "")
    own = (planned,) if planned in own else own
    marches = tuple(_list_marches(game, player, action, own))
    return waits(stage, player=player, action=action, provinces=own, marches=marches, planned=planned)


def _list_marches(game: Campaign, player: str, action: str, own: tuple[str, ...]) -> Iterator[tuple[str, str, int]]:
    """The ways armies can go in an action; the action that places one army may move that one too."""
    if action not in (*COMBATS, "one"):
        return
    lands = game.realm.lands
    for source in own:
        most = lands[source].armies - (action in COMBATS)
        for target in game.realm.list_neighbours(source) if most > 0 else ():
            if target in lands and (action in COMBATS or lands[target].owner == player):
                yield (source, target, most)


def get_known_contents(state: ShogunState) -> Contents:
    """The inside of the tower as the players may know it, by the choice of the table."""
    ages = views.find_visible_ages(state)
    return Guess(len(state.players), state.tower.throws) if ages is None else Ages(ages)


def compute_odds(state: ShogunState, muster: Forces, judged: Battle | Revolt | None, contents: Contents) -> Odds | None:
    """The odds before a throw from a state; ``None`` for a throw that nobody judges."""
    throwing = PlannedThrow(state.tower.preset, muster.cubes, count_cubes(state.tower.tray), contents)
    if isinstance(judged, Battle):
        return compute_battle_odds(throwing, judged, state.rulings)
    return None if judged is None else compute_revolt_odds(throwing, judged, state.rulings)


def describe_cube_moves(fought: FightResult) -> Iterator[Sentence]:
    """The cubes that go in, stay inside and come loose, for people who move cubes of their own.

    Cubes of one colour are alike, so of each colour only the difference is given; it reveals nothing of the
    inside that the tray does not.
    """
    thrown, out = Counter(count_cubes(fought.throw.thrown)), Counter(count_cubes(fought.throw.out))
    yield say("Thrown: {cubes}.", cubes=describe_armies(thrown))
    if thrown - out:
        yield say("Inside stay: {cubes}.", cubes=describe_armies(thrown - out))
    if out - thrown:
        yield say("Came loose from inside: {cubes}.", cubes=describe_armies(out - thrown))


def describe_odds(odds: Odds, judged: Battle | Revolt | None) -> Sentence:
    """The chance of each side before the throw."""
    assert judged is not None  # there are odds
    if isinstance(judged, Revolt):
        return say(
            "Before the throw: {player} keeps the province {win}, loses it {lost} (by a tie: {tie}).",
            player=name_player(judged.owner),
            win=views.format_percent(odds.win),
            lost=views.format_percent(odds.lost),
            tie=views.format_percent(odds.tie),
        )
    return say(
        "Before the throw: {player} wins {win}, tie {tie}, loses {lose}.",
        player=name_player(judged.attacker),
        win=views.format_percent(odds.win),
        tie=views.format_percent(odds.tie),
        lose=views.format_percent(odds.lose),
    )


def describe_chance(chance: float) -> Sentence:
    """How likely the outcome was, in a short sentence."""
    words = (
        (0.9, say("That was nearly certain.")),
        (0.6, say("That was likely.")),
        (0.4, say("The chances were even.")),
        (0.1, say("That was unlikely.")),
    )
    return next((word for least, word in words if chance >= least), say("That was rare."))


def describe_heading(step: Transition[ShogunState]) -> Sentence:
    """The number of a throw, its province, and who fights."""
    province, fought = step.request.province, step.report.fought
    number, judged = fought.throw.number, fought.judged
    if judged is None:
        return say("Throw {throw}.", throw=number)
    what = describe_sides(judged)
    if province:
        return say("Throw {throw}, {province}: {what}.", throw=number, province=province, what=what)
    return say("Throw {throw}: {what}.", throw=number, what=what)


def describe_sides(judged: Battle | Revolt) -> Sentence:
    match judged:
        case Battle(attacker=attacker, defender=defender) if defender == NEUTRAL:
            return say("{attacker} attacks a neutral province", attacker=name_player(attacker))
        case Battle(attacker=attacker, defender=defender):
            return say("{attacker} attacks {defender}", attacker=name_player(attacker), defender=name_player(defender))
    return say("the farmers revolt against {owner}", owner=name_player(judged.owner))


def count_in_and_out(step: Transition[ShogunState]) -> tuple[dict[str, int], dict[str, int]]:
    """The cubes of each colour that went into a throw, and those that came out."""
    went, came = (count_cubes(map(Cube.parse, step.event.result[key])) for key in ("in", "out"))
    return went, came


def describe_throw_result(step: Transition[ShogunState]) -> Sentence:
    """A throw in a line: who fought over what, what came out, and the verdict."""
    fought = step.report.fought
    verdict = fought.verdict
    told = say(
        "{throw} Out came {cubes}.", throw=describe_heading(step), cubes=describe_armies(count_in_and_out(step)[1])
    )
    return told if verdict is None else say("{throw} {result}", throw=told, result=verdict.lines["result"])


def fight_line(step: Transition[ShogunState]) -> Sentence:
    """A throw in a line of the history, after the first thing that came before it."""
    return join_sentences((*step.report.lines[:1], describe_throw_result(step)))


def join_sentences(lines: Iterable[Sentence]) -> Sentence:
    """Several sentences as one, in their order."""
    return reduce(lambda before, line: say("{before} {line}", before=before, line=line), lines)


def describe_fight(here: Snapshot[ShogunState], step: Transition[ShogunState]) -> Answer:
    """The answer to a throw; on a kept board with the turn that led to it, and what comes next."""
    seen, order = views.view(step.after), getattr(step.request, "order", None)
    data, lines = throw_data(here, step), (*describe_throw_fully(step), *describe_log(step))
    if order is None and getattr(step.request, "hungry", None) is None:
        return Answer(data, lines, describe_throw_briefly(step))
    data, after = {**data, "game": game_data(seen)}, describe_next_step(seen)
    if order is None:
        return Answer(data, (*lines, *after), describe_throw_briefly(step))
    first: tuple[Sentence, ...] = step.report.lines
    if step.report.passed:
        assert step.before is not None  # the start is no turn
        words = describe_passed_turns(get_campaign(step.before).calendar, step.report.passed)
        first = (say("Skipped as blanks: {turns}.", turns=words), *first)
    brief = (*describe_throw_briefly(step, first), *after)
    remedies = ("undo",) if step.report.passed else ()
    return Answer(data, (*first, *lines, describe_possessions(seen, order.player), *after), brief, remedies=remedies)


def _find_odds(step: Transition[ShogunState]) -> tuple[FightResult, Odds | None]:
    """A throw, and its odds as the players knew them before."""
    fought, before = step.report.fought, step.before
    assert before is not None  # a throw is never the first event
    return fought, compute_odds(before, fought.muster, fought.judged, get_known_contents(before))


def throw_data(here: Snapshot[ShogunState], step: Transition[ShogunState]) -> dict[str, object]:
    fought, odds = _find_odds(step)
    out = count_cubes(fought.throw.out)
    cubes = {"in": count_cubes(fought.throw.thrown), "out": out, "tray": count_cubes(fought.tower.tray)}
    data = event_data(here, step, throw=fought.throw.number, **cubes)
    if odds is not None and fought.verdict is not None:
        chances = {"chance": odds.get_chance(fought.verdict.winner), "chance_of_tray": odds.compute_tray_chance(out)}
        data |= {"odds": odds, **chances, "verdict": fought.verdict}
    notes, outside = fought.muster.notes, views.view(step.after).outside
    return {**data, "notes": notes, "outside": outside, "hash": views.find_visible_hash(step)}


_MOVES = ("losses", "survivors", "tray", "held-back", "card", "province", "markers")
"""What a verdict says of cubes, card and province, in the order in which it is done."""


def describe_throw_briefly(step: Transition[ShogunState], began: tuple[Sentence, ...] = ()) -> tuple[AnswerLine, ...]:
    """A throw for whoever plays on: who wins and by what, what came out, what goes where."""
    fought, odds = _find_odds(step)
    verdict, out = fought.verdict, count_cubes(fought.throw.out)
    first = list(began or (describe_heading(step),))
    moves = [say("Nobody fights: all of it stays in the tray for the next throw.")]
    if verdict is not None:
        first.append(verdict.lines["result"])
        first += [] if odds is None else [describe_chance(odds.get_chance(verdict.winner))]
        first += [verdict.lines[name] for name in ("green",) if name in verdict.lines]
        stays = "province" if verdict.winner == "attacker" else ""  # what stays as it is is not told
        heaps = {
            "losses": ("tower" if verdict.into_tower else "supply", verdict.into_tower or verdict.to_supply),
            "survivors": ("province", verdict.survivors),
            "tray": ("tray", verdict.stays_in_tray),
        }
        moves = [
            describe_destination(*heaps[name], describe_armies_briefly) if name in heaps else verdict.lines[name]
            for name in _MOVES
            if name in verdict.lines and name != stays
        ]
    return (join_sentences(first), views.TrayRow(out), *((join_sentences(moves),) if moves else ()))


def describe_throw_fully(step: Transition[ShogunState]) -> Iterator[AnswerLine]:
    """A throw for the players, in full."""
    fought, odds = _find_odds(step)
    verdict = fought.verdict
    yield from (describe_heading(step), *fought.muster.notes)
    if odds is not None:
        yield describe_odds(odds, fought.judged)
    yield from describe_cube_moves(fought)
    yield say("In the tray:")
    yield views.Tray(count_cubes(fought.throw.out))
    if verdict is not None:
        yield from verdict.lines.values()
    else:
        yield say("Nobody fights: all of it stays in the tray for the next throw.")
    if odds is not None and verdict is not None:
        chance = views.format_percent(odds.get_chance(verdict.winner))
        yield say("This happens in {chance} of such throws.", chance=chance)
