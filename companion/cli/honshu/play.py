"""``companion honshu play``: a prompt for an evening of Honshu, a line a trick."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import click

from companion.answers import Answer
from companion.cli.answers import tell, tell_lines
from companion.cli.honshu.inputs import card_option, ruling_option, rulings_from
from companion.cli.lazy import SpokenCommand
from companion.cli.main import outcome_of
from companion.cli.prompt import Prompt, answered
from companion.cli.voice import asking, current, said, speak
from companion.data.files import read_text
from companion.data.honshu.evening import read_players
from companion.data.honshu.map import read_map
from companion.data.vocabulary import vocabulary
from companion.errors import InputError
from companion.rules.honshu.tricks.rounds import MAP_CARDS
from companion.rules.rulings import Rulings
from companion.sentences import Sentence, say
from companion.service.honshu import evening

FILE = "honshu-evening.txt"  # the file of an evening that nobody has named


@click.command("play", cls=SpokenCommand)
@click.argument("file", type=click.Path(path_type=Path), default=FILE, metavar="[FILE]")
@click.option("--players", metavar="NAMES")
@card_option
@ruling_option
def play(file: Path, players: str | None, card: int | None, rulings: tuple[str, ...]) -> None:
    """Play an evening at a prompt: a line a trick, the rounds told, the maps ranked at the end."""
    chosen = rulings_from(rulings)
    if players is not None:
        evening.begin(file, read_players(players), card, current())
    elif not file.exists():
        if not _begun(file, card):
            return
    elif card is not None:
        raise InputError("--card begins an evening; name the players with --players.")
    now = evening.awaited(file)
    prompt = Prompt(lambda before: _words(before, now))
    with asking():
        tell_lines(evening.tell_evening(file).lines)
        if prompt.live:
            speak("? tells what can be typed, Ctrl-D leaves.")
        while (line := prompt.ask(f"{said(now.words)}> ")) is not None and _meant(line) != "leave":
            code = outcome_of(partial(_told, line, file, chosen))
            if code and not prompt.live:
                speak("Line {number} was not done, and nothing after it.", err=True, number=prompt.number)
                raise click.exceptions.Exit(code)
            if code:
                prompt.mend(line)
            now = evening.awaited(file)
    if prompt.live:
        speak("The evening is kept; go on with: companion honshu play {file}", file=str(file))


def _begun(file: Path, card: int | None) -> bool:
    """True when an evening is begun by the names that are asked for; not for who leaves."""

    def begin(line: str) -> bool:
        names = read_players(line if "," in line else ",".join(line.split()))
        evening.begin(file, names, card, current())
        return True

    none = InputError("There is no evening in {file}; begin one with --players Aya,Bo,Chen.", file=str(file))
    question = say("Who plays? (names in the order of the order cards, such as Aya Bo Chen)")
    return bool(answered(question, begin, none))


def _words(before: str, now: evening.Awaited) -> Iterator[str]:
    """The words that may be typed next: a command, or the file of a map."""
    if not before.strip() and not now.is_over:
        yield from map(said, map(vocabulary("honshu", "evening").word, ("undo", "score", "help", "leave")))
    elif now.is_over or _meant(before.split()[0]) == "score":
        yield from sorted(path.name for path in Path().glob("*.txt") if path.name != FILE)


def help_lines(now: evening.Awaited) -> Iterator[Sentence]:
    """What can be typed now, and what it does."""
    if now.is_over:
        files = " ".join(f"{name.casefold()}.txt" for name in now.order)
        yield say("score {files}: rank the maps, from their files.", files=files)
    else:
        played = {play.card for trick in now.evening.tricks for play in trick}
        free = (str(card) for card in range(1, MAP_CARDS + 1) if card not in played)
        cards = [*islice(free, max(4, len(now.order)))]
        if len(now.order) == 2:
            sample = f"{cards[0]}bg {' '.join(cards[1:4])}"
            yield say(
                "{sample}: both hand cards, then the pair from the draw pile if you like.", sample=sample
            )
        else:
            sample = " ".join((cards[0], f"{cards[1]}b", *cards[2 : len(now.order)]))
            yield say("{sample}: the cards in player order, each with the cube added to it.", sample=sample)
    yield say("Enter: the round and the player order once more.")
    if now.evening.tricks:
        yield say("u: undo the last trick.")
    yield say("q: leave; the evening is kept.")


def _meant(word: str) -> str | None:
    """The command that a word stands for, in any language."""
    return vocabulary("honshu", "evening").find(word)


def _told(line: str, file: Path, rulings: Rulings) -> None:
    tell(_answer(line, file, rulings))


def _answer(line: str, file: Path, rulings: Rulings) -> Answer:
    word, *files = line.split() or [""]
    if not word:
        return evening.tell_evening(file)
    meant = _meant(word)
    if meant == "undo":
        return evening.undo_trick(file)
    if meant == "help":
        return Answer(lines=tuple(help_lines(evening.awaited(file))))
    over = evening.awaited(file).is_over
    if meant == "score" or (over and not word[0].isdigit()):
        names = files if meant == "score" else [word, *files]
        if not names:
            raise InputError("score takes the files of the maps, such as: score aya.txt bo.txt")
        return evening.score_evening(
            file, [(name, read_map(read_text(Path(name)), name)) for name in names], rulings
        )
    return evening.play_trick(file, line)
