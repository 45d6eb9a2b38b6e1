"""The course of a game: from laying the cards to the event, the bids, the actions, and round to winter.

Spring, summer and autumn go through the same stages; winter follows; after two years the game ends.
The shuffles come from ``chance``; what they gave is handed in, so that a log can tell it again.
Source: Shogun booklet, Course of the game.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.data.shogun import EventCard
from companion.errors import InputError, Refused
from companion.rules.shogun.chance import Draws, shuffled
from companion.rules.shogun.realm import daimyo, not_on_turn
from companion.rules.shogun.round.actions import ACTIONS, SPECIALS, action_words, special_words
from companion.rules.shogun.round.calendar import FACE_UP, ROUNDS, YEARS, Calendar, Season, Stage, next_words
from companion.rules.shogun.round.events import OPEN_EVENTS


def shuffle_events(events: Sequence[EventCard], draws: Draws) -> tuple[int, ...]:
    """Shuffle the twelve event cards; the first four are opened."""
    return shuffled([event.number for event in events], draws, "events")


def open_events(year: int, season: Season) -> int:
    """The number of event cards open when a round begins: each round before it has used one."""
    if not 1 <= year <= YEARS or season not in ROUNDS:
        raise InputError("A game begins in spring, summer or autumn of year 1 or 2.")
    return OPEN_EVENTS - ROUNDS.index(season)


def put_on_top(pile: Sequence[int], opened: Sequence[int], count: int) -> tuple[int, ...]:
    """The pile with the event cards on top that players have opened from a pile of their own."""
    if len(set(opened)) != count or len(opened) != count or not set(opened) <= set(pile):
        raise InputError(
            "{count} different event cards are open, out of these: {numbers}.",
            count=count,
            numbers=" ".join(map(str, sorted(pile))),
        )
    return (*opened, *(number for number in pile if number not in opened))


def open_game(
    players: Sequence[str], pile: Sequence[int], year: int = 1, season: Season = Season.SPRING
) -> Calendar:
    """The first spring, or the round in which a table begins to keep its game, with its event cards open."""
    count = open_events(year, season)
    return Calendar(tuple(players), tuple(pile[count:]), tuple(pile[:count]), year, season)


def shuffle_actions(calendar: Calendar, draws: Draws) -> tuple[str, ...]:
    """Shuffle the ten action cards for this round."""
    return shuffled(ACTIONS, draws, f"{calendar.label} actions")


def shuffle_specials(calendar: Calendar, draws: Draws) -> tuple[str, ...]:
    """Shuffle the five special cards for this round."""
    return shuffled(SPECIALS, draws, f"{calendar.label} specials")


def lay_cards(calendar: Calendar, actions: Sequence[str], specials: Sequence[str]) -> Calendar:
    """Lay the action cards and the special cards on their spaces."""
    if calendar.stage != Stage.LAY:
        raise Refused("This is not the moment to lay cards. Next: {next}", next=next_words(calendar))
    return replace(calendar, stage=Stage.EVENT, actions=tuple(actions), specials=tuple(specials))


def draw_event(calendar: Calendar, draws: Draws) -> int:
    """Shuffle the open event cards and draw one."""
    return calendar.open_events[draws.below(f"{calendar.label} event", len(calendar.open_events))]


def take_event(calendar: Calendar, event: int) -> Calendar:
    """Put an open event card in force; it leaves the game after the round."""
    if calendar.stage != Stage.EVENT:
        raise Refused("This is not the moment to draw an event. Next: {next}", next=next_words(calendar))
    if event not in calendar.open_events:
        raise Refused(
            "The event card {number} is not open; open are {numbers}.",
            number=event,
            numbers=" ".join(map(str, calendar.open_events)),
        )
    left = tuple(number for number in calendar.open_events if number != event)
    return replace(calendar, stage=Stage.BIDS, event=event, open_events=left)


def rank_choosers(calendar: Calendar, order: Sequence[str]) -> Calendar:
    """Take the ranking of the bids: in this order special cards are chosen."""
    if calendar.stage != Stage.BIDS:
        raise Refused("This is not the moment for bids. Next: {next}", next=next_words(calendar))
    for player in calendar.players:
        if player not in order:
            raise Refused("The bid of {player} is missing.", player=daimyo(player))
    return replace(calendar, stage=Stage.CHOICE, choosers=tuple(order))


def choose_special(calendar: Calendar, player: str, special: str) -> Calendar:
    """Take a special card and with it its place in turn order; empty spaces are skipped."""
    if calendar.stage != Stage.CHOICE:
        raise Refused(
            "This is not the moment to take a special card. Next: {next}", next=next_words(calendar)
        )
    if player != calendar.player:
        raise not_on_turn(player, calendar.player)
    if special not in calendar.specials:
        raise Refused("The special cards of this round were not laid here.")
    if special in calendar.taken.values():
        raise Refused("The card {special} is taken.", special=special_words(special))
    taken = {**calendar.taken, player: special}
    chosen = replace(calendar, taken=taken)
    if len(taken) < len(calendar.players):
        return chosen
    by_space = sorted(taken, key=lambda each: calendar.specials.index(taken[each]))
    return replace(chosen, stage=Stage.ACTIONS, order=tuple(by_space))


def next_action(calendar: Calendar, turned: str | None = None) -> Calendar:
    """End the action under way, where turns are not told one by one; the tenth ends the round."""
    if calendar.stage != Stage.ACTIONS:
        raise Refused("This is not the moment for actions. Next: {next}", next=next_words(calendar))
    if not calendar.actions:
        raise Refused("The action cards of this round were not laid here.")
    over = calendar.turn // len(calendar.players) + 1
    moved = replace(calendar, turn=over * len(calendar.players))
    if FACE_UP + over <= len(ACTIONS):
        return _turn_up(moved, _face_down(calendar), turned)
    if turned is not None:
        raise Refused("No action card is face down any more.")
    return _put_away(moved) if over == len(ACTIONS) else moved


def _turn_up(calendar: Calendar, left: Sequence[str], turned: str | None) -> Calendar:
    """Turn up the action card that is due: the one that was dealt here, or the one that players tell."""
    if not left:
        if turned is not None:
            raise Refused("These action cards were dealt here and are turned up here.")
        return calendar
    if turned is None and len(left) > 1:
        raise InputError("Say which action card was turned up.", remedy="turned")
    if turned is not None and turned not in left:
        raise Refused("The action card lies there already: {action}.", action=action_words(turned))
    return replace(calendar, actions=(*calendar.actions, turned or left[0]))


def told_next(calendar: Calendar) -> tuple[str, ...]:
    """The action cards of which players tell one at an action's end; none where it is known here."""
    left = _face_down(calendar) if calendar.action is not None else ()
    return left if len(left) > 1 else ()


def _face_down(calendar: Calendar) -> tuple[str, ...]:
    """The action cards that may lie where the next is turned up; none where it was dealt here."""
    over = calendar.turn // len(calendar.players) + 1
    if len(calendar.actions) >= min(FACE_UP + over, len(ACTIONS)):
        return ()
    return tuple(action for action in ACTIONS if action not in calendar.actions)


def close_round(calendar: Calendar) -> Calendar:
    """End a round: all turns that are left were blanks, and the turn order is kept for winter."""
    if calendar.stage != Stage.ACTIONS:
        raise Refused("This is not the moment to end the round. Next: {next}", next=next_words(calendar))
    return _put_away(calendar)


def _put_away(calendar: Calendar) -> Calendar:
    position = ROUNDS.index(calendar.season)
    last = position == len(ROUNDS) - 1
    return replace(
        calendar,
        season=Season.WINTER if last else ROUNDS[position + 1],
        stage=Stage.WINTER if last else Stage.LAY,
        event=None,
        actions=(),
        specials=(),
        choosers=(),
        taken={},
        turn=0,
    )


def close_winter(calendar: Calendar) -> Calendar:
    """End a year: four new event cards are opened; after the second winter the game is over."""
    if calendar.stage != Stage.REVOLTS:
        raise Refused("This is not the moment to count. Next: {next}", next=next_words(calendar))
    if calendar.year == YEARS:
        return replace(calendar, stage=Stage.OVER, open_events=())
    opened, pile = calendar.pile[:OPEN_EVENTS], calendar.pile[OPEN_EVENTS:]
    year = calendar.year + 1
    return replace(calendar, year=year, season=Season.SPRING, stage=Stage.LAY, open_events=opened, pile=pile)


def skip_to(calendar: Calendar, stage: Stage) -> Calendar:
    """Pass over what players did without telling, where only the calendar is kept.

    They tell now of ``LAY``, ``BIDS``, ``ACTIONS`` (to end them) or ``WINTER``; where that stage cannot be
    reached the calendar stays as it is.
    """
    if stage == Stage.WINTER:
        if calendar.stage in (Stage.WINTER, Stage.REVOLTS, Stage.OVER):
            return calendar
        return _put_away(replace(calendar, season=ROUNDS[-1]))
    if stage == Stage.ACTIONS:
        if calendar.stage in (Stage.LAY, Stage.EVENT, Stage.BIDS, Stage.CHOICE):
            return replace(calendar, stage=Stage.ACTIONS)
        return calendar
    if calendar.stage == Stage.REVOLTS:
        calendar = close_winter(calendar)
    if calendar.stage in (Stage.CHOICE, Stage.ACTIONS):
        calendar = _put_away(calendar)
    if stage == Stage.BIDS and calendar.stage in (Stage.LAY, Stage.EVENT):
        return replace(calendar, stage=Stage.BIDS)
    return calendar
