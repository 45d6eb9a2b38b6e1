"""Battles and revolts that players tell, completed with the event and the cards that the table knows of."""

from dataclasses import replace

from companion.data.shogun import facts
from companion.errors import InputError, Refused
from companion.play.shogun.fights.fight import TellFight, ThrowAttack, ThrowCubes, ThrowRevolt
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.battle.muster import CASTLE_EVENT, TEMPLE_EVENT
from companion.rules.shogun.realm import NEUTRAL, daimyo
from companion.rules.shogun.round.actions import special_words
from companion.rules.shogun.round.events import event_words
from companion.rules.shogun.round.stages import Calendar, Stage
from companion.sentences import listed


def completed(state: ShogunState, wish: TellFight) -> ThrowAttack | ThrowRevolt | ThrowCubes:
    """A fight with the event in force and the cards held, where the table keeps its rounds."""
    fight, calendar = wish.fight, state.game
    if not isinstance(calendar, Calendar) or isinstance(fight, ThrowCubes):
        return fight
    if isinstance(fight, ThrowAttack):
        attack = replace(
            fight.attack,
            event=_event(calendar, fight.attack.event),
            attack_card=_held(calendar, fight.attack.attacker, "attack", fight.attack.attack_card),
            defence_card=_held(calendar, fight.attack.defender, "defence", fight.attack.defence_card),
        )
        said = {CASTLE_EVENT: attack.castle, TEMPLE_EVENT: attack.temple}.get(attack.event, True)
        if attack.defender != NEUTRAL:
            _ask_building(attack.event, said or wish.bare)
        return replace(fight, attack=attack)
    rising = fight.rising
    if calendar.stage == Stage.REVOLTS:
        drawn = state.hungry.get(rising.owner, ())
        if fight.province and drawn and fight.province not in drawn:
            raise Refused(
                "{province} was not drawn; these were: {names}.", province=fight.province, names=listed(drawn)
            )
        return replace(fight, rising=replace(rising, winter=_greens(state, rising.owner, rising.winter)))
    rising = replace(
        rising,
        event=_event(calendar, rising.event),
        defence_card=_held(calendar, rising.owner, "defence", rising.defence_card),
    )
    if rising.event == CASTLE_EVENT and state.rulings["revolt-defence"] == "yes" and rising.winter is None:
        _ask_building(rising.event, rising.castle or wish.bare)
    return replace(fight, rising=rising)


def _event(calendar: Calendar, said: str) -> str:
    if calendar.event is None:
        return said
    rule = calendar.rule(facts().events)
    if said not in ("", rule):
        raise Refused(
            "Another event is in force, {number}: {words}", number=calendar.event, words=event_words(rule)
        )
    return rule


def _held(calendar: Calendar, player: str, special: str, said: bool) -> bool:
    """True when a player holds a special card: as all have taken theirs, or else as was said."""
    if calendar.stage != Stage.ACTIONS or len(calendar.taken) < len(calendar.players):
        return said
    held = calendar.taken.get(player) == special
    if said and not held:
        raise Refused(
            "{player} does not hold {special} this round.",
            player=daimyo(player),
            special=special_words(special),
        )
    return held


def _ask_building(rule: str, said: bool) -> None:
    if not said:
        raise InputError(
            "{words} Whether one stands there must be said.", remedy="building", words=event_words(rule)
        )


def _greens(state: ShogunState, owner: str, said: int | None) -> int:
    """The green armies that this winter adds to a player's revolts."""
    greens = state.greens.get(owner)
    if greens is None:
        raise Refused("No province of {player} revolts this winter.", player=daimyo(owner))
    if said not in (None, greens):
        raise Refused(
            "The green armies that this winter adds to each revolt of {player}: {count}, not {said}.",
            player=daimyo(owner),
            count=greens,
            said=said,
        )
    return greens
