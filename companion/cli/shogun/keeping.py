"""What the commands of a kept game share: doing a step at a table, and telling where the game stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import click

from companion.cli.shogun.asking import refuse
from companion.cli.voice import said, speak
from companion.data.shogun import facts
from companion.rules.shogun.action.result import Illegal
from companion.rules.shogun.components import building_name
from companion.rules.shogun.cubes import armies, daimyo
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import Land, Realm
from companion.rules.shogun.round.actions import action_typed, action_words
from companion.rules.shogun.round.calendar import Calendar, Stage, next_words, season_words
from companion.rules.shogun.round.events import event_words, rule_of
from companion.rules.shogun.round.passing import passed_words
from companion.rules.shogun.round.special_cards import special_words
from companion.sentences import Sentence, say, say_count
from companion.service.session import Session
from companion.table.log import Event
from companion.table.shogun.kept import Drafting, Kept, Refused, calendar_of
from companion.table.shogun.state import ShogunState

__all__ = [
    "as_calendar",
    "as_realm",
    "do",
    "refuse_passing",
    "speak_calendar",
    "speak_draft",
    "speak_next",
    "speak_passed",
    "speak_realm",
    "speak_seats",
]


def do(table: Session[ShogunState], kind: str, asked: Mapping[str, Any], as_json: bool) -> Event:
    """Do a step at a table; what the rules forbid is answered with its reason, and exit code 1."""
    try:
        return table.do(kind, asked).event
    except Refused as refused:
        refuse(refused.illegal, as_json)


def refuse_passing(calendar: Calendar, turns: tuple[tuple[str, str], ...], as_json: bool) -> NoReturn:
    """Answer no where turns would be passed over unasked: tell which, and how to make them blanks."""
    passed = passed_words(calendar, turns)
    refuse(
        Illegal(
            say(
                "Nothing is done: these turns were not told: {turns}. If they were blanks, add --pass.",
                turns=passed,
            )
        ),
        as_json,
    )


def speak_passed(calendar: Calendar, turns: tuple[tuple[str, str], ...]) -> None:
    """Tell which turns were passed over as blanks."""
    speak(
        "Passed over as blanks: {turns}. 'companion shogun undo' takes it back.",
        turns=passed_words(calendar, turns),
    )


def as_calendar(kept: Kept | None) -> dict[str, Any] | None:
    """Where a game stands, for a program; face-down cards are not told."""
    if isinstance(kept, Drafting):
        draft = kept.draft
        return {
            "stage": "draft",
            "player": draft.player,
            "open": list(draft.open),
            "buried": list(draft.buried),
            "groups": {player: list(groups) for player, groups in draft.groups.items()},
        }
    calendar = calendar_of(kept)
    if calendar is None:
        return None
    answer: dict[str, Any] = {
        "year": calendar.year,
        "season": calendar.season.value,
        "stage": calendar.stage.value,
        "player": kept.revolting if isinstance(kept, Campaign) and kept.pending else calendar.player,
        "action": calendar.action,
        "actions": [
            action if number < calendar.face_up else None for number, action in enumerate(calendar.actions)
        ],
        "specials": list(calendar.specials),
        "event": calendar.event,
        "open_events": list(calendar.open),
        "choosers": list(calendar.choosers),
        "taken": calendar.special_of,
        "order": list(calendar.order),
    }
    if isinstance(kept, Campaign) and kept.pending is not None:
        answer["revolts"] = {
            player: {"provinces": list(provinces), "greens": greens}
            for player, (provinces, greens) in kept.pending.items()
        }
    return answer


def as_realm(realm: Realm) -> dict[str, Any]:
    """The board for a program."""
    return {
        "provinces": {
            name: {
                "owner": land.owner,
                "armies": land.armies,
                "buildings": list(land.buildings),
                "markers": land.markers,
            }
            for name, land in realm.lands.items()
        },
        "players": {
            player: {
                "supply": seat.supply,
                "armies": realm.armies(player),
                "chests": seat.chests,
                "rice": seat.rice,
                "points": seat.points,
                "provinces": list(realm.owned(player)),
            }
            for player, seat in realm.seats.items()
        },
        "stock": {
            "chests": realm.stock.chests,
            "markers": realm.stock.markers,
            "castles": realm.stock.castle,
            "temples": realm.stock.temple,
            "theatres": realm.stock.theatre,
            "green": realm.stock.green,
        },
    }


def speak_draft(drafting: Drafting) -> None:
    """Tell whose turn it is in a draft, and what is open."""
    draft = drafting.draft
    if draft.player is None:
        return
    if draft.buried:
        speak(
            "{player} faced {cards} twice: they go under the pile.",
            player=daimyo(draft.player),
            cards=", ".join(draft.buried),
        )
    provinces = drafting.board.provinces
    speak("{player} chooses; open are:", player=daimyo(draft.player))
    for name in draft.open:
        speak(
            "  {province}: chests {chests}, rice {rice}, sites {sites}",
            province=name,
            chests=provinces[name].chests,
            rice=provinces[name].rice,
            sites=provinces[name].sites,
        )
    speak("Groups left: {groups}.", groups=" ".join(map(str, draft.groups[draft.player])))


def speak_calendar(calendar: Calendar) -> None:
    """Tell year and season, the event, the cards, and what happens next."""
    if calendar.stage == Stage.OVER:
        speak("The game is over.")
        return
    speak("Year {year}, {season}.", year=calendar.year, season=season_words(calendar.season))
    events = facts().events
    if calendar.event is not None:
        speak(
            "Event {number}: {words}",
            number=calendar.event,
            words=event_words(rule_of(events[calendar.event - 1])),
        )
    if calendar.stage in (Stage.LAY, Stage.EVENT):
        speak("Open events:")
        for number in calendar.open:
            event = events[number - 1]
            speak(
                "  {number}: {words} In winter: {loss} rice less.",
                number=number,
                words=event_words(rule_of(event)),
                loss=event.winter_loss,
            )
    if calendar.actions:
        speak("Actions:")
        for number, action in enumerate(calendar.actions, start=1):
            if number <= calendar.face_up:
                mark = ">" if action == calendar.action else " "
                click.echo(f" {mark}{number:>2}. {said(action_words(action))} ({said(action_typed(action))})")
        down = len(calendar.actions) - calendar.face_up
        if down:
            speak(
                say_count(
                    "    {count} action card is face down.", "    {count} action cards are face down.", down
                )
            )
        speak("Special cards:")
        holders = {special: player for player, special in calendar.taken}
        for number, special in enumerate(calendar.specials, start=1):
            holder = f": {said(daimyo(holders[special]))}" if special in holders else ""
            click.echo(f"   {number}. {said(special_words(special))}{holder}")
    if calendar.order and calendar.stage in (Stage.ACTIONS, Stage.WINTER, Stage.REVOLTS):
        speak("Turn order: {players}.", players=_in_order(calendar.order))


def _in_order(players: tuple[str, ...]) -> str:
    return ", ".join(said(daimyo(player)) for player in players)


def speak_next(kept: Kept) -> None:
    """Tell what happens next."""
    if isinstance(kept, Drafting):
        speak_draft(kept)
        return
    calendar = calendar_of(kept)
    assert calendar is not None  # nothing else is kept
    if isinstance(kept, Campaign) and kept.revolting is not None and kept.pending is not None:
        provinces, greens = kept.pending[kept.revolting]
        speak(
            "{player} chooses the next revolt: {names}; {greens} more each, and one for each marker.",
            player=daimyo(kept.revolting),
            names=", ".join(provinces),
            greens=armies({"green": greens}),
        )
        return
    if calendar.stage == Stage.ACTIONS and calendar.action is not None and isinstance(kept, Campaign):
        speak(
            "Next: {player}, {action}.",
            player=daimyo(str(calendar.player)),
            action=action_words(calendar.action),
        )
        return
    if calendar.stage == Stage.REVOLTS:
        if isinstance(kept, Campaign):
            speak("Next: the points are counted.")
        else:
            speak("Next: revolts are thrown and points counted at the table; then the new year begins.")
        return
    speak("Next: {next}", next=next_words(calendar))


def speak_seats(realm: Realm) -> None:
    """Tell what each player owns, a line each."""
    for player, seat in realm.seats.items():
        speak(
            "{player}: provinces {provinces}, armies {armies}, supply {supply}, chests {chests}, "
            "rice {rice}, points {points}",
            player=daimyo(player),
            provinces=len(realm.owned(player)),
            armies=realm.armies(player),
            supply=seat.supply,
            chests=seat.chests,
            rice=seat.rice,
            points=seat.points,
        )


def speak_realm(realm: Realm) -> None:
    """Tell the whole board: each player's provinces, then what each owns."""
    for player in realm.players:
        speak("{player}:", player=daimyo(player))
        for name in realm.owned(player):
            click.echo(f"  {name}: {said(_land_words(realm.lands[name]))}")
    speak_seats(realm)


def _land_words(land: Land) -> Sentence:
    words = armies({str(land.owner): land.armies})
    for kind in land.buildings:
        words = say("{before}, {word}", before=words, word=building_name(kind))
    if land.markers:
        marked = say_count("{count} revolt marker", "{count} revolt markers", land.markers)
        words = say("{before}, {word}", before=words, word=marked)
    return words
