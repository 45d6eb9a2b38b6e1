"""``companion`` alone: one screen asks what is wanted, and leads there."""

import shlex
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from companion.cli.prompt import Prompt
from companion.cli.voice import fitted, said, speak
from companion.play.games import GAMES, game_named
from companion.sentences import Sentence, say

Words = list[str]
"""The words of the command that a wish comes to; none where somebody leaves."""

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
