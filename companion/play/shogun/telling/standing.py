"""A table as it stands, from what may be seen of it: for a program, for players, and what it waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.answers import GAP, Told
from companion.codec import encode
from companion.data.shogun import facts
from companion.play.game import head_line
from companion.play.shogun.state import Drafting, ShogunState
from companion.play.shogun.telling.figures import CubeCounts, ScoreLines
from companion.play.shogun.views import ShogunView, hash_told, view
from companion.rules.score import Score
from companion.rules.shogun.campaign import Campaign
from companion.rules.shogun.realm import Land, armies, chest_words, daimyo, listing, point_words
from companion.rules.shogun.round.bids import (
    ACTIONS,
    COMBATS,
    action_typed,
    action_words,
    event_words,
    rule_of,
    special_words,
)
from companion.rules.shogun.round.stages import Calendar, Stage, next_words, season_line
from companion.rules.shogun.score import Ranked, built_words, final_ranking
from companion.rules.shogun.winter import rice_lost
from companion.sentences import Sentence, listed, say, say_count
from companion.table.history import Step


def score_lines(scores: Mapping[str, Score[str]], earlier: Mapping[str, int]) -> Iterator[Told]:
    """Every player's points of this winter, line by line, and those from before by colour."""
    for number, (player, one) in enumerate(scores.items()):
        if number:
            yield GAP
        yield say("{player}: {points}", player=daimyo(player), points=point_words(one.total))
        yield ScoreLines(one)
        if player in earlier:
            before = earlier[player]
            yield say("  {before} from before: {total} in all", before=before, total=one.total + before)


def ranking_lines(ranking: Sequence[Ranked]) -> Iterator[Sentence]:
    """The ranks; the first is the Shogun."""
    for place in ranking:
        named = {"place": place.rank, "player": daimyo(place.player), "points": point_words(place.points)}
        even = sum(other.points == place.points for other in ranking) > 1
        if place.chests is not None and even:
            chests = chest_words(place.chests)
            yield say("{place}. {player}: {points}, {chests}", **named, chests=chests)
        else:
            yield say("{place}. {player}: {points}", **named)
        if place.chests is None and tied(place, ranking):
            yield say("   Equal points: most chests decide, or the place is shared.")


def tied(place: Ranked, ranking: Sequence[Ranked]) -> bool:
    """True for a place that is shared."""
    return sum(other.rank == place.rank for other in ranking) > 1


def cubes_figure(seen: ShogunView) -> tuple[CubeCounts, ...]:
    """The places of the cubes, to look at; nothing where the table chose not to be told."""
    if seen.inside is None or seen.outside is None:
        return ()
    inside, tray = seen.inside, seen.tray
    return (CubeCounts({c: (inside.get(c, 0), tray.get(c, 0), count) for c, count in seen.outside.items()}),)


def log_told(step: Step[ShogunState]) -> tuple[Sentence, ...]:
    """The sentences that all cubes are there after an event, and which hash to write down."""
    return log_lines(view(step.after), step.event.number, hash_told(step))


def log_lines(seen: ShogunView, number: int, head: str | None) -> tuple[Sentence, ...]:
    """The same of a table as it is seen, after an event with a number, and with a hash if it is told."""
    counted = (
        say("Counted: every cube is there.")
        if seen.green is None
        else say("Counted: every cube is there, 62 of each player and {green} green.", green=seen.green)
    )
    return (counted,) if head is None else (counted, head_line(number, head))


def game_data(seen: ShogunView) -> dict[str, Any] | None:
    """A game as it stands, for a program; cards that lie face down are ``None``."""
    game = seen.campaign
    if seen.drafting is not None:
        return {"stage": "draft", **encode(seen.drafting.draft)}
    if game is None:
        return None
    calendar = game.calendar
    told = {**encode(calendar), "actions": [*calendar.actions, *[None] * _face_down(calendar)]}
    if game.pending is not None:
        told |= {"player": game.revolting if game.pending else calendar.player, "revolts": game.pending}
    return told


def _face_down(calendar: Calendar) -> int:
    """Action cards that lie face down."""
    return len(ACTIONS) - len(calendar.actions) if calendar.actions else 0


def calendar_lines(seen: ShogunView) -> Iterator[Sentence]:
    """Year and season, the event, the cards."""
    calendar = seen.calendar
    if calendar is None:
        return
    if calendar.stage == Stage.OVER:
        yield say("The game is over.")
        return
    yield season_line(calendar)
    events = facts().events
    if calendar.event is not None:
        words = event_words(rule_of(events[calendar.event - 1]))
        yield say("Event {number}: {words}", number=calendar.event, words=words)
    if calendar.stage in (Stage.LAY, Stage.EVENT):
        yield say("Open events:")
        for number in calendar.open_events:
            event = events[number - 1]
            yield say(
                "  {number}: {words} In winter: {loss} rice less.",
                number=number,
                words=event_words(rule_of(event)),
                loss=rice_lost(event, seen.rulings),
            )
    if calendar.actions:
        yield from _card_lines(calendar)
    if calendar.order and calendar.stage in (Stage.ACTIONS, Stage.WINTER, Stage.REVOLTS):
        yield say("Turn order: {players}.", players=listing(map(daimyo, calendar.order)))


def game_lines(seen: ShogunView) -> tuple[Sentence, ...]:
    """A game as it stands, and the next step; who is the Shogun, when it is over."""
    game = seen.campaign
    if game is None or game.calendar.stage != Stage.OVER:
        return (*calendar_lines(seen), *next_lines(seen))
    return (*calendar_lines(seen), *ranking_lines(final_ranking(game.realm)))


def _card_lines(calendar: Calendar) -> Iterator[Sentence]:
    yield say("Actions:")
    for number, action in enumerate(calendar.actions, start=1):
        named = {"number": f"{number:>2}", "action": action_words(action), "typed": action_typed(action)}
        if action == calendar.action:
            yield say(" >{number}. {action} ({typed})", **named)
        else:
            yield say("  {number}. {action} ({typed})", **named)
    down = _face_down(calendar)
    if down:
        yield say_count("    {count} action [card is|cards are] face down.", down)
    yield say("Special cards:")
    holders = {special: player for player, special in calendar.taken.items()}
    for number, special in enumerate(calendar.specials, start=1):
        named = {"number": number, "special": special_words(special)}
        if special in holders:
            yield say("   {number}. {special}: {player}", **named, player=daimyo(holders[special]))
        else:
            yield say("   {number}. {special}", **named)


def next_lines(seen: ShogunView) -> tuple[Sentence, ...]:
    """The next step."""
    game = seen.campaign
    if seen.drafting is not None:
        return tuple(_draft_lines(seen.drafting))
    assert game is not None  # the tower alone has no next step
    calendar = game.calendar
    if game.revolting is not None and game.pending is not None:
        provinces, greens = game.pending[game.revolting]
        told = say(
            "{player} chooses the next revolt: {names}; {greens} more each, and one for each marker.",
            player=daimyo(game.revolting),
            names=listed(provinces),
            greens=armies({"green": greens}),
        )
    elif calendar.stage == Stage.ACTIONS and calendar.action is not None:
        player = daimyo(str(calendar.player))
        told = say("Next: {player}, {action}.", player=player, action=action_words(calendar.action))
    elif calendar.stage == Stage.REVOLTS:
        told = say("Next: the points are counted.")
    else:
        told = say("Next: {next}", next=next_words(calendar))
    return (told,)


def _draft_lines(drafting: Drafting) -> Iterator[Sentence]:
    """The turn of a draft, and the open cards."""
    draft = drafting.draft
    if draft.player is None:
        return
    player = daimyo(draft.player)
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


def seat_line(seen: ShogunView, player: str) -> Sentence:
    """The possessions of a player after a turn."""
    own = seen.owned[player]
    owned = {"player": daimyo(player), "chests": own.chests, "rice": own.rice, "supply": own.supply}
    if own.supply is None:
        return say("{player} now: chests {chests}, rice {rice}", **owned)
    return say("{player} now: chests {chests}, rice {rice}, supply {supply}", **owned)


def land_words(land: Land) -> Sentence:
    """The armies, buildings and markers of a province."""
    if land.owner is None:
        return say("neutral")
    words = [armies({land.owner: land.armies}), *(built_words(kind, 1) for kind in land.buildings)]
    if land.markers:
        words.append(say_count("{count} revolt marker[|s]", land.markers))
    return listed(words)


DRAFT = "draft"  # the stage in which provinces are divided
TOWER_ALONE = "throws"  # the stage of a table that keeps no game: it only throws


@dataclass(frozen=True, slots=True)
class Awaited:
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
        """The player and the deed, in a few words."""
        if self.action is not None and self.player is not None:
            return say("{player}, {action}", player=daimyo(self.player), action=action_typed(self.action))
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
        return what if self.player is None else say("{player}, {what}", player=daimyo(self.player), what=what)


def awaited(state: ShogunState) -> Awaited:
    """The next thing a table waits for now."""
    chooses = state.rulings["defender-throws-all"] == "chooses"
    return replace(_game(state), defender_chooses=chooses)


def _game(state: ShogunState) -> Awaited:
    """The stage that the game at a table has come to."""
    seen = view(state)
    game, throw = seen.campaign, seen.throws + 1
    if seen.drafting is not None:
        draft = seen.drafting.draft
        return Awaited(DRAFT, seen.players, throw, draft.player, None, tuple(draft.open))
    if game is None:
        return Awaited(TOWER_ALONE, seen.players, throw)
    calendar = game.calendar
    if game.revolting is not None and game.pending is not None:
        provinces, _ = game.pending[game.revolting]
        return Awaited(calendar.stage, seen.players, throw, game.revolting, None, provinces)
    if calendar.player is None or calendar.action is None:
        return Awaited(calendar.stage, seen.players, throw, calendar.player)
    return _turn(state, game, calendar.player, calendar.action)


def _turn(state: ShogunState, game: Campaign, player: str, action: str) -> Awaited:
    """A player's turn in an action, with what can be named in it."""
    seen, stage = view(state), game.calendar.stage
    own = tuple(sorted(game.cards & {*game.realm.owned(player)}))
    planned = next((c.province for c in seen.opened if (c.player, c.action) == (player, action)), "")
    own = (planned,) if planned in own else own
    marches = tuple(_marches(game, player, action, own))
    throw = seen.throws + 1
    return Awaited(stage, seen.players, throw, player, action, own, marches, planned=planned)


def _marches(
    game: Campaign, player: str, action: str, own: tuple[str, ...]
) -> Iterator[tuple[str, str, int]]:
    """The ways armies can go in an action; the action that places one army may move that one too."""
    if action not in (*COMBATS, "one"):
        return
    lands = game.realm.lands
    for source in own:
        most = lands[source].armies - (action in COMBATS)
        for target in game.realm.neighbours(source) if most > 0 else ():
            if target in lands and (action in COMBATS or lands[target].owner == player):
                yield (source, target, most)
