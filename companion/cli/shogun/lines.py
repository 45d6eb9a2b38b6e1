"""The lines that can be typed at the prompt of the tower, with their help.

Colours, provinces and commands can be shortened to their first letters, in the player's language or English:
``b4 y3 koz m2 castle`` is an attack with 4 blue armies on 3 yellow ones in Kozuke, where 2 revolt markers and
a castle are.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.answers import Answer, catch_refusals
from companion.cli.rules import split_at_sign
from companion.cli.shogun.reading import add_colour, is_nothing, parse_province, parse_typed_event
from companion.cli.voice import get_language, to_text
from companion.data.rows import parse_whole_number
from companion.data.shogun.facts import facts
from companion.data.vocabulary import fold_word, is_game_word, suggest_words, vocabulary
from companion.errors import CompanionError, InputError, Refused
from companion.play.shogun.corrections import ChooseTower, CorrectInside, CorrectTray
from companion.play.shogun.fights import THROWS, ThrowAttack, ThrowCubes, ThrowRevolt, declare_fight
from companion.play.shogun.start import MixWords
from companion.rules.shogun.realm import DAIMYO, GREEN, NEUTRAL, parse_army_count, parse_daimyo
from companion.rules.shogun.stages import NO_EVENT, describe_event_rule
from companion.sentences import Sentence, say
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, describe_table, reveal_seed
from companion.service.shogun.throws import describe_luck, describe_table_odds
from companion.table.history import Redo, Undo

NUMBERED = re.compile(r"([^\W\d_]+)=?([+-]?\d+)")  # a colour and a number or change: ``b3``, ``b=3``, ``b+1``

_JOINED = re.compile(r"[^\W\d_]+[+-]?\d+")
_MARKED = re.compile(r"([mewd])(\d+)")


@dataclass(slots=True)
class TowerPrompt:
    """What parsing a line depends on: who plays, and the event in force for the following lines."""

    players: Sequence[str] = DAIMYO
    event: str = NO_EVENT


def parse_colour(text: str, players: Sequence[str]) -> str:
    """Parse a colour from its name, or from the first letters of a player's colour or, failing that, of green."""
    colours, code = vocabulary("shogun", "colour"), get_language().code
    with suppress(InputError):
        return colours.get_by_beginning(text, (*players, GREEN), code)
    return colours.get_by_beginning(text, players, code)


def _split_joined(words: Sequence[str]) -> list[str]:
    """Split words typed without spaces, such as ``b4y3``."""
    return [part for word in words for part in (_JOINED.findall(word) if _JOINED.sub("", word) == "" else [word])]


def parse_pairs(words: Sequence[str], players: Sequence[str]) -> dict[str, str]:
    """Parse a number or change for each colour, as text: ``b3``, ``b=3``, ``b+1``, ``blue 3``."""
    left, pairs = _split_joined(words), dict[str, str]()
    while left:
        word = left.pop(0)
        if numbered := NUMBERED.fullmatch(word):
            name, number = numbered.groups()
        elif left:
            name, number = word, left.pop(0)
        else:
            raise InputError("'{word}' needs a number: write a colour and a number, such as b3.", word=word)
        add_colour(pairs, parse_colour(name, players), name, number)
    return pairs


def _parse_cubes(words: Sequence[str], prompt: TowerPrompt) -> dict[str, int]:
    return {colour: parse_army_count(number, colour) for colour, number in parse_pairs(words, prompt.players).items()}


def split_out(words: list[str], prompt: TowerPrompt) -> tuple[list[str], Mapping[str, int] | None]:
    """Split a line into the words before ``out``, and the cubes after it, from a real tower; ``None`` without it."""
    for index, word in enumerate(words):
        if is_game_word("shogun", "out", word):
            return words[:index], parse_out_words(words[index + 1 :], prompt)
    return words, None


def parse_out_words(words: Sequence[str], prompt: TowerPrompt) -> Mapping[str, int]:
    """Parse the words after ``out``: the cubes that came out of a real tower."""
    if not words:
        raise InputError("Say what came out of the real tower, or nothing.")
    return {} if is_nothing(words) else _parse_cubes(words, prompt)


_MARKS: dict[str, tuple[str, Callable[[str], object]]] = {
    "m": ("markers", partial(parse_whole_number, least=0, most=42)),
    "e": ("event", parse_typed_event),
    "w": ("winter", partial(parse_whole_number, least=0, most=20)),
    "d": ("defending", partial(parse_whole_number, least=0, most=62)),
}
"""The meaning of a letter before a number: ``w`` is for green armies added in winter, ``d`` for armies defending."""


def _read_fight_line(words: list[str], prompt: TowerPrompt, *, revolt: bool = False) -> ThrowAttack | ThrowRevolt:
    """Parse a fight: its sides, province, buildings, special cards and so on, in any order."""
    words, out = split_out(words, prompt)
    left = _split_joined(words)
    sides = list[tuple[str, int]]()
    ticks = set[str]()
    fields: dict[str, Any] = {"event": prompt.event}
    while left:
        word = left.pop(0)
        marked_word, numbered = _MARKED.fullmatch(word), NUMBERED.fullmatch(word)
        building = vocabulary("shogun", "building").find(word)
        card = vocabulary("shogun", "special").find(word.removeprefix("+1"))
        if marked_word:
            name, parse = _MARKS[marked_word[1]]
            fields[name] = parse(marked_word[2])
        elif numbered and _is_neutral(numbered[1], prompt):
            raise InputError("The event decides how many green armies defend; name the defender neutral.")
        elif numbered:
            sides.append(_parse_side(numbered[1], numbered[2], prompt))
        elif _is_neutral(word, prompt):
            sides.append((NEUTRAL, 0))
        elif left and left[0].isdigit():
            sides.append(_parse_side(word, left.pop(0), prompt))
        elif building in ("castle", "temple"):
            ticks.add(building)
        elif card in ("attack", "defence"):
            ticks.add(f"{card}-card")
        elif "province" not in fields:
            fields["province"] = parse_province(word)
        else:
            raise InputError("'{text}' is one too many; the province is {at}.", text=word, at=fields["province"])
    sample = describe_sample(LINES[revolt], prompt)
    if revolt and (len(sides) != 1 or sides[0][0] == NEUTRAL):
        raise InputError("Say whose armies defend against the revolt, such as {sample}.", sample=sample)
    if not revolt and (len(sides) != 2 or sides[0][0] == NEUTRAL or "winter" in fields):
        raise InputError("Say who attacks whom with how many, such as {sample}.", sample=sample)
    return declare_fight(sides, ticks, out=out, **fields)


_read_revolt_line = partial(_read_fight_line, revolt=True)


def _is_neutral(word: str, prompt: TowerPrompt) -> bool:
    return is_game_word("shogun", "neutral", word) or (word.casefold() == "n" and "black" not in prompt.players)


def _parse_side(name: str, number: str, prompt: TowerPrompt) -> tuple[str, int]:
    colour = parse_daimyo(parse_colour(name, prompt.players))
    return colour, parse_army_count(number, colour, 1)


@dataclass(frozen=True, slots=True)
class LineKind:
    """A kind of line: its command, an example of the rest, its help, and what parses it to a request or use case."""

    command: str
    sample: str
    help: Sentence
    parse: Callable[[list[str], TowerPrompt], object]


def _read_throw_line(words: list[str], prompt: TowerPrompt) -> object:
    words, out = split_out(words, prompt)
    cubes = _parse_cubes(words, prompt)
    if not cubes:
        sample = describe_sample(LINES[2], prompt)
        raise InputError("Say which cubes are thrown, such as {sample}.", sample=sample)
    return ThrowCubes(cubes, out=out)


def _read_odds_line(words: list[str], prompt: TowerPrompt) -> object:
    revolt = bool(words) and vocabulary("shogun", "command").find(words[0]) == "revolt"
    fight = _read_fight_line(words[1:] if revolt else words, prompt, revolt=revolt)
    options: dict[str, Any] = {} if revolt else {"greens": None, "curve": True}
    return partial(describe_table_odds, fight=fight, **options)


def _read_out_line(words: list[str], prompt: TowerPrompt) -> object:
    return partial(enter_out, out=parse_out_words(words, prompt))


@catch_refusals
def enter_out(table: ShogunSession, out: Mapping[str, int]) -> Answer:
    """Repeat the last throw with the cubes that came out of a real tower."""
    last = table.history.undoable_event
    step = None if last is None else table.history.get_transition(last.number)
    if step is None or step.event.kind not in THROWS:
        raise Refused("The last event was not a throw; add what came out to the line of the throw itself.")
    request: object = replace(step.request, out=out)
    play(table, Undo())
    try:
        answer = play(table, request)
    except CompanionError:
        play(table, Redo())
        raise
    if not answer.yes:
        play(table, Redo())
    return answer


def _read_cube_line(kind: Callable[..., object], words: list[str], prompt: TowerPrompt) -> object:
    if not words:
        raise InputError("Say what changes, such as g2, b+1, b-1 or empty.")
    if len(words) == 1 and is_game_word("shogun", "empty", words[0]):
        return kind(changes=None)
    numbers = parse_pairs(words, prompt.players)
    return kind(changes={colour: _parse_change(number, colour) for colour, number in numbers.items()})


def _parse_change(text: str, colour: str) -> tuple[str, int]:
    """The sign, if any, and the number of a change such as ``+1``."""
    number = text.lstrip("+-")
    return text.removesuffix(number), parse_army_count(number, colour)


def _read_tower_line(words: list[str], prompt: TowerPrompt) -> object:
    return ChooseTower(vocabulary("shogun", "tower").get(" ".join(words)) == "real")


def _read_word_line(words: list[str], prompt: TowerPrompt) -> object:
    pairs = []
    for text in words:
        name, word = split_at_sign(text, "'{text}' is not a word of a player; write COLOUR=WORD, such as blue=tea.")
        pairs.append((parse_colour(name, prompt.players), word))
    return MixWords(tuple(pairs))


def _read_bare_line(request: object, words: list[str], prompt: TowerPrompt) -> object:
    """Parse a line of a command without further words, which may only be ``asked``."""
    if words:
        raise InputError("'{text}' is one too many: nothing follows this command.", text=" ".join(words))
    return request


def _read_event_line(words: list[str], prompt: TowerPrompt) -> object:
    if not words:
        raise InputError("Say the number of the event card in force, or none.")
    event = parse_typed_event(" ".join(words))

    def put_in_force(table: ShogunSession) -> Answer:
        prompt.event = event
        line = say("No event is in force.") if event == NO_EVENT else describe_event_rule(event)
        return Answer({"event": event or None}, (line,))

    return put_in_force


LINES = (
    LineKind("attack", "{one}4 {two}3 koz m2", say("an attack; also on neutral"), _read_fight_line),
    LineKind("revolt", "{one}4 m2", say("a revolt against 4 armies, with 2 revolt markers"), _read_revolt_line),
    LineKind("throw", "{one}3 {two}2", say("cubes nobody fights with"), _read_throw_line),
    LineKind("event", "4", say("the event in force for the lines that follow"), _read_event_line),
    LineKind("out", "{one}3 {two}1", say("what came out of a real tower at the last throw"), _read_out_line),
    LineKind("odds", "{one}6 {two}3", say("the odds of 1 to 6 armies"), _read_odds_line),
    LineKind("tray", "{green}2", say("correct the tray"), partial(_read_cube_line, CorrectTray)),
    LineKind("inside", "{one}+1", say("correct the inside of a real tower"), partial(_read_cube_line, CorrectInside)),
    LineKind("tower", "{real}", say("use a real tower from now on, or companion"), _read_tower_line),
    LineKind("word", "{one}=sushi", say("mix a player's word into the seed, before the first throw"), _read_word_line),
    LineKind("show", "", say("the tower, its tray and the hashes"), partial(_read_bare_line, describe_table)),
    LineKind("luck", "", say("everybody's luck"), partial(_read_bare_line, describe_luck)),
    LineKind("undo", "", say("undo the last event; u is enough"), partial(_read_bare_line, Undo())),
    LineKind("redo", "", say("redo what was undone"), partial(_read_bare_line, Redo())),
    LineKind("reveal", "", say("reveal the seed, which ends the throwing"), partial(_read_bare_line, reveal_seed)),
)
"""Every kind of line for a table, in the order of the help."""

SHORTEST = replace(LINES[0], sample="{one}4 {two}3")
"""The shortest line of a fight."""

HELP, LEAVE = "help", "leave"
COMMANDS = (*(line.command for line in LINES), HELP, LEAVE)


def find_command(words: Sequence[str]) -> str:
    """The command that a line begins with; ``attack`` if there is none."""
    commands = vocabulary("shogun", "command")
    if (name := commands.find(words[0])) is not None:
        return name
    start, command_words = fold_word(words[0]), [fold_word(to_text(commands.word(each))) for each in COMMANDS]
    numbered = any(character.isdigit() for character in words[0])
    if len(start) > 1 and not numbered and any(each.startswith(start) for each in command_words):
        return commands.get_by_beginning(words[0], COMMANDS, get_language().code)
    if not numbered and not _is_fight_word(words[0]) and suggest_words(start, command_words):
        commands.get(words[0])  # raises an error that suggests a command
    return LINES[0].command


def _is_fight_word(word: str) -> bool:
    if vocabulary("shogun", "building").find(word) or vocabulary("shogun", "special").find(word):
        return True
    for parse in (parse_province, lambda text: parse_colour(text, DAIMYO)):
        with suppress(InputError):
            return bool(parse(word))
    return False


def parse_line(text: str, prompt: TowerPrompt) -> object:
    """Parse a line to a request or a use case for a table; ``InputError`` if it is wrong."""
    words = text.split()
    name = find_command(words)
    line = next(line for line in LINES if line.command == name)
    rest = words[1:] if vocabulary("shogun", "command").find(words[0]) or name != LINES[0].command else words
    return line.parse(rest, prompt)


def describe_lines(prompt: TowerPrompt) -> Iterator[Sentence]:
    """The lines of the prompt's help, with examples in the player's language."""
    for line in LINES:
        yield say("{typed}: {what}", typed=describe_sample(line, prompt), what=line.help)
    yield say("{typed}: {what}", typed=_translate_command(LEAVE), what=say("exit; the table is kept"))


def describe_sample(line: LineKind, prompt: TowerPrompt) -> str:
    one, two = (_shorten_colour(colour, prompt.players) for colour in prompt.players[:2])
    green, real = _shorten_colour(GREEN, prompt.players), to_text(vocabulary("shogun", "tower").word("real"))
    sample = line.sample.format(one=one, two=two, green=green, real=real)
    return sample if line.command == LINES[0].command else f"{_translate_command(line.command)} {sample}".rstrip()


def complete_line(before: str, prompt: TowerPrompt) -> Iterator[str]:
    """Words that may be typed next, after the beginning of a line."""
    colours = (to_text(vocabulary("shogun", "colour").word(each)) for each in (*prompt.players, GREEN))
    if not before.split():
        yield from map(_translate_command, COMMANDS)
        yield from colours
        return
    yield from colours
    yield from (to_text(vocabulary("shogun", "building").word(each)) for each in ("castle", "temple"))
    yield from sorted({card.province for card in facts().cards})


def _translate_command(command: str) -> str:
    return to_text(vocabulary("shogun", "command").word(command))


def _shorten_colour(colour: str, players: Sequence[str]) -> str:
    """The fewest first letters of a colour's name that `parse_colour` understands."""
    word = to_text(vocabulary("shogun", "colour").word(colour))
    for letters in range(1, len(word)):
        with suppress(InputError):
            if parse_colour(word[:letters], players) == colour:
                return word[:letters]
    return word
