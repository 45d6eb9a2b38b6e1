"""Short lines of the prompt of Shogun, and the requests they stand for.

Names may be typed by their beginnings; which are meant is told from what the table waits for. What is said
with options is read as by the command of the same name; a whole command is left to itself.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import click

from companion.cli.shogun import throws
from companion.cli.shogun.by_hand import read_changes
from companion.cli.shogun.prompt import naming
from companion.cli.shogun.reading import read_bids, read_out
from companion.cli.voice import said
from companion.data.rows import whole_number
from companion.data.vocabulary import folded, guesses, typed_as, vocabulary
from companion.errors import InputError
from companion.play.shogun.bids import RevealBids
from companion.play.shogun.by_hand import ChangeInside, ChangeTray
from companion.play.shogun.fights.fight import TakeTurn, WinterRevolt
from companion.play.shogun.round import DrawEvent, EndRound, LayCards, TakeSpecial
from companion.play.shogun.set_up import DraftCard
from companion.play.shogun.telling.awaited import DRAFT, THROWS, Awaited
from companion.play.shogun.winter import BeginWinter, CountPoints
from companion.rules.shogun.game.campaign import Order
from companion.rules.shogun.realm import GREEN, NEUTRAL
from companion.rules.shogun.round.actions import ACTIONS, COMBATS, special_named
from companion.rules.shogun.round.stages import Stage
from companion.rules.shogun.setup.draft import PILE
from companion.table.history import Redo, Undo

HELP = "help"
LEAVE = "leave"

COMMANDS = (
    *("odds", "score", "show", "trust", "log", "luck", "undo", "redo", "tray", "word"),
    *("attack", "revolt", "throw", "round", "lay", "event", "bids"),
    *("take", "act", "end", "winter", "draft", "correct", "setup", "verify"),
    *("reveal", "inside", "tower", "help", "leave"),
)
"""Words that a line may begin with, in the order in which Tab offers them."""

_STEPS = ("lay", "event", "end")
_MARKS = {"m": "--markers", "e": "--event", "w": "--winter", "d": "--defending"}
_HERE = {"castle": "--castle", "temple": "--temple"}
_FLAGS = (
    *("--attack-card", "--castle", "--defence-card", "--into-tray"),
    *("--odds-only", "--pass", "--still", "--temple", "--trust"),
)
_MARKED = re.compile(r"([mewd])(\d+)")


def read_line(line: str, now: Awaited) -> object:
    """The request that a line stands for, or the words of a command; or ``HELP`` or ``LEAVE``."""
    words = line.split()
    if not words:
        return _blank(now)
    if now.stage == Stage.CHOICE and len(words) == 1:
        special = naming.special_or_none(words[0])
        if special is not None:
            return TakeSpecial(str(now.player), special)
    name = vocabulary("shogun", "command").find(words[0])
    if name is not None:
        return _command(name, words[1:], now)
    try:
        return _here(words, now)
    except InputError:
        commands = vocabulary("shogun", "command")
        start = folded(words[0])
        shown = [folded(said(commands.word(name))) for name in COMMANDS]
        if len(start) > 1 and any(name.startswith(start) for name in shown):
            return _command(naming.begun(commands, words[0], COMMANDS), words[1:], now)
        if guesses(start, shown):
            commands.named(words[0])  # says which command was meant
        raise


def _blank(now: Awaited) -> object:
    """The step that needs no word, or a blank, for Enter alone."""
    match now.stage:
        case Stage.ACTIONS:
            return throws.Thrown(TakeTurn(Order(str(now.player), str(now.action)), blanks=False))
        case Stage.REVOLTS:
            return throws.Thrown(WinterRevolt(now.provinces[0])) if now.provinces else CountPoints()
        case Stage.LAY:
            return LayCards()
        case Stage.EVENT:
            return DrawEvent()
        case Stage.WINTER:
            return BeginWinter()
        case Stage.OVER:
            return ["round"]
    raise InputError("There is nothing that Enter alone could mean here; ? tells what can be typed.")


def _command(name: str, rest: list[str], now: Awaited) -> object:
    """A line that begins with a command; one with options is left to it."""
    if name in (HELP, LEAVE):
        return name
    if rest and rest[0].startswith("--"):
        return ["round", name, *rest] if name in _STEPS else [name, *rest]
    if name == "redo":
        return Redo()
    if name == "undo" and not rest:
        return Undo()
    if name == "trust":
        return ["show", "--last", "--trust", *rest]
    read: dict[str, Callable[[list[str], Awaited], object]] = {
        **{step: partial(_step, step) for step in _STEPS},
        "odds": _odds,
        "attack": _turn if now.stage == Stage.ACTIONS else _attack,
        "revolt": _revolt,
        "throw": _cubes,
        "inside": partial(_cubes_there, "inside"),
        "tray": partial(_cubes_there, "tray"),
        "word": lambda words, here: ["word", *naming.colour_pairs(words, here.players)],
        "bids": _bids,
        "take": _take,
        "draft": _draft,
        "winter": _winter,
    }
    return read[name](rest, now) if name in read else [name, *rest]


def _options(command: click.Command, more: list[str], *needed: str, **known: object) -> dict[str, Any]:
    """The options of a command as they were typed, with words it needs, and others that are known."""
    return command.make_context(str(command.name), ["", *needed, *more]).params | known


def _step(name: str, words: list[str], now: Awaited) -> object:
    """A step of the round, with the cards of the players, as they lie or were turned up."""
    if name == "event":
        return DrawEvent(whole_number(" ".join(words), 1, 12) if words else None)
    if name == "end":
        return ["round", name, *words] if words else EndRound(False)
    if not words:
        return LayCards()
    shown = len(ACTIONS)
    specials = tuple(naming.special_or_none(word) or special_named(word) for word in words[shown:])
    return LayCards(tuple(map(naming.action_begun, words[:shown])), specials or None)


def _here(words: list[str], now: Awaited) -> object:
    """A line without a command: what the table waits for."""
    match now.stage:
        case Stage.ACTIONS:
            return _turn(words, now)
        case Stage.BIDS:
            return _bids(words, now)
        case Stage.CHOICE:
            return _take(words, now)
        case Stage.EVENT:
            return _step("event", words, now)
        case Stage.WINTER | Stage.REVOLTS:
            return _winter(words, now)
        case _ if now.stage == DRAFT:
            return _draft(words, now)
        case _ if now.stage != THROWS:
            raise InputError("'{typed}' says nothing here; ? tells what can be typed.", typed=words[0])
        case _:
            return _attack(words, now)


def _turn(words: list[str], now: Awaited) -> throws.Thrown:
    """A turn on a kept board: ``4 shi koz``, or a province, or a blank."""
    words, out = _with_out(words, now)
    words, more = _with_marks(words)
    player, action, known = str(now.player), str(now.action), dict[str, object]()
    armies = words[0] if words and words[0].isdigit() else None
    names = words[armies is not None :]
    if armies is None and len(names) == 1 and typed_as("shogun", "blank", names[0]):
        province = "pass"
    elif armies is None and len(names) == 1 and now.action not in COMBATS:
        province = naming.province_begun(names[0], now.provinces)
    elif armies is None:
        raise naming.which_way(now)
    else:
        province, target = naming.march(names, now)
        known = {"target": target, "armies": whole_number(armies, 0, 62)}
    typed = _options(throws.act, more + out, player, action, province, **known)
    return throws.turn_of(player, action, province, typed)


def _odds(words: list[str], now: Awaited) -> object:
    """The odds of what could be typed now, for every number of armies where none is said."""
    if now.stage == Stage.ACTIONS:
        armies = whole_number(words[0], 0, 62) if words[:1] and words[0].isdigit() else None
        source, target = naming.march(words[armies is not None :], now)
        known = {"target": target, "armies": armies}
        player, action = str(now.player), str(now.action)
        typed = _options(throws.act, ["--odds-only"], player, action, source, **known)
        return throws.turn_of(player, action, source, typed)
    if words and vocabulary("shogun", "command").find(words[0]) == "revolt":
        asked = _revolt(words[1:], now)
        return replace(asked, odds_only=True) if isinstance(asked, throws.Thrown) else asked
    return replace(_attack(words, now), odds_only=True)


def _with_marks(words: list[str]) -> tuple[list[str], list[str]]:
    """A line without what is said besides, and that as options: ``d3``, ``--pass``."""
    plain, more, left = [], [], list(words)
    while left:
        word = left.pop(0)
        marked = _MARKED.fullmatch(word)
        if word.startswith("--"):
            more += [word] if word in _FLAGS or not left else [word, left.pop(0)]
        elif marked:
            more += [_MARKS[marked[1]], marked[2]]
        else:
            plain.append(word)
    return plain, more


def _attack(words: list[str], now: Awaited) -> throws.Thrown:
    """An attack where the players say who fights: ``b4 y3``, ``blue 4 yellow 3``, ``b4 neutral koz m2``."""
    words, out = _with_out(words, now)
    sides, more = _forces(words, now)
    if len(sides) != 2:
        raise InputError(
            "Say who attacks whom with how many, such as {sample}.", sample=naming.sample_line(now)
        )
    return throws.attack_of(_options(throws.attack, more + out, attacker=sides[0], defender=sides[1]))


def _revolt(words: list[str], now: Awaited) -> object:
    """A revolt: ``b4 m2``, with ``w3`` in winter; on a kept board the province that revolts."""
    if now.stage != THROWS:
        return _winter(words, now)
    words, out = _with_out(words, now)
    sides, more = _forces(words, now)
    if len(sides) != 1 or sides[0] == NEUTRAL:
        raise InputError("Say whose armies defend against the revolt, such as {sample}.", sample="b4 m2")
    return throws.revolt_of(_options(throws.revolt, more + out, owner=sides[0]))


def _cubes(words: list[str], now: Awaited) -> throws.Thrown:
    words, out = _with_out(words, now)
    return throws.cubes_of(
        _options(throws.throw, out, cubes=[*naming.colour_pairs(words, (*now.players, GREEN))])
    )


def _cubes_there(where: str, words: list[str], now: Awaited) -> object:
    """The changes in the tray or inside: ``g2 b+1``, or ``empty``."""
    words, more = _with_marks(words)
    emptied = len(words) == 1 and not naming.NUMBERED.fullmatch(words[0])
    pairs = words if emptied else [*naming.colour_pairs(words, (*now.players, GREEN))]
    if more:
        return [where, *pairs, *more]
    return ChangeTray(read_changes(pairs)) if where == "tray" else ChangeInside(read_changes(pairs))


def _bids(words: list[str], now: Awaited) -> RevealBids:
    pairs = [pair.partition("=") for pair in naming.colour_pairs(words, now.players)]
    return RevealBids(read_bids([f"{colour}={_bid(value)}" for colour, _, value in pairs]))


def _bid(typed: str) -> str:
    return typed if typed.isdigit() or typed_as("shogun", "nothing", typed) else naming.province_begun(typed)


def _take(words: list[str], now: Awaited) -> TakeSpecial:
    if len(words) > 2 or not words:
        raise InputError("Say which special card is taken, such as six.")
    player = naming.colour_begun(words[0], now.players) if len(words) == 2 else str(now.player)
    return TakeSpecial(player, naming.special_or_none(words[-1]) or special_named(words[-1]))


def _draft(words: list[str], now: Awaited) -> DraftCard:
    if len(words) != 2:
        raise InputError(
            "Say which province is taken and which group goes there, such as {sample}.",
            sample=f"{now.provinces[0] if now.provinces else 'Kai'} 5",
        )
    taken = PILE if typed_as("shogun", "pile", words[0]) else naming.province_begun(words[0], now.provinces)
    return DraftCard(str(now.player), taken, whole_number(words[1], 1, 9))


def _winter(words: list[str], now: Awaited) -> object:
    """A step of winter: the province that revolts; else the step as its command takes it."""
    if now.stage == Stage.REVOLTS and words:
        words, out = _with_out(words, now)
        fell = read_out(out[1:]) if out else None
        return throws.Thrown(WinterRevolt(naming.province_begun(" ".join(words), now.provinces), fell))
    return ["winter", *words]


def _with_out(words: list[str], now: Awaited) -> tuple[list[str], list[str]]:
    """A line without what stands behind ``out``, and that as the option it is: what a real tower let out."""
    for at, word in enumerate(words):
        if typed_as("shogun", "out", word):
            fell = naming.parted_words(words[at + 1 :])
            if not fell:
                raise InputError("Say what came out of the real tower, or nothing.")
            if len(fell) == 1 and not naming.NUMBERED.fullmatch(fell[0]):
                return words[:at], ["--out", *fell]
            return words[:at], ["--out", " ".join(naming.colour_pairs(fell, (*now.players, GREEN)))]
    return words, []


def _forces(words: list[str], now: Awaited) -> tuple[list[str], list[str]]:
    """The sides of a fight, and what else is said of it, as options."""
    left, more = _with_marks(naming.parted_words(words))
    sides: list[str] = []
    if left and left[0].isdigit():
        raise InputError(
            "This table does not know whose armies stand where; say it, such as {sample}.",
            sample=naming.sample_line(now),
        )
    while left:
        word = left.pop(0)
        numbered = naming.NUMBERED.fullmatch(word)
        if numbered:
            sides.append(f"{naming.colour_begun(numbered[1], now.players)}={numbered[2]}")
        elif left and left[0].isdigit():
            sides.append(f"{naming.colour_begun(word, now.players)}={left.pop(0)}")
        elif typed_as("shogun", "neutral", word) or (word.casefold() == "n" and "black" not in now.players):
            sides.append(NEUTRAL)
        elif (building := vocabulary("shogun", "building").find(word)) in _HERE:
            more.append(_HERE[str(building)])
        else:
            more += ["--province", naming.province_begun(word)]
    return sides, more
