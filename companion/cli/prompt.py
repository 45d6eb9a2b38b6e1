"""What people are asked: lines at a prompt, the menu of ``companion`` alone, and whether to remember results.

In a terminal, arrow up brings back earlier lines, Tab completes, Ctrl-C and Ctrl-D leave, and a mistyped line
can be corrected. A pipe gives line after line, so that a script plays as people do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, print_answer
from companion.cli.voice import speak, speak_error, to_text, use_saved_language, wrap_to_width
from companion.data.catalogue import LANGUAGES, SYSTEM
from companion.errors import CompanionError
from companion.play.game import game_of
from companion.play.games import GAMES, get_game
from companion.sentences import Sentence, say
from companion.service.results import TakenScore, find_store_consent, note_end, record_consent, remember_score
from companion.service.session import Session, StoreOrShelf, open_shelf

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

T = TypeVar("T")
Words = Callable[[str], Iterable[str]]
"""What may be typed next, for the line before the word that is being typed."""


def can_ask() -> bool:
    """True when standard input and output are a terminal, so that a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Prompt:
    """A prompt for lines, one after the other."""

    def __init__(self, words: Words = lambda before: ()) -> None:
        """Create a prompt that completes words; see ``Words``."""
        self.is_live = can_ask()
        self.number = 0
        self._words = words
        self._refused_line = ""
        self._editor: PromptSession[str] | None = None

    def ask(self, question: Sentence | str) -> str | None:
        """The next line, without spaces around it; ``None`` when the person leaves or the input ends."""
        text = f"{to_text(question)} " if isinstance(question, Sentence) else question
        line = self._ask_editor(text) if self.is_live else sys.stdin.readline() or None
        self._refused_line = ""
        if line is None:
            return None
        self.number += 1
        return line.strip()

    def prefill(self, line: str) -> None:
        """Start the next line with a mistyped one, to be corrected rather than typed again."""
        self._refused_line = line

    def _ask_editor(self, question: str) -> str | None:
        if self._editor is None:
            from prompt_toolkit import PromptSession

            self._editor = PromptSession(completer=_build_completer(self._words), complete_while_typing=False)
        plain = question.replace("\u00a0", " ").replace("\u202f", " ")  # the editor would underline them
        try:
            return self._editor.prompt(plain, default=self._refused_line)
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None


def ask_until_done(
    question: Sentence, act: Callable[[str], T], first_error: CompanionError, words: Iterable[str] = ()
) -> T | None:
    """Ask until a line can be acted on, and return the result; ``None`` where the person leaves.

    Of a pipe only the first line is read; where there is none, ``first_error`` is raised.
    """
    prompt = Prompt(lambda before: words)
    while line := prompt.ask(question):
        try:
            return act(line)
        except CompanionError as error:
            if not prompt.is_live:
                raise
            speak_error(error)
            prompt.prefill(line)
    if prompt.is_live:
        return None
    raise first_error


def complete_word(beginning: str, words: Iterable[str]) -> Iterator[str]:
    """The words that start with some letters, each once, in any case."""
    start = beginning.casefold()
    yield from dict.fromkeys(word for word in words if word.casefold().startswith(start))


def _build_completer(words: Words) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class _Words(Completer):
        """Completes the word before the cursor."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            before, blank, beginning = document.text_before_cursor.rpartition(" ")
            for word in complete_word(beginning, words(before + blank)):
                yield Completion(word, start_position=-len(beginning))

    return _Words()


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


def choose_command() -> list[str] | None:
    """Ask what the person wants to do; the words of that command, or ``None`` where they leave."""
    prompt = Prompt()
    choices: list[tuple[Sentence, Sequence[str]]] = [(say("Print a lost card, or a whole game"), ("print",))]
    choices += [choice for game in GAMES for choice in import_module(f"companion.cli.{game}").CHOICES]
    choices += _OTHERS
    speak("What would you like to do?")
    index = _choose(prompt, [sentence for sentence, _ in choices])
    if index is None:
        return None
    words = [*choices[index][1]]
    if words == ["print"]:
        return _choose_print(prompt)
    if (question := _QUESTIONS.get(words[-1])) is None:
        return words
    answer = prompt.ask(question)
    return [*words, *(answer.split() if words == ["rules"] else [answer])] if answer else None


def _choose(prompt: Prompt, choices: Sequence[Sentence | str]) -> int | None:
    """Ask for one of several lines by number; its index, or ``None`` for Enter alone."""
    for number, choice in enumerate(choices, 1):
        click.echo(wrap_to_width(f"{number:3}  {to_text(choice)}"))
    while line := prompt.ask(say("A number, or Enter to exit:")):
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            return int(line) - 1
        speak("Type a number from 1 to {most}.", most=len(choices))
    return None


def _choose_print(prompt: Prompt) -> list[str] | None:
    game = _choose(prompt, [get_game(name).title for name in GAMES])
    if game is None:
        return None
    cards = prompt.ask(say("Which card is lost? (its name or number; Enter alone: the whole game)"))
    if cards is None:
        return None
    return ["print", GAMES[game], *(["--cards", cards] if cards else [])]


_YES, _NO = ("y", "o", "j"), ("n",)  # what an answer begins with, in any of our languages


def may_remember(store: StoreOrShelf) -> bool:
    """True when results may be remembered; a person at a terminal is asked once."""
    consent = find_store_consent(store)
    if consent is None and can_ask():
        question = to_text(say("Remember results on this laptop? (y or n; Enter: ask another time) "))
        answer = (Prompt().ask(question) or "").casefold()
        if answer.startswith((*_YES, *_NO)):
            consent = answer.startswith(_YES)
            print_answer(record_consent(store, consent))
    return bool(consent)


def ask_to_remember(table: Session[Any]) -> None:
    """After a finished game, ask whether to remember results unless that is settled, and note its day."""
    if game_of(table).final_ranks(table) and find_store_consent(table.store) is None and may_remember(table.store):
        note_end(table)


def remember_without_table(score: TakenScore, store: Path | None) -> None:
    """Remember a score counted without a table, if results may be remembered; failures are only shown."""
    try:
        if may_remember(store):
            with open_shelf(store, create=False) as shelf:
                remember_score(shelf, score)
            speak("The result is remembered; 'companion history' shows all.", err=True)
    except CompanionError as refusal:
        speak(refusal.message, err=True)


@answer_command("language")
@click.argument("language", metavar="[LANGUAGE]", required=False, type=click.Choice([*LANGUAGES, SYSTEM]))
def language_command(language: str | None) -> Answer:
    """Show the language of messages, help and prints, choose one to keep, or follow the system again."""
    from companion.service.languages import describe_language  # checks decks too, which takes the press

    answer = describe_language(language)
    use_saved_language()
    return answer
