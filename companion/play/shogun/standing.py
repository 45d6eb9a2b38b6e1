"""The present state of a table in data and sentences, made from a view, and the action it waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import companion.play.shogun.views as views
from companion.answers import GAP, AnswerLine
from companion.codec import encode
from companion.data.shogun.facts import facts
from companion.play.game import head_line
from companion.play.shogun.state import Drafting, ShogunState
from companion.rules.score import Score
from companion.rules.shogun import stages
from companion.rules.shogun.bids import ACTIONS, COMBATS, format_action, name_action, name_special
from companion.rules.shogun.campaign import Campaign
from companion.rules.shogun.realm import Land, describe_armies, describe_chests, describe_points, name_player
from companion.rules.shogun.score import RankedPlayer, describe_buildings, rank_realm
from companion.rules.shogun.stages import Calendar, Stage, describe_next_stage, describe_season
from companion.rules.shogun.winter import get_rice_loss
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.table.history import Transition


def describe_scores(scores: Mapping[str, Score[str]], earlier: Mapping[str, int]) -> Iterator[AnswerLine]:
    """Every player's points of this winter, line by line; ``earlier`` are the points before it, by colour."""
    for number, (player, one) in enumerate(scores.items()):
        if number:
            yield GAP
        yield say("{player}: {points}", player=name_player(player), points=describe_points(one.total))
        yield views.ScoreLines(one)
        if player in earlier:
            before = earlier[player]
            yield say("  {before} from before: {total} in all", before=before, total=one.total + before)


def describe_ranking(ranking: Sequence[RankedPlayer]) -> Iterator[Sentence]:
    """Describe the final ranking; the first is the Shogun."""
    for place in ranking:
        fields = {"place": place.rank, "player": name_player(place.player), "points": describe_points(place.points)}
        even = sum(other.points == place.points for other in ranking) > 1
        if place.chests is not None and even:
            chests = describe_chests(place.chests)
            line = say("{place}. {player}: {points}, {chests}", **fields, chests=chests)
            is_shared = [other.chests for other in ranking if other.rank == place.rank].count(place.chests) > 1
            yield say("{line} ({note})", line=line, note=say("shared")) if is_shared else line
        else:
            yield say("{place}. {player}: {points}", **fields)
        if place.chests is None and is_tied(place, ranking):
            yield say("   Equal points: most chests decide, or the place is shared.")


def is_tied(place: RankedPlayer, ranking: Sequence[RankedPlayer]) -> bool:
    """True for a rank that is shared."""
    return sum(other.rank == place.rank for other in ranking) > 1


def cubes_figure(view: views.ShogunView) -> tuple[views.CubeCounts, ...]:
    """The figure of the cubes by place; empty if the inside is hidden at this table."""
    if view.cubes_inside is None or view.outside is None:
        return ()
    cubes, tray = view.cubes_inside, view.tray
    return (views.CubeCounts({c: (cubes.get(c, 0), tray.get(c, 0), count) for c, count in view.outside.items()}),)


def describe_log(step: Transition[ShogunState]) -> tuple[Sentence, ...]:
    """Say that all cubes are accounted for after an event, and which hash to write down."""
    return describe_log_of_view(views.view(step.after), step.event.number, views.find_visible_hash(step))


def describe_log_of_view(view: views.ShogunView, number: int, head: str | None) -> tuple[Sentence, ...]:
    """Say that all cubes are accounted for, and the hash of an event by its number, if it may be seen."""
    sentence = (
        say("Counted: every cube is there.")
        if view.green is None
        else say("Counted: every cube is there, 62 of each player and {green} green.", green=view.green)
    )
    return (sentence,) if head is None else (sentence, head_line(number, head))


def game_data(view: views.ShogunView) -> dict[str, Any] | None:
    """The data of a game in progress; cards that are face down are ``None``."""
    game = view.campaign
    if view.drafting is not None:
        return {"stage": "draft", **encode(view.drafting.draft)}
    if game is None:
        return None
    calendar = game.calendar
    data = {**encode(calendar), "actions": [*calendar.actions, *[None] * _count_face_down(calendar)]}
    if game.revolts is not None:
        data |= {"player": game.revolting_player if game.revolts else calendar.player, "revolts": game.revolts}
    return data


def _count_face_down(calendar: Calendar) -> int:
    return len(ACTIONS) - len(calendar.actions) if calendar.actions else 0


def describe_calendar(view: views.ShogunView) -> Iterator[Sentence]:
    """Year and season, the event, the cards, the turn order."""
    calendar = view.calendar
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
                loss=get_rice_loss(event, view.rulings),
            )
    if calendar.actions:
        yield from _describe_cards(calendar)
    if calendar.order and calendar.stage in (Stage.ACTIONS, Stage.WINTER, Stage.REVOLTS):
        yield say("Turn order: {players}.", players=join_with_commas(map(name_player, calendar.order)))


def describe_game(view: views.ShogunView) -> tuple[Sentence, ...]:
    """The state of a game and its next step, or its ranking when it is over."""
    game = view.campaign
    if game is None or game.calendar.stage != Stage.OVER:
        return (*describe_calendar(view), *describe_next_step(view))
    return (*describe_calendar(view), *describe_ranking(rank_realm(game.realm)))


def _describe_cards(calendar: Calendar) -> Iterator[Sentence]:
    yield say("Actions:")
    for number, action in enumerate(calendar.actions, start=1):
        fields = {"number": f"{number:>2}", "action": name_action(action), "typed": format_action(action)}
        if action == calendar.action:
            yield say(" >{number}. {action} ({typed})", **fields)
        else:
            yield say("  {number}. {action} ({typed})", **fields)
    down = _count_face_down(calendar)
    if down:
        yield say_count("    {count} action [card is|cards are] face down.", down)
    yield say("Special cards:")
    holders = {special: player for player, special in calendar.taken.items()}
    for number, special in enumerate(calendar.specials, start=1):
        fields = {"number": number, "special": name_special(special)}
        if special in holders:
            yield say("   {number}. {special}: {player}", **fields, player=name_player(holders[special]))
        else:
            yield say("   {number}. {special}", **fields)


def describe_next_step(view: views.ShogunView) -> tuple[Sentence, ...]:
    game = view.campaign
    if view.drafting is not None:
        return tuple(_describe_draft(view.drafting))
    assert game is not None  # a table with only the tower has no next step
    calendar = game.calendar
    if game.revolting_player is not None and game.revolts is not None:
        provinces, greens = game.revolts[game.revolting_player]
        line = say(
            "{player} chooses the next revolt: {names}; {greens} more each, and one for each marker.",
            player=name_player(game.revolting_player),
            names=join_with_commas(provinces),
            greens=describe_armies({"green": greens}),
        )
    elif calendar.stage == Stage.ACTIONS and calendar.action is not None:
        player = name_player(str(calendar.player))
        line = say("Next: {player}, {action}.", player=player, action=name_action(calendar.action))
    elif calendar.stage == Stage.REVOLTS:
        line = say("Next: the points are counted.")
    else:
        line = say("Next: {next}", next=describe_next_stage(calendar))
    return (line,)


def _describe_draft(drafting: Drafting) -> Iterator[Sentence]:
    """Describe a draft: whose turn it is, and the open cards."""
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


def describe_possessions(view: views.ShogunView, player: str) -> Sentence:
    purse = view.possessions[player]
    fields = {"player": name_player(player), "chests": purse.chests, "rice": purse.rice, "supply": purse.supply}
    if purse.supply is None:
        return say("{player} now: chests {chests}, rice {rice}", **fields)
    return say("{player} now: chests {chests}, rice {rice}, supply {supply}", **fields)


def describe_land(land: Land) -> Sentence:
    """The armies, buildings and markers of a province."""
    if land.owner is None:
        return say("neutral")
    words = [describe_armies({land.owner: land.armies}), *(describe_buildings(kind, 1) for kind in land.buildings)]
    if land.markers:
        words.append(say_count("{count} revolt marker[|s]", land.markers))
    return join_with_commas(words)


DRAFT = "draft"  # the stage in which provinces are drafted
TOWER_ALONE = "throws"  # the stage of a table that throws the tower without a game


@dataclass(frozen=True, slots=True)
class NextAction:
    """The next thing a table waits for."""

    stage: str  # a ``Stage``, ``DRAFT`` or ``TOWER_ALONE``
    players: tuple[str, ...]
    throw: int
    player: str | None = None
    action: str | None = None
    provinces: tuple[str, ...] = ()  # the choices of this player: cards to play or take, or revolts
    # where this player's armies can go: from a province, to a province, and how many at most
    marches: tuple[tuple[str, str, int], ...] = ()
    defender_chooses: bool = False  # true if a defender chooses how many armies to throw
    planned_province: str = ""  # the province of the planned card that is open for this turn, if any

    @property
    def words(self) -> Sentence:
        """The player and the action, in a few words."""
        if self.action is not None and self.player is not None:
            return say("{player}, {action}", player=name_player(self.player), action=format_action(self.action))
        if self.stage == TOWER_ALONE:
            return say("throw {number}", number=self.throw)
        texts = {
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
        return texts if self.player is None else say("{player}, {what}", player=name_player(self.player), what=texts)


def find_next_action(state: ShogunState) -> NextAction:
    """The next thing that a table waits for."""
    view = views.view(state)
    chooses = state.rulings["defender-throws-all"] == "chooses"
    make = partial(NextAction, players=view.players, throw=view.throws + 1, defender_chooses=chooses)
    game = view.campaign
    if view.drafting is not None:
        draft = view.drafting.draft
        return make(DRAFT, player=draft.player, provinces=tuple(draft.open))
    if game is None:
        return make(TOWER_ALONE)
    stage, player, action = game.calendar.stage, game.calendar.player, game.calendar.action
    if game.revolting_player is not None and game.revolts is not None:
        return make(stage, player=game.revolting_player, provinces=game.revolts[game.revolting_player][0])
    if player is None or action is None:
        return make(stage, player=player)
    provinces = tuple(sorted(game.cards & {*game.realm.list_provinces(player)}))
    planned = next((c.province for c in view.opened_cards if (c.player, c.action) == (player, action)), "")
    provinces = (planned,) if planned in provinces else provinces
    marches = tuple(_list_marches(game, player, action, provinces))
    return make(stage, player=player, action=action, provinces=provinces, marches=marches, planned_province=planned)


def _list_marches(game: Campaign, player: str, action: str, names: tuple[str, ...]) -> Iterator[tuple[str, str, int]]:
    """The ways armies can go in an action; the action that places one army may move that one too."""
    if action not in (*COMBATS, "one"):
        return
    lands = game.realm.lands
    for source in names:
        most = lands[source].armies - (action in COMBATS)
        for target in game.realm.list_neighbours(source) if most > 0 else ():
            if target in lands and (action in COMBATS or lands[target].owner == player):
                yield (source, target, most)
