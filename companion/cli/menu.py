"""The menu of ``companion`` alone; the language setting; the question whether to remember results."""

import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, print_answer
from companion.cli.prompt import Prompt
from companion.cli.voice import speak, to_text, use_saved_language, wrap_to_width
from companion.data.catalogue import LANGUAGES, SYSTEM
from companion.errors import CompanionError
from companion.play.game import game_of
from companion.play.games import GAMES, get_game
from companion.sentences import Sentence, say
from companion.service.remembered import TakenScore, find_store_consent, note_end, record_consent, remember_score
from companion.service.session import Session, StoreOrShelf, open_shelf

Words = list[str]  # the words of the command that a wish comes to; none where somebody leaves

_OTHERS = (
    (say("Open the table, for everybody's phones"), ("table",)),
    (say("Ask about the rules"), ("rules",)),
    (say("See what was played, and who has won"), ("history",)),
    (say("Start a deck of your own"), ("deck", "new")),
)

_QUESTIONS = {
    "--players": say("Who has played? (such as Aya, Bo, Chen)"),
    "rules": say("What do you want to know?"),
    "new": say("What shall its folder be called?"),
}
"""What is asked besides, by the last word of a command."""


def can_ask() -> bool:
    """True when standard input and output are a terminal, so that a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def choose_command() -> Words | None:
    """Ask what the person wants to do; the words of that command, or ``None`` where they leave."""
    prompt = Prompt(lambda before: ())
    games = [wish for game in GAMES for wish in import_module(f"companion.cli.{game}").WISHES]
    wishes: list[tuple[Sentence, Sequence[str]]] = [
        (say("Print a lost card, or a whole game"), ("print",)),
        *games,
        *_OTHERS,
    ]
    speak("What would you like to do?")
    chosen = _choose(prompt, [sentence for sentence, _ in wishes])
    if chosen is None:
        return None
    words = list(wishes[chosen][1])
    if words == ["print"]:
        return _choose_print(prompt)
    question = _QUESTIONS.get(words[-1])
    if question is None:
        return words
    answer = _ask(prompt, question)
    return [*words, *(answer.split() if words == ["rules"] else [answer])] if answer else None


def _ask(prompt: Prompt, question: Sentence) -> str | None:
    return prompt.ask(f"{to_text(question)} ")


def _choose(prompt: Prompt, choices: Sequence[Sentence | str]) -> int | None:
    """Ask for one of several lines by number; its index, or ``None`` for Enter alone."""
    for number, choice in enumerate(choices, 1):
        click.echo(wrap_to_width(f"{number:3}  {to_text(choice) if isinstance(choice, Sentence) else choice}"))
    while line := _ask(prompt, say("A number, or Enter to exit:")):
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            return int(line) - 1
        speak("Type a number from 1 to {most}.", most=len(choices))
    return None


def _choose_print(prompt: Prompt) -> Words | None:
    game = _choose(prompt, [get_game(name).title for name in GAMES])
    if game is None:
        return None
    cards = _ask(prompt, say("Which card is lost? (its name or number; Enter alone: the whole game)"))
    if cards is None:
        return None
    return ["print", GAMES[game], *(["--cards", cards] if cards else [])]


def echo_command(words: Sequence[str]) -> None:
    """Show the command that runs, so that it can be typed the next time."""
    click.echo(f"companion {shlex.join(words)}")


_YES, _NO = ("y", "o", "j"), ("n",)  # what an answer begins with, in any of our languages


def may_remember(store: StoreOrShelf) -> bool:
    """True when results may be remembered; a person at a terminal is asked once."""
    kept = find_store_consent(store)
    if kept is None and can_ask():
        question = to_text(say("Remember results on this laptop? (y or n; Enter: ask another time) "))
        typed = (Prompt(lambda before: ()).ask(question) or "").casefold()
        if typed.startswith((*_YES, *_NO)):
            kept = typed.startswith(_YES)
            print_answer(record_consent(store, kept))
    return bool(kept)


def ask_to_remember(here: Session[Any]) -> None:
    """After a finished game, ask whether to remember results unless that is settled, and note its day."""
    if game_of(here).final_ranks(here) and find_store_consent(here.store) is None and may_remember(here.store):
        note_end(here)


def remember_without_table(taken: TakenScore, store: Path | None) -> None:
    """Remember a score counted without a table, if results may be remembered; failures are only shown."""
    try:
        if may_remember(store):
            with open_shelf(store, create=False) as shelf:
                remember_score(shelf, taken)
            speak("The result is remembered; 'companion history' shows all.", err=True)
    except CompanionError as no:
        speak(no.whole, err=True)


@answer_command("language")
@click.argument("language", metavar="[LANGUAGE]", required=False, type=click.Choice([*LANGUAGES, SYSTEM]))
def language_command(language: str | None) -> Answer:
    """Show the language of messages, help and prints, choose one to keep, or follow the system again."""
    from companion.service.languages import describe_language  # checks decks too, which takes the press

    answer = describe_language(language)
    use_saved_language()
    return answer
