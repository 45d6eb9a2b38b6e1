"""``companion shogun play``: a prompt that keeps the table, for the whole evening.

It helps: what can be typed now for ``?``, and the next word for Tab.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.main import outcome, outcome_of
from companion.cli.prompt import Prompt
from companion.cli.shogun.prompt import naming
from companion.cli.shogun.prompt.typed import COMMANDS, HELP, LEAVE, read_line
from companion.cli.shogun.reading import player_named, typed_words
from companion.cli.shogun.throws import Thrown
from companion.cli.table_commands import (
    as_typed,
    ask_table,
    begun_table,
    last_table_argument,
    open_for_command,
    store_option,
)
from companion.cli.voice import asking, current, fitted, said, speak
from companion.data.shogun import facts
from companion.data.shogun.towers import shipped_presets
from companion.data.vocabulary import game_words, spellings, vocabulary
from companion.errors import InputError
from companion.play.shogun.state import drafting_of
from companion.play.shogun.telling.awaited import DRAFT, THROWS, Awaited, awaited
from companion.rules.shogun.realm import DAIMYO, GREEN, daimyo
from companion.rules.shogun.round.actions import ACTIONS, COMBATS, SPECIALS
from companion.rules.shogun.round.stages import Stage
from companion.sentences import Sentence, say
from companion.service.shogun.session import ShogunSession, begin_table, open_table

Offer = tuple[tuple[str, ...], Sentence]
"""Lines that can be typed now, as they stand here and in the player's language, and what they do."""


def offers(here: ShogunSession) -> Iterator[Offer]:
    """All that can be typed now at a table; an empty line is Enter alone."""
    now = awaited(here.state)
    yield from _stage(here, now)
    if now.stage == THROWS:
        yield from _fights(now)
    green = sum(cube.colour == GREEN for cube in here.state.tower.tray)
    tray = (f"{_colour(GREEN, now)}{green + 1}", f"{_colour(now.players[0], now)}+1")
    yield tuple(f"{_word('tray')} {each}" for each in tray), say("put the tray right")
    yield (_word("show"), _word("log"), _word("luck")), say("the table, its history, everybody's luck")
    if here.state.tower.throws:
        yield (_word("trust"),), say("the last throw with its odds, each cube and the hash")
    if now.stage != THROWS:
        yield (_word("round"),), say("the round once more")
    if now.stage not in (DRAFT, THROWS):
        yield (_word("score"),), say("the points as if the winter were now")
    if here.history.last is not None:
        yield (_word("undo"), "u"), say("take the last event back")
    if here.history.taken_back is not None:
        yield (_word("redo"),), say("take the undo back")
    yield (_word("verify"),), say("follow the whole log again")
    yield (_word("leave"),), say("leave; the table is kept")


def help_lines(here: ShogunSession) -> Iterator[Sentence]:
    """The lines of help at a table that waits for something."""
    for lines, what in offers(here):
        shown = ", ".join(line or said(say("Enter")) for line in lines)
        yield say("{typed}: {what}", typed=shown, what=what)


def _stage(here: ShogunSession, now: Awaited) -> Iterator[Offer]:
    """What the stage of the game waits for."""
    calendar, drafting = here.state.calendar, drafting_of(here.state.game)
    match now.stage:
        case _ if drafting is not None:
            group = drafting.draft.groups[str(now.player)][0]
            taken = (f"{_short(now.provinces[0])} {group}", f"{_typed('pile')} {group}")
            yield taken, say("take a province, or the top of the pile, and place a group there")
        case Stage.LAY:
            yield ("",), say("lay the cards")
            cards = " ".join(_shown("action", ACTIONS))
            yield (f"{_word('lay')} {cards}",), say("your own as they lie; the special cards may follow")
        case Stage.EVENT if calendar is not None:
            yield ("", str(calendar.open_events[0])), say("draw the event, or tell which you drew")
        case Stage.BIDS:
            bids = " ".join(f"{_colour(each, now)}{bid}" for bid, each in enumerate(reversed(now.players)))
            yield (bids,), say("the chests of each bid")
        case Stage.CHOICE if calendar is not None:
            free = (each for each in SPECIALS if each not in calendar.taken.values())
            yield (next(_shown("special", free)),), say("the special card that is taken")
        case Stage.ACTIONS:
            yield from _turns(here, now)
        case Stage.WINTER:
            yield ("",), say("winter begins")
        case Stage.REVOLTS:
            yield ("", *map(_short, now.provinces[:1])), say("the next revolt, or the points")
        case Stage.OVER:
            yield ("",), say("the end of the game once more")


def _turns(here: ShogunSession, now: Awaited) -> Iterator[Offer]:
    """A turn on a board that the table keeps."""
    yield ("",), say("a blank")
    if now.action not in COMBATS and now.provinces:
        yield (_short(now.provinces[0]),), say("the province of the card that is turned over")
    if now.marches:
        source, target, most = now.marches[0]
        way = f"{_short(source)} {_short(target)}"
        yield (f"{most} {way}",), say("armies go; the beginnings of names are enough")
        if now.action in COMBATS:
            yield (f"{_word('odds')} {way}",), say("the odds of every number of armies")


def _fights(now: Awaited) -> Iterator[Offer]:
    """Fights where the players say whose armies stand where."""
    one, two = (_colour(each, now) for each in now.players[:2])
    fight = f"{one}4 {two}3"
    yield (fight, f"{one}4 {_typed('neutral')}"), say("an attack, on a player or a neutral province")
    yield (f"{fight} koz m2",), say("with the province, and the revolt markers there")
    building = next(_shown("building", ("castle",)))
    yield (f"{fight} e4 {building}",), say("with the event, and the building that it asks for")
    yield (f"{fight} {_typed('out')} {one}3 {two}1",), say("with what came out of a real tower")
    yield (f"{_word('revolt')} {one}4 m2",), say("a revolt against 4 armies, with 2 revolt markers")
    yield (f"{_word('throw')} {one}3 {two}2",), say("cubes nobody fights with")
    yield (f"{_word('odds')} {one}6 {two}3",), say("the odds of 1 to 6 armies")


def _word(command: str) -> str:
    return next(_shown("command", (command,)))


def _typed(word: str) -> str:
    return spellings(game_words("shogun", current().code)[f"typed.{word}"])[0]


def _short(province: str) -> str:
    return _least(province, 3, lambda typed: naming.province_begun(typed) == province).lower()


def _colour(colour: str, now: Awaited) -> str:
    among = (*now.players, GREEN)
    return _least(naming.colour_shown(colour), 1, lambda typed: naming.colour_begun(typed, among) == colour)


def _least(word: str, least: int, meant: Callable[[str], bool]) -> str:
    """The fewest letters of a word by which it is understood here."""
    for letters in range(least, len(word)):
        with suppress(InputError):
            if meant(word[:letters]):
                return word[:letters]
    return word


def completed(before: str, now: Awaited) -> Iterator[str]:
    """The words that may follow a line, for Tab."""
    words = before.split()
    first = vocabulary("shogun", "command").find(words[0]) if words else None
    going = now.marches and (first == "odds" or (words and words[0].isdigit()))
    if not words:
        yield from now.provinces
        yield from _shown("special", SPECIALS if now.stage == Stage.CHOICE else ())
        yield from _shown("command", COMMANDS)
    elif going:
        names = words[1:] if first == "odds" else words
        ways = [way for way in now.marches if any(naming.fits(name, way[0]) for name in names)]
        yield from (target for _, target, _ in ways or now.marches)
        yield from (source for source, _, _ in now.marches if not ways)
        return
    elif first == "lay":
        yield from _shown("action", ACTIONS)
        yield from _shown("special", SPECIALS)
        return
    yield from _shown("colour", (*now.players, GREEN))
    if words:
        yield from now.provinces
        yield from sorted({card.province for card in facts().cards})


def _shown(sort: str, things: Iterable[str]) -> Iterator[str]:
    """Names as the player's language types them."""
    yield from (said(vocabulary("shogun", sort).word(thing)) for thing in things)


_FALLING = ("act", "attack", "revolt", "throw")  # commands that show a throw falling


@click.command(cls=SpokenCommand)
@last_table_argument
@click.option("--still", is_flag=True)
@store_option
def play(table: str | None, still: bool, store: Path | None) -> None:
    """Play at a prompt that keeps the table and knows whose turn it is; where there is none, begin one."""
    table = table or begun(store)
    if table is None:
        return
    now = _awaited(store, table)
    prompt = Prompt(lambda before: completed(before, now))
    with asking():
        _run(["show" if now.stage == THROWS else "round"], table, store)
        if prompt.live:
            speak("? tells what can be typed, Ctrl-D leaves.")
        while (line := prompt.ask(f"{said(now.words)}> ")) is not None:
            code = _line(line, now, table, store, still)
            if code is None or code == 130:
                break
            if code and not prompt.live:
                speak("Line {number} was not done, and nothing after it.", err=True, number=prompt.number)
                raise click.exceptions.Exit(code)
            if code:
                prompt.mend(line)
            now = _awaited(store, table)
    if prompt.live:
        _awaited(store, table)  # refused where it is gone
        speak("The table is kept; go on with: companion shogun play {table}", table=as_typed(table))


def _awaited(store: Path | None, table: str) -> Awaited:
    with open_for_command(open_table(store, table)) as here:
        return awaited(here.state)


def _line(line: str, now: Awaited, table: str, store: Path | None, still: bool) -> int | None:
    """Do what a line says; its exit code, or ``None`` to leave."""
    read: list[object] = []
    code = outcome_of(lambda: read.append(read_line(line, now)))
    if code:
        return code
    (asked,) = read
    if asked == LEAVE:
        return None
    if asked == HELP:
        with open_for_command(open_table(store, table)) as here:
            for sentence in help_lines(here):
                click.echo(fitted(said(sentence)))
        return 0
    if isinstance(asked, list):
        falls = asked[0] in _FALLING or "--revolt" in asked
        return _run([*asked, *(["--still"] if still and falls else [])], table, store)
    if isinstance(asked, Thrown):
        asked = replace(asked, still=asked.still or still)
    return outcome_of(lambda: ask_table(open_table(store, table), asked, as_json=False))


def _run(words: list[str], table: str, store: Path | None) -> int:
    """Run a command of Shogun at the table, as if it had been typed in a shell."""
    kept = [] if store is None else ["--store", str(store)]
    at = ["--table", table] if words[0] in ("odds", "score") else [table]
    return outcome(["shogun", words[0], *at, *words[1:], *kept])


def begun(store: Path | None) -> str | None:
    """The table used last; where there is none a new one, once colours are told; nothing for who leaves."""
    return begun_table(
        store,
        "shogun",
        say("Which colours play? (such as b y r, for blue, yellow and red)"),
        lambda name, line: begin_table(store, name, _colours(line), shipped_presets()["shogun"]),
        [said(daimyo(each)) for each in DAIMYO],
    )


def _colours(line: str) -> list[str]:
    """The colours that were typed, as words or as the letters they begin with."""
    words = typed_words(line)
    if len(words) == 1:
        try:
            return [player_named(words[0])]
        except InputError:
            words = list(words[0])
    return [player_named(word) for word in words]
