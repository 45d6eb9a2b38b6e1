"""Short lines of the prompt of Shogun, and the commands they stand for.

A line becomes the words of one ``companion shogun`` command, which then reads them as ever: the prompt has no
use case of its own. Names may be typed by their beginnings, in English or French; which are meant is told
from what the table waits for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.cli.voice import current, said
from companion.data.shogun import facts
from companion.data.vocabulary import Vocabulary, folded, guesses, typed_as, vocabulary
from companion.errors import InputError
from companion.rules.shogun.cubes import GREEN, NEUTRAL
from companion.rules.shogun.round.actions import COMBATS, SPECIALS, action_named
from companion.rules.shogun.round.calendar import Stage
from companion.rules.shogun.setup.draft import PILE
from companion.service.shogun.table.awaited import DRAFT, Awaited

__all__ = ["COMMANDS", "HELP", "LEAVE", "fits", "read_line"]

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
    "odds", "score", "show", "log", "luck", "undo", "redo", "tray", "word", "attack", "revolt", "throw",
    "number", "late",
    "round", "lay", "event", "bids", "take", "act", "end", "winter", "draft", "correct", "setup", "verify",
    "reveal", "inside", "tower", "help", "leave",
)  # fmt: skip
"""What a line may begin with, in the order in which Tab offers it."""

_AS_TYPED = (
    "act", "correct", "log", "luck", "reveal", "round", "score", "setup", "show", "tower", "undo", "verify",
)  # fmt: skip
"""Commands that take the rest of a line as it was typed."""

_STEPS = ("lay", "event", "end")
_MARKS = {"m": "--markers", "e": "--event", "w": "--winter", "d": "--defending"}
_HERE = {"castle": "--castle", "temple": "--temple"}
_FLAGS = (
    "--attack-card", "--castle", "--defence-card", "--into-tray", "--late", "--odds-only", "--pass",
    "--still", "--temple",
)  # fmt: skip
_NUMBERED = re.compile(r"([^\W\d_]+)=?([+-]?\d[\d/]*)")
_JOINED = re.compile(r"[^\W\d_]+[+-]?\d+")
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
    if now.stage == Stage.CHOICE and len(words) == 1:
        special = _special_or_none(words[0])
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
            return _command(_begun(commands, words[0], COMMANDS), words[1:], now)
        if guesses(start, shown):
            commands.named(words[0])  # says which command was meant
        raise


def _blank(now: Awaited) -> list[str]:
    """What Enter alone does: the step that needs no word, or a blank."""
    if now.stage == Stage.ACTIONS and now.board:
        return ["act", str(now.player), str(now.action), "pass"]
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
        card = ["--card", *rest] if name == "event" and rest else rest
        return ["round", name, *card]
    if name in _AS_TYPED or any(word.startswith("--") for word in rest[:1]):
        return [name, *rest]
    read: dict[str, Callable[[list[str], Awaited], list[str]]] = {
        "odds": _odds,
        "attack": _turn if now.board and now.stage == Stage.ACTIONS else _attack,
        "revolt": _revolt,
        "throw": _cubes,
        "inside": lambda words, here: ["inside", *_cubes_there(words, here)],
        "tray": lambda words, here: ["tray", *_cubes_there(words, here)],
        "word": lambda words, here: ["word", *_pairs(words, here.players)] if words else ["word"],
        "number": lambda words, here: ["number", *words],
        "late": _late,
        "bids": _bids,
        "take": _take,
        "draft": _draft,
        "winter": _winter,
    }
    return read[name](rest, now)


def _here(words: list[str], now: Awaited) -> list[str]:
    """A line without a command: what the table waits for."""
    match now.stage:
        case Stage.ACTIONS if now.board:
            return _turn(words, now)
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
        return [*begun, _province(names[0], now.provinces), *more]
    if armies is None:
        raise InputError(
            "Say how many armies go, and from where to where, such as {sample}.", sample=_sample(now)
        )
    source, target = _march(names, now)
    return [*begun, source, "--to", target, "--armies", armies, *more]


def _late(words: list[str], now: Awaited) -> list[str]:
    """A turn that was passed over: its player, its action, and what would have been typed then."""
    if len(words) < 3:
        raise InputError("Say whose turn it was and which action, such as {sample}.", sample="late b tax omi")
    player, action = _colour(words[0], now.players), action_named(words[1])
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
        raise InputError(
            "Say how many armies go, and from where to where, such as {sample}.", sample=_sample(now)
        )
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
        raise InputError("No armies can go to {target} now.", target=_province(names[0]))
    return _province(names[0]), _province(names[1])


def fits(beginning: str, province: str) -> bool:
    """Whether a province's name begins so."""
    return folded(province).startswith(folded(beginning))


def _sample(now: Awaited) -> str:
    """A line that could be typed now."""
    if not now.board:
        first, second = (said(vocabulary("shogun", "colour").word(colour)) for colour in now.players[:2])
        return f"{first} 4 {second} 3"
    source, target, most = now.marches[0] if now.marches else ("Shinano", "Kozuke", 4)
    return f"{most} {source} {target}"


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
    return ["throw", "--in", " ".join(_pairs(words, (*now.players, GREEN))), *out]


def _cubes_there(words: list[str], now: Awaited) -> list[str]:
    """What changes in the tray or inside: ``g2 b+1``, or ``empty``."""
    words, more = _with_marks(words)
    if len(words) == 1 and not _NUMBERED.fullmatch(words[0]):
        return [*words, *more]
    return [*_pairs(words, (*now.players, GREEN)), *more]


def _bids(words: list[str], now: Awaited) -> list[str]:
    pairs = [pair.partition("=") for pair in _pairs(words, now.players)]
    return ["bids", *(f"{colour}={_bid(value)}" for colour, _, value in pairs)]


def _bid(typed: str) -> str:
    return typed if typed.isdigit() or typed_as("shogun", "nothing", typed) else _province(typed)


def _take(words: list[str], now: Awaited) -> list[str]:
    if len(words) > 2 or not words:
        raise InputError("Say which special card is taken, such as six.")
    player = _colour(words[0], now.players) if len(words) == 2 else str(now.player)
    special = _special_or_none(words[-1])
    return ["take", player, words[-1] if special is None else special]


def _special_or_none(typed: str) -> str | None:
    try:
        return _begun(vocabulary("shogun", "special"), typed.removeprefix("+1"), SPECIALS)
    except InputError:
        return None


def _draft(words: list[str], now: Awaited) -> list[str]:
    if len(words) != 2:
        raise InputError("Say which province is taken and which group goes there, such as {sample}.",
                         sample=f"{now.provinces[0] if now.provinces else 'Kai'} 5")  # fmt: skip
    taken = PILE if typed_as("shogun", "pile", words[0]) else _province(words[0], now.provinces)
    return ["draft", str(now.player), taken, words[1]]


def _winter(words: list[str], now: Awaited) -> list[str]:
    """A step of winter: the province that revolts, or provinces and rice of all where no board is kept."""
    if now.stage == Stage.REVOLTS and now.board and words:
        words, out = _with_out(words, now)
        return ["winter", "--revolt", _province(" ".join(words), now.provinces), *out]
    return ["winter", *_pairs(words, now.players)]


def _with_out(words: list[str], now: Awaited) -> tuple[list[str], list[str]]:
    """A line without what stands behind ``out``, and that as the option it is: what a real tower let out."""
    for at, word in enumerate(words):
        if typed_as("shogun", "out", word):
            fell = _parted(words[at + 1 :])
            if not fell:
                raise InputError("Say what came out of the real tower, or nothing.")
            if len(fell) == 1 and not _NUMBERED.fullmatch(fell[0]):
                return words[:at], ["--out", *fell]
            return words[:at], ["--out", " ".join(_pairs(fell, (*now.players, GREEN)))]
    return words, []


def _forces(words: list[str], now: Awaited) -> tuple[list[str], list[str]]:
    """The sides of a fight, and what else is said of it, as options."""
    left, more = _with_marks(_parted(words))
    sides = []
    while left:
        word = left.pop(0)
        numbered = _NUMBERED.fullmatch(word)
        if numbered:
            sides.append(f"{_colour(numbered[1], now.players)}={numbered[2]}")
        elif left and left[0].isdigit():
            sides.append(f"{_colour(word, now.players)}={left.pop(0)}")
        elif typed_as("shogun", "neutral", word) or (word.casefold() == "n" and "black" not in now.players):
            sides.append(NEUTRAL)
        elif (building := vocabulary("shogun", "building").find(word)) in _HERE:
            more.append(_HERE[str(building)])
        else:
            more += ["--province", _province(word)]
    return sides, more


def _pairs(words: Sequence[str], among: Sequence[str]) -> list[str]:
    """Colours and what is said of each: ``b3``, ``b=3``, ``b+1``, ``blue 3``, ``y=koz`` or ``y koz``."""
    return list(_each_pair(words, among))


def _each_pair(words: Sequence[str], among: Sequence[str]) -> Iterator[str]:
    left = _parted(words)
    while left:
        word = left.pop(0)
        numbered = _NUMBERED.fullmatch(word)
        name, equals, value = numbered.expand(r"\1=\2").partition("=") if numbered else word.partition("=")
        if not equals:
            if not left:
                raise InputError("What of {word}? Write a colour and a number, such as b3.", word=word)
            value = left.pop(0)
        yield f"{_colour(name, among)}={value}"


def _parted(words: Sequence[str]) -> list[str]:
    """Words of which some were typed without blanks between them, such as ``b4y3``."""
    return [
        part for word in words for part in (_JOINED.findall(word) if _JOINED.sub("", word) == "" else [word])
    ]


def _colour(typed: str, among: Sequence[str]) -> str:
    return _begun(vocabulary("shogun", "colour"), typed, among)


def _province(typed: str, among: Sequence[str] | dict[str, None] = ()) -> str:
    """A province by its beginning, one that can be meant now before all others."""
    names = tuple(sorted({card.province for card in facts().cards}))
    here = [name for name in among if fits(typed, name)]
    return _begun(vocabulary("shogun", "province", names), typed, here or names)


def _begun(words: Vocabulary, typed: str, among: Sequence[str]) -> str:
    return words.begun(typed, among, current().code)
