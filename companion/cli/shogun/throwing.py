"""What attack, revolt and throw share: reading what was declared, throwing, and telling what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from companion.cli.shogun.asking import read_province, refuse
from companion.cli.shogun.drawing import draw_tray
from companion.cli.shogun.falling import show_fall
from companion.cli.shogun.inputs import (
    attack_card_option,
    castle_option,
    defence_card_option,
    event_option,
    forces,
    markers_option,
    read_counts,
    read_defender,
    read_event,
    temple_option,
    winter_option,
)
from companion.cli.shogun.keeping import do
from companion.cli.shogun.tables import joined, speak_log
from companion.cli.voice import said, speak, speak_json
from companion.data.vocabulary import typed_as
from companion.errors import InputError
from companion.rules.shogun.action.result import Illegal
from companion.rules.shogun.battle.muster import Attack, Muster, Rising
from companion.rules.shogun.cubes import NEUTRAL, Cube, counted, daimyo
from companion.sentences import Sentence, say
from companion.service.shogun.standing import cubes_data
from companion.table.fold import Step
from companion.table.shogun.state import ShogunState
from companion.table.shogun.throws import asked_attack, asked_revolt, muster_of, verdict_of
from companion.table.shogun.views import as_known, view

__all__ = [
    "as_throw",
    "attack_options",
    "carry_out",
    "fight_options",
    "read_attack",
    "read_out",
    "read_revolt",
    "revolt_options",
    "tell_odds",
    "tell_throw",
    "throw_options",
]

F = TypeVar("F", bound=Callable[..., Any])


def _with(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    def add(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return add


attack_options = _with(
    click.option("--attacker", metavar="COLOUR=NUMBER", help="Who attacks, with how many armies."),
    click.option(
        "--defender",
        metavar="COLOUR=NUMBER",
        help="Who owns the province, with all armies there; or neutral.",
    ),
    click.option(
        "--from",
        "leaving",
        type=click.IntRange(0, 62),
        metavar="NUMBER",
        help="Armies in the province the attack comes from; one must stay.",
    ),
    click.option(
        "--defending",
        type=click.IntRange(0, 62),
        metavar="NUMBER",
        help="How many of them the defender throws (ruling defender-throws-all=chooses).",
    ),
    attack_card_option,
    temple_option,
)
revolt_options = _with(
    click.option("--owner", metavar="COLOUR=NUMBER", help="Whose province revolts, with all armies there."),
    winter_option,
)
fight_options = _with(
    click.option("--province", default="", metavar="NAME", help="The province, for the log."),
    markers_option,
    event_option,
    castle_option,
    defence_card_option,
    click.option(
        "--supply",
        "supplies",
        multiple=True,
        metavar="COLOUR=NUMBER",
        help="Armies left in a supply, when it runs short; an additional army is skipped when there is none.",
    ),
)
throw_options = _with(
    click.option("--odds-only", is_flag=True, help="Only the odds; nothing is thrown."),
    click.option("--still", is_flag=True, help="Do not show the throw falling."),
)


def read_out(typed: Sequence[str]) -> dict[str, int] | None:
    """What came out of a real tower; ``None`` when nothing was said of it."""
    if not typed:
        return None
    if len(typed) == 1 and (typed[0].strip() == "0" or typed_as("shogun", "nothing", typed[0])):
        return {}
    return read_counts(typed)


def read_attack(declared: Mapping[str, Any], out: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The request for an attack, from the options.

    Raises:
        InputError: When a side is missing or cannot be read.
    """
    if declared["attacker"] is None or declared["defender"] is None:
        raise InputError("Name both sides of an attack: --attacker blue=4 --defender yellow=3 (or neutral).")
    attacker, armies = forces(declared["attacker"])
    defender, defenders = read_defender(declared["defender"])
    if defender == NEUTRAL and defenders is not None:
        raise InputError("How many green armies defend follows from the event; name the defender neutral.")
    attack = Attack(
        attacker,
        armies,
        defender,
        defenders or 0,
        leaving=declared["leaving"],
        thrown_by_defender=declared["defending"],
        attack_card=declared["attack_card"],
        defence_card=declared["defence_card"],
        event=read_event(declared["event"]),
        castle=declared["castle"],
        temple=declared["temple"],
    )
    supply = read_counts(declared["supplies"])
    return asked_attack(attack, declared["markers"], _province(declared["province"]), supply, out)


def read_revolt(declared: Mapping[str, Any], out: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The request for a revolt, from the options.

    Raises:
        InputError: When the owner is missing or cannot be read.
    """
    if declared["owner"] is None:
        raise InputError("Name the owner of the province in revolt: --owner blue=4.")
    owner, armies = forces(declared["owner"])
    rising = Rising(
        owner,
        armies,
        declared["markers"],
        declared["winter"],
        declared["defence_card"],
        read_event(declared["event"]),
        declared["castle"],
    )
    supply = read_counts(declared["supplies"])
    return asked_revolt(rising, _province(declared["province"]), supply, out)


def _province(typed: str) -> str:
    """The province a fight is about; nothing where none was named."""
    return read_province(typed) if typed.strip() else ""


def carry_out(kind: str, asked: dict[str, Any], options: Mapping[str, Any]) -> None:
    """Throw at a table, and tell it; or tell the odds alone.

    What the rules forbid, and a battle that the kept board decides, is answered with its reason, and
    exit code 1.

    Args:
        kind: The kind of event.
        asked: The request.
        options: ``table``, ``store``, ``odds_only``, ``still`` and ``as_json`` as typed.
    """
    as_json = options["as_json"]
    with joined(options["store"], options["table"]) as table:
        if options["odds_only"]:
            tell_odds(as_known(table.state), kind, asked, as_json)
            return
        muster = muster_of(table.state, kind, asked)
        if muster.refused is not None:
            refuse(Illegal(muster.refused), as_json)
        event = do(table, kind, asked, as_json)
        step = table.history.step(event.number)
        if as_json:
            speak_json(as_throw(table.name, step))
            return
        tell_throw(step, options["still"])
        speak_log(table)


def _odds(state: ShogunState, kind: str, asked: Mapping[str, Any]) -> Any:
    from companion.table.shogun.chances import contents_told, odds_of  # numpy: only when it is needed

    return odds_of(state, kind, asked, contents_told(state))


def tell_odds(state: ShogunState, kind: str, asked: Mapping[str, Any], as_json: bool) -> None:
    """Tell the odds before a throw."""
    muster = muster_of(state, kind, asked)
    if muster.refused is not None:
        refuse(Illegal(muster.refused), as_json)
    odds = _odds(state, kind, asked)
    if odds is None:
        raise InputError("There are odds for an attack or a revolt only.")
    if as_json:
        from companion.service.shogun.odds import odds_data  # numpy again

        speak_json(odds_data(odds))
        return
    for note in muster.notes:
        speak(note)
    speak(_odds_in_words(odds, kind, asked))


def _odds_in_words(odds: Any, kind: str, asked: Mapping[str, Any]) -> Sentence:
    from companion.service.shogun.figures import percent

    player = asked["attack"]["attacker"] if kind == "attack" else asked["rising"]["owner"]
    return say(
        "Before the throw: {player} wins {win}, tie {tie}, loses {lose}.",
        player=daimyo(player),
        win=percent(odds.win),
        tie=percent(odds.tie),
        lose=percent(odds.lose),
    )


def as_throw(name: str, step: Step[ShogunState]) -> dict[str, Any]:
    """The throw for a program."""
    before, event = step.before, step.event
    assert before is not None  # a throw is never the first event
    muster = muster_of(before, event.kind, event.asked)
    out = _counts(event.result["out"])
    answer: dict[str, Any] = {
        "table": name,
        "event": event.number,
        "throw": event.result["throw"],
        "in": _counts(event.result["in"]),
        "out": out,
        "tray": _counts(event.result["tray"]),
    }
    odds = _odds(before, event.kind, event.asked)
    verdict = verdict_of(before, event.kind, event.asked, muster, out)
    if odds is not None and verdict is not None:
        from companion.service.shogun.odds import odds_data  # numpy again

        answer["odds"] = odds_data(odds)
        answer["chance"] = odds.chance(verdict.winner)
        answer["chance_of_tray"] = odds.chance_of_tray(out)
        answer["verdict"] = verdict.as_answer()
    answer["notes"] = [said(note) for note in muster.notes]
    answer["outside"] = cubes_data(view(step.after))["outside"]
    answer["hash"] = event.hash
    return answer


def tell_throw(step: Step[ShogunState], still: bool) -> None:
    """The throw for the players."""
    from companion.service.shogun.figures import percent

    before, event = step.before, step.event
    assert before is not None  # a throw is never the first event
    muster = muster_of(before, event.kind, event.asked)
    odds = _odds(before, event.kind, event.asked)
    speak(_heading(event.kind, event.asked, muster, event.result["throw"]))
    for note in muster.notes:
        speak(note)
    if odds is not None:
        speak(_odds_in_words(odds, event.kind, event.asked))
    out = _counts(event.result["out"])
    show_fall(_counts(event.result["in"]), out, wanted=not still and event.asked["out"] is None)
    speak("In the tray:")
    for line in draw_tray(out):
        click.echo(line)
    verdict = verdict_of(before, event.kind, event.asked, muster, out)
    if verdict is None:
        speak("Nobody fights: all of it stays in the tray for the next throw.")
        return
    for each in verdict.lines:
        speak(each.text)
    if odds is not None:
        speak("This happens in {chance} of such throws.", chance=percent(odds.chance(verdict.winner)))


def _heading(kind: str, asked: Mapping[str, Any], muster: Muster, throw: int) -> Sentence:
    if kind == "throw":
        return say("Throw {throw}.", throw=throw)
    province = asked["province"]
    if kind == "attack":
        attack = Attack(**asked["attack"])
        what = (
            say("{attacker} attacks a neutral province", attacker=daimyo(attack.attacker))
            if attack.defender == NEUTRAL
            else say(
                "{attacker} attacks {defender}",
                attacker=daimyo(attack.attacker),
                defender=daimyo(attack.defender),
            )
        )
    else:
        what = say("the farmers revolt against {owner}", owner=daimyo(asked["rising"]["owner"]))
    if province:
        return say("Throw {throw}, {province}: {what}.", throw=throw, province=province, what=what)
    return say("Throw {throw}: {what}.", throw=throw, what=what)


def _counts(cubes: Sequence[str]) -> dict[str, int]:
    return counted(Cube.parse(cube) for cube in cubes)
