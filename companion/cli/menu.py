"""What a person without a command is asked; the language that lasts, and whether results are remembered."""

import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, tell
from companion.cli.prompt import Prompt
from companion.cli.voice import fitted, follow_kept, said, speak
from companion.data.catalogue import LANGUAGES, SYSTEM
from companion.errors import CompanionError
from companion.play.game import game_of
from companion.play.games import GAMES, game_named
from companion.sentences import Sentence, say
from companion.service.remembered import TakenScore, agreed, note_end, remember, remember_score
from companion.service.session import Keeping, Session, shelf_of

Words = list[str]  # the words of the command that a wish comes to; none where somebody leaves

_OTHERS = (
    (say("Open the table, for everybody's phones"), ("table",)),
    (say("Ask what the rules say"), ("rules",)),
    (say("See what was played, and who has won"), ("history",)),
    (say("Begin a deck of your own"), ("deck", "new")),
)

_QUESTIONS = {
    "--players": say("Who has played? (such as Aya, Bo, Chen)"),
    "rules": say("What do you want to know?"),
    "new": say("What shall its folder be called?"),
}
"""What is asked besides, by the last word of a command."""


def asks() -> bool:
    """True where somebody sits at a terminal who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wished() -> Words | None:
    """Ask what is wanted; the words of the command that does it, or nothing for who leaves."""
    prompt = Prompt(lambda before: ())
    games = [wish for game in GAMES for wish in import_module(f"companion.cli.{game}").WISHES]
    wishes: list[tuple[Sentence, Sequence[str]]] = [
        (say("Print a lost card, or a whole game"), ("print",)),
        *games,
        *_OTHERS,
    ]
    speak("What would you like to do?")
    chosen = _chosen(prompt, [sentence for sentence, _ in wishes])
    if chosen is None:
        return None
    words = list(wishes[chosen][1])
    if words == ["print"]:
        return _print(prompt)
    question = _QUESTIONS.get(words[-1])
    if question is None:
        return words
    answer = _asked(prompt, question)
    return [*words, *(answer.split() if words == ["rules"] else [answer])] if answer else None


def _asked(prompt: Prompt, question: Sentence) -> str | None:
    return prompt.ask(f"{said(question)} ")


def _chosen(prompt: Prompt, choices: Sequence[Sentence | str]) -> int | None:
    """The one of several lines that is chosen by its number; nothing for Enter alone."""
    for number, choice in enumerate(choices, 1):
        click.echo(fitted(f"{number:3}  {said(choice) if isinstance(choice, Sentence) else choice}"))
    while line := _asked(prompt, say("A number, or Enter to leave:")):
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            return int(line) - 1
        speak("Type a number from 1 to {most}.", most=len(choices))
    return None


def _print(prompt: Prompt) -> Words | None:
    game = _chosen(prompt, [game_named(name).title for name in GAMES])
    if game is None:
        return None
    cards = _asked(prompt, say("Which card is lost? (its name or number; Enter alone: the whole game)"))
    if cards is None:
        return None
    return ["print", GAMES[game], *(["--cards", cards] if cards else [])]


def tell_command(words: Sequence[str]) -> None:
    """Say what is done, so that it can be typed at once the next time."""
    click.echo(f"companion {shlex.join(words)}")


_YES, _NO = ("y", "o", "j"), ("n",)  # what an answer begins with, in any of our languages


def may_remember(store: Keeping) -> bool:
    """True when results are remembered; at a terminal it is asked, once."""
    kept = agreed(store)
    if kept is None and asks():
        question = said(say("Remember results on this laptop? (y or n; Enter: ask another time) "))
        typed = (Prompt(lambda before: ()).ask(question) or "").casefold()
        if typed.startswith((*_YES, *_NO)):
            kept = typed.startswith(_YES)
            tell(remember(store, kept))
    return bool(kept)


def ask_at_end(here: Session[Any]) -> None:
    """Ask when a game is over and nobody was asked yet, and note its day."""
    if game_of(here).final_ranks(here) and agreed(here.store) is None and may_remember(here.store):
        note_end(here)


def remember_taken(taken: TakenScore, store: Path | None) -> None:
    """Write a score down that was taken without a table, if results are remembered; what fails is told."""
    try:
        if may_remember(store):
            with shelf_of(store, create=False) as shelf:
                remember_score(shelf, taken)
            speak("The result is remembered; 'companion history' shows all.", err=True)
    except CompanionError as no:
        speak(no.whole, err=True)


@answer_command("language")
@click.argument("language", metavar="[LANGUAGE]", required=False, type=click.Choice([*LANGUAGES, SYSTEM]))
def language_command(language: str | None) -> Answer:
    """Tell the language of messages, help and prints, choose one that lasts, or follow the system again."""
    from companion.service.languages import tell_language  # checks decks too, which takes the press

    answer = tell_language(language)
    follow_kept()
    return answer
