"""Questions to the user: lines at a prompt, the menu of ``companion``, and whether to remember results.

In a terminal, arrow up recalls earlier lines, Tab completes, Ctrl-C and Ctrl-D exit, and a mistyped line can
be corrected. From a pipe, one line after the other is read, so that scripts can play too.
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
NextWords = Callable[[str], Iterable[str]]
"""Returns the words that may be typed next, for the line up to the current word."""


def can_ask() -> bool:
    """True if standard input and output are a terminal, so that the user can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Prompt:
    """Asks for one line after the other: in a terminal, where Tab completes `words`, from a pipe, or of `lines`."""

    def __init__(self, words: NextWords = lambda before: (), lines: Sequence[str] = ()) -> None:
        self.is_live = can_ask() and not lines
        self.number = 0
        self._lines = iter(lines) if lines else iter(lambda: sys.stdin.readline(), "")
        self._words = words
        self._refused_line = ""
        self._editor: PromptSession[str] | None = None

    def ask(self, question: Sentence | str) -> str | None:
        """The next line, without spaces around it; ``None`` if the user exits or the input ends."""
        text = f"{to_text(question)} " if isinstance(question, Sentence) else question
        line = self._ask_editor(text) if self.is_live else next(self._lines, None)
        self._refused_line = ""
        if line is None:
            return None
        self.number += 1
        return line.strip()

    def prefill(self, line: str) -> None:
        """Begin the next line with a mistyped one, so that it can be corrected."""
        self._refused_line = line

    def refuse(self, error: CompanionError, line: str) -> None:
        """Let a mistyped line be corrected in a terminal; from a pipe, raise its error."""
        if not self.is_live:
            self.warn_unplayed_lines()
            raise error
        speak_error(error)
        self.prefill(line)

    def warn_unplayed_lines(self) -> None:
        """Say that the last line failed, and that nothing after it is done."""
        speak("Line {number} was not carried out, and neither was anything after it.", err=True, number=self.number)

    def ask_until_done(self, question: Sentence, act: Callable[[str], T]) -> T | None:
        """Ask until `act` accepts a line, and return its result; ``None`` after an empty line or the last one."""
        while line := self.ask(question):
            try:
                return act(line)
            except CompanionError as error:
                self.refuse(error, line)
        return None

    def _ask_editor(self, question: str) -> str | None:
        if self._editor is None:
            from prompt_toolkit import PromptSession

            self._editor = PromptSession(completer=_build_completer(self._words), complete_while_typing=False)
        plain = question.replace("\u00a0", " ").replace("\u202f", " ")  # it would underline no-break spaces
        try:
            return self._editor.prompt(plain, default=self._refused_line)
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None


def _build_completer(words: NextWords) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class _Words(Completer):
        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            before, space, beginning = document.text_before_cursor.rpartition(" ")
            for word in dict.fromkeys(words(before + space)):
                if word.casefold().startswith(beginning.casefold()):
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
    "new": say("What should its folder be called?"),
}
"""A further question for a command in the menu, by the command's last word."""


def choose_command() -> list[str] | None:
    """Show a menu; the words of the chosen command, or ``None`` if the user exits."""
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
    """Ask for the number of one of several choices; its index from 0, or ``None`` for Enter."""
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


_YES, _NO = ("y", "o", "j"), ("n",)  # first letters of yes and no in all of Companion's languages


def may_remember(store: StoreOrShelf) -> bool:
    """True if results may be remembered; if that is not settled, the user is asked in a terminal."""
    consent = find_store_consent(store)
    if consent is None and can_ask():
        question = to_text(say("Remember results on this laptop? (y or n; Enter: ask another time) "))
        answer = (Prompt().ask(question) or "").casefold()
        if answer.startswith((*_YES, *_NO)):
            consent = answer.startswith(_YES)
            print_answer(record_consent(store, consent))
    return bool(consent)


def ask_to_remember(table: Session[Any]) -> None:
    """After a game, ask whether to remember results, unless that is settled; if so, note its date."""
    if game_of(table).final_ranks(table) and find_store_consent(table.store) is None and may_remember(table.store):
        note_end(table)


def remember_without_table(score: TakenScore, store: Path | None) -> None:
    """Remember a score counted without a table, if the user agrees; errors are only printed."""
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
    from companion.service.languages import describe_language  # slow to import, as it checks decks too

    answer = describe_language(language)
    use_saved_language()
    return answer
