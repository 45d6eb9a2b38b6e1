"""Short lines of the prompt of Shogun, and the commands they stand for.

A line becomes the words of one ``companion shogun`` command, which then reads them as ever: the prompt has no
use case of its own. Names may be typed by their beginnings, in English or French; which are meant is told
from what the table waits for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.cli.shogun.naming import (
    NUMBERED,
    action_begun,
    begun,
    colour_begun,
    colour_pairs,
    colour_shown,
    fits,
    parted_words,
    province_begun,
    special_or_none,
)
from companion.cli.voice import said
from companion.data.vocabulary import folded, guesses, typed_as, vocabulary
from companion.errors import InputError
from companion.play.shogun.telling.awaited import DRAFT, Awaited
from companion.rules.shogun.cubes import GREEN, NEUTRAL
from companion.rules.shogun.round.actions import ACTIONS, COMBATS, action_named
from companion.rules.shogun.round.calendar import FACE_UP, Stage
from companion.rules.shogun.setup.draft import PILE

HELP = "help"
LEAVE = "leave"

_ENTER = {
    Stage.LAY: ["round", "lay"],
    Stage.EVENT: ["round", "event"],
    Stage.WINTER: ["winter"],
    Stage.OVER: ["round"],
}
"""What an empty line does."""

COMMANDS = (
    "odds",
    "score",
    "show",
    "log",
    "luck",
    "undo",
    "redo",
    "tray",
    "word",
    "attack",
    "revolt",
    "throw",
    "number",
    "late",
    "round",
    "lay",
    "event",
    "bids",
    "take",
    "act",
    "next",
    "end",
    "winter",
    "draft",
    "correct",
    "setup",
    "verify",
    "reveal",
    "inside",
    "tower",
    "help",
    "leave",
)
"""What a line may begin with, in the order in which Tab offers it."""

_AS_TYPED = (
    "act",
    "correct",
    "log",
    "luck",
    "reveal",
    "round",
    "score",
    "setup",
    "show",
    "tower",
    "undo",
    "verify",
)
"""Commands that take the rest of a line as it was typed."""

_STEPS = ("lay", "event", "next", "end")
_MARKS = {"m": "--markers", "e": "--event", "w": "--winter", "d": "--defending"}
_HERE = {"castle": "--castle", "temple": "--temple"}
_FLAGS = (
    "--attack-card",
    "--castle",
    "--defence-card",
    "--into-tray",
    "--late",
    "--no-castle",
    "--no-temple",
    "--odds-only",
    "--pass",
    "--still",
    "--temple",
)
_MARKED = re.compile(r"([mewd])(\d+)")


def read_line(line: str, now: Awaited) -> list[str]:
    """The command that a line stands for, its table left out; ``HELP`` and ``LEAVE`` are the prompt's own.

    Args:
        line: What was typed.
        now: What the table waits for.

    Raises:
        InputError: When the line says nothing, or a name in it is not known.
    """
    words = line.split()
    if not words:
        return _blank(now)
    if now.number_from is not None and len(words) == 1 and words[0].isdecimal():
        return ["number", words[0]]
    if now.stage == Stage.CHOICE and len(words) == 1:
        special = special_or_none(words[0])
        if special is not None:
            return ["take", str(now.player), special]
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
            return _command(begun(commands, words[0], COMMANDS), words[1:], now)
        if guesses(start, shown):
            commands.named(words[0])  # says which command was meant
        raise


def _blank(now: Awaited) -> list[str]:
    """What Enter alone does: the step that needs no word, or a blank."""
    if now.stage == Stage.ACTIONS and now.board:
        return ["act", str(now.player), str(now.action), "pass"]
    if now.stage == Stage.ACTIONS:
        if now.face_down:
            sample = said(vocabulary("shogun", "action").word(now.face_down[0]))
            raise InputError("Say which action card was turned up, such as {sample}.", sample=sample)
        return ["round", "next"]
    if now.stage == Stage.REVOLTS and not now.board:
        raise InputError("Say the points of each, such as {sample}.", sample=_points(now))
    if now.stage == Stage.REVOLTS:
        return ["winter", "--revolt", now.provinces[0]] if now.provinces else ["winter"]
    if now.stage in _ENTER:
        return _ENTER[Stage(now.stage)]
    raise InputError("There is nothing that Enter alone could mean here; ? tells what can be typed.")


def _command(name: str, rest: list[str], now: Awaited) -> list[str]:
    """A line that begins with a command."""
    if name in (HELP, LEAVE):
        return [name]
    if name == "redo":
        return ["undo", "--redo"]
    if name in _STEPS:
        return ["round", name, *_step(name, rest, now)]
    if name in _AS_TYPED or _are_options(rest):
        return [name, *rest]
    read: dict[str, Callable[[list[str], Awaited], list[str]]] = {
        "odds": _odds,
        "attack": _turn if now.board and now.stage == Stage.ACTIONS else _attack,
        "revolt": _revolt,
        "throw": _cubes,
        "inside": lambda words, here: ["inside", *_cubes_there(words, here)],
        "tray": lambda words, here: ["tray", *_cubes_there(words, here)],
        "word": lambda words, here: ["word", *colour_pairs(words, here.players)] if words else ["word"],
        "number": lambda words, here: ["number", *words],
        "late": _late,
        "bids": _bids,
        "take": _take,
        "draft": _draft,
        "winter": _winter,
    }
    return read[name](rest, now)


def _are_options(words: list[str]) -> bool:
    return any(word.startswith("--") for word in words[:1])


def _step(name: str, words: list[str], now: Awaited) -> list[str]:
    """What is said of a step of the round: the cards of the players, as they lie or were turned up."""
    if not words or _are_options(words) or name == "end":
        return words
    if name == "event":
        return ["--card", *words]
    if name == "next":
        return ["--turned", action_begun(" ".join(words))]
    shown = len(ACTIONS) if now.board else FACE_UP
    laid = ["--actions", ",".join(map(action_begun, words[:shown]))]
    specials = ",".join(special_or_none(word) or word for word in words[shown:])
    return [*laid, "--specials", specials] if specials else laid


def _here(words: list[str], now: Awaited) -> list[str]:
    """A line without a command: what the table waits for."""
    match now.stage:
        case Stage.ACTIONS if now.board:
            return _turn(words, now)
        case Stage.ACTIONS if now.face_down and len(words) == 1:
            return ["round", "next", "--turned", action_begun(words[0])]
        case Stage.ACTIONS if typed_as("shogun", "blank", words[0]):
            raise InputError("Blanks are not told at this table; Enter ends the action for all.")
        case Stage.BIDS:
            return _bids(words, now)
        case Stage.CHOICE:
            return _take(words, now)
        case Stage.EVENT:
            return ["round", "event", "--card", *words]
        case Stage.WINTER | Stage.REVOLTS:
            return _winter(words, now)
        case _ if now.stage == DRAFT:
            return _draft(words, now)
        case _ if now.board:
            raise InputError("'{typed}' says nothing here; ? tells what can be typed.", typed=words[0])
        case _:
            return _attack(words, now)


def _turn(words: list[str], now: Awaited) -> list[str]:
    """A turn on a kept board: ``4 shi koz``, or a province, or a blank."""
    words, out = _with_out(words, now)
    words, more = _with_marks(words)
    more += out
    begun = ["act", str(now.player), str(now.action)]
    if len(words) == 1 and typed_as("shogun", "blank", words[0]):
        return [*begun, "pass", *more]
    armies = words[0] if words[0].isdigit() else None
    names = words[armies is not None :]
    if armies is None and len(names) == 1 and now.action not in COMBATS:
        return [*begun, province_begun(names[0], now.provinces), *more]
    if armies is None:
        raise _which_way(now)
    source, target = _march(names, now)
    return [*begun, source, "--to", target, "--armies", armies, *more]


def _late(words: list[str], now: Awaited) -> list[str]:
    """A turn that was passed over: its player, its action, and what would have been typed then."""
    if len(words) < 3:
        raise InputError("Say whose turn it was and which action, such as {sample}.", sample="late b tax omi")
    player, action = colour_begun(words[0], now.players), action_named(words[1])
    then = replace(now, player=player, action=action, provinces=(), marches=())
    return [*_turn(words[2:], then), "--late"]


def _odds(words: list[str], now: Awaited) -> list[str]:
    """The odds of what could be typed now, for every number of armies where none is said."""
    if now.stage == Stage.ACTIONS and now.board:
        armies = ["--armies", words[0]] if words[:1] and words[0].isdigit() else []
        source, target = _march(words[len(armies) // 2 :], now)
        return ["act", str(now.player), str(now.action), source, "--to", target, *armies, "--odds-only"]
    if words and vocabulary("shogun", "command").find(words[0]) == "revolt":
        return [*_revolt(words[1:], now), "--odds-only"]
    return [*_attack(words, now), "--odds-only"]


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


def _march(names: Sequence[str], now: Awaited) -> tuple[str, str]:
    """From where to where: the one way that both beginnings fit, else two provinces by their names."""
    if not 1 <= len(names) <= 2:
        raise _which_way(now)
    ways = [(source, target) for source, target, _ in now.marches if fits(names[-1], target)]
    if len(names) == 2:
        ways = [way for way in ways if fits(names[0], way[0])]
    whole = [way for way in ways if {*map(folded, names)} <= {*map(folded, way)}]
    for found in (ways, whole):
        if len(found) == 1:
            return found[0]
    if ways:
        several = ", ".join(f"{source} {target}" for source, target in ways)
        raise InputError("Several ways begin so: {ways}; type a letter more.", ways=several)
    if len(names) == 1:
        raise InputError("No armies can go to {target} now.", target=province_begun(names[0]))
    return province_begun(names[0]), province_begun(names[1])


def _which_way(now: Awaited) -> InputError:
    return InputError(
        "Say how many armies go, and from where to where, such as {sample}.", sample=_sample(now)
    )


def _sample(now: Awaited) -> str:
    """A line that could be typed now."""
    if not now.board:
        first, second = map(colour_shown, now.players[:2])
        return f"{first} 4 {second} 3 Kozuke"
    source, target, most = now.marches[0] if now.marches else ("Shinano", "Kozuke", 4)
    return f"{most} {source} {target}"


def _points(now: Awaited) -> str:
    """The points of a winter, as they could be typed now."""
    return " ".join(f"{colour_shown(colour)} {21 + seat}" for seat, colour in enumerate(now.players))


def _attack(words: list[str], now: Awaited) -> list[str]:
    """An attack where the players say who fights: ``b4 y3``, ``blue 4 yellow 3``, ``b4 neutral koz m2``."""
    words, out = _with_out(words, now)
    sides, more = _forces(words, now)
    if len(sides) != 2:
        raise InputError("Say who attacks whom with how many, such as {sample}.", sample=_sample(now))
    return ["throw" if out else "attack", "--attacker", sides[0], "--defender", sides[1], *more, *out]


def _revolt(words: list[str], now: Awaited) -> list[str]:
    """A revolt: ``b4 m2``, with ``w3`` in winter; on a kept board the province that revolts."""
    if now.board:
        return _winter(words, now)
    words, out = _with_out(words, now)
    sides, more = _forces(words, now)
    if len(sides) != 1 or sides[0] == NEUTRAL:
        raise InputError("Say whose armies defend against the revolt, such as {sample}.", sample="b4 m2")
    return ["throw" if out else "revolt", "--owner", sides[0], *more, *out]


def _cubes(words: list[str], now: Awaited) -> list[str]:
    words, out = _with_out(words, now)
    return ["throw", "--in", " ".join(colour_pairs(words, (*now.players, GREEN))), *out]


def _cubes_there(words: list[str], now: Awaited) -> list[str]:
    """What changes in the tray or inside: ``g2 b+1``, or ``empty``."""
    words, more = _with_marks(words)
    if len(words) == 1 and not NUMBERED.fullmatch(words[0]):
        return [*words, *more]
    return [*colour_pairs(words, (*now.players, GREEN)), *more]


def _bids(words: list[str], now: Awaited) -> list[str]:
    pairs = [pair.partition("=") for pair in colour_pairs(words, now.players)]
    return ["bids", *(f"{colour}={_bid(value)}" for colour, _, value in pairs)]


def _bid(typed: str) -> str:
    return typed if typed.isdigit() or typed_as("shogun", "nothing", typed) else province_begun(typed)


def _take(words: list[str], now: Awaited) -> list[str]:
    if len(words) > 2 or not words:
        raise InputError("Say which special card is taken, such as six.")
    player = colour_begun(words[0], now.players) if len(words) == 2 else str(now.player)
    special = special_or_none(words[-1])
    return ["take", player, words[-1] if special is None else special]


def _draft(words: list[str], now: Awaited) -> list[str]:
    if len(words) != 2:
        raise InputError(
            "Say which province is taken and which group goes there, such as {sample}.",
            sample=f"{now.provinces[0] if now.provinces else 'Kai'} 5",
        )
    taken = PILE if typed_as("shogun", "pile", words[0]) else province_begun(words[0], now.provinces)
    return ["draft", str(now.player), taken, words[1]]


def _winter(words: list[str], now: Awaited) -> list[str]:
    """A step of winter: the province that revolts, or provinces and rice of all where no board is kept."""
    if now.stage == Stage.REVOLTS and now.board and words:
        words, out = _with_out(words, now)
        return ["winter", "--revolt", province_begun(" ".join(words), now.provinces), *out]
    if now.stage == Stage.REVOLTS and words:
        sides, more = _forces(_with_out(words, now)[0], now)
        whole = len(sides) == len(now.players) and not more
        return ["winter", "--points", " ".join(sides)] if whole else _revolt(words, now)
    words, more = _with_marks(words)
    return ["winter", *colour_pairs(words, now.players), *more]


def _with_out(words: list[str], now: Awaited) -> tuple[list[str], list[str]]:
    """A line without what stands behind ``out``, and that as the option it is: what a real tower let out."""
    for at, word in enumerate(words):
        if typed_as("shogun", "out", word):
            fell = parted_words(words[at + 1 :])
            if not fell:
                raise InputError("Say what came out of the real tower, or nothing.")
            if len(fell) == 1 and not NUMBERED.fullmatch(fell[0]):
                return words[:at], ["--out", *fell]
            return words[:at], ["--out", " ".join(colour_pairs(fell, (*now.players, GREEN)))]
    return words, []


def _forces(words: list[str], now: Awaited) -> tuple[list[str], list[str]]:
    """The sides of a fight, and what else is said of it, as options."""
    left, more = _with_marks(parted_words(words))
    sides: list[str] = []
    if left and left[0].isdigit():
        raise InputError(
            "This table does not know whose armies stand where; say it, such as {sample}.",
            sample=_sample(now),
        )
    while left:
        word = left.pop(0)
        numbered = NUMBERED.fullmatch(word)
        if numbered:
            sides.append(f"{colour_begun(numbered[1], now.players)}={numbered[2]}")
        elif left and left[0].isdigit():
            sides.append(f"{colour_begun(word, now.players)}={left.pop(0)}")
        elif typed_as("shogun", "neutral", word) or (word.casefold() == "n" and "black" not in now.players):
            sides.append(NEUTRAL)
        elif typed_as("shogun", "without", word):
            more.append("--no-castle")  # one is enough to say that what the event asks for is not there
        elif (building := vocabulary("shogun", "building").find(word)) in _HERE:
            more.append(_HERE[str(building)])
        else:
            more += ["--province", province_begun(word)]
    return sides, more
