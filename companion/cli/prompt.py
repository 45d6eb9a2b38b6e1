"""Questions to the user: lines at a prompt, the menu of ``companion``, and whether to remember results.

In a terminal, arrow up recalls earlier lines, Tab completes, Ctrl-C and Ctrl-D exit, and a mistyped line can
be corrected. From a pipe, one line after the other is read, so that scripts can play too.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, print_answer, print_lines
from companion.cli.lazy import SHARED, load_command_words
from companion.cli.voice import parse_yes, speak, speak_error, to_text, use_saved_language, wrap_to_width
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
        self.beginning = ""  # of the next line: a mistyped one, so that it can be corrected
        self._editor: PromptSession[str] | None = None

    def ask(self, question: Sentence | str, *help: Sentence) -> str | None:
        """The next line, without spaces around it; ``None`` at the end. After ``?``, say what can be typed."""
        text = f"{to_text(question)} " if isinstance(question, Sentence) else question
        line = self._ask_editor(text) if self.is_live else next(self._lines, None)
        beginning, self.beginning = self.beginning, ""
        if line is None:
            return None
        self.number += 1
        line = "?" if line.strip() == f"{beginning}?" else line.strip()  # behind a mistyped line it asks too
        if help and line == "?":
            print_lines(help)
            return self.ask(question, *help)
        return line

    def refuse(self, error: CompanionError, line: str) -> None:
        """Let a mistyped line be corrected in a terminal; from a pipe, raise its error."""
        if not self.is_live:
            self.warn_unplayed_lines()
            raise error
        speak_error(error)
        self.beginning = line

    def warn_unplayed_lines(self) -> None:
        """Say that the last line failed, and that nothing after it is done."""
        speak("Line {number} was not carried out, and neither was anything after it.", err=True, number=self.number)

    def ask_until_done(self, question: Sentence, act: Callable[[str], T], *help: Sentence) -> T | None:
        """Ask until `act` accepts a line, and return its result; ``None`` after an empty line or the last one."""
        while line := self.ask(question, *help):
            try:
                return act(line)
            except CompanionError as error:
                self.refuse(error, line)
                self.beginning = ""  # such short answers are typed anew
        return None

    def _ask_editor(self, question: str) -> str | None:
        if self._editor is None:
            from prompt_toolkit import PromptSession

            self._editor = PromptSession(completer=_build_completer(self._words), complete_while_typing=False)
        plain = question.replace("\u00a0", " ").replace("\u202f", " ")  # it would underline no-break spaces
        try:
            return self._editor.prompt(plain, default=self.beginning)
        except EOFError:
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


def _list_menu() -> Iterator[tuple[str, list[str]]]:
    """The commands of the menu, each with its line and maybe a question and what may be answered, in English."""
    for command, texts in load_command_words(SHARED, "commands")["menu"].items():
        if command == "games":
            for game in GAMES:
                yield from load_command_words(game, "commands").get("menu", {}).items()
        else:
            yield command, texts


def run_menu(run: Callable[[Sequence[str]], int]) -> int:
    """Show a menu and run the chosen command; its exit code. What was answered wrongly is asked again."""
    prompt, code, entries = Prompt(), 0, [*_list_menu()]
    speak("What would you like to do?")
    if (index := _choose(prompt, [say(texts[0]) for _, texts in entries])) is None:
        return 0
    command, (_, *question) = entries[index]
    while words := _complete_command(prompt, command.split(), [*map(say, question)]):
        click.echo(f"companion {shlex.join(words)}")  # so that the user can type it the next time
        code = run(words)
        if code not in (1, 2) or words == command.split():
            break
        prompt.beginning = words[-1] if command != "rules" else " ".join(words[1:])
    return code


def _complete_command(prompt: Prompt, words: list[str], question: Sequence[Sentence]) -> list[str] | None:
    """The words of a command with what it needs to be asked; ``None`` if the user exits."""
    if words == ["print"]:
        return _choose_print(prompt)
    if not question:
        return words
    answer = prompt.ask(*question)
    return [*words, *(answer.split() if words == ["rules"] else [answer])] if answer else None


def _choose(prompt: Prompt, choices: Sequence[Sentence | str]) -> int | None:
    """Ask for the number of one of several choices; its index from 0, or ``None`` for Enter."""
    for number, choice in enumerate(choices, 1):
        click.echo(wrap_to_width(f"{number:3}  {to_text(choice)}"))
    help = say("Type a number from 1 to {most}.", most=len(choices))
    while line := prompt.ask(say("A number, or Enter to exit:"), help):
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            return int(line) - 1
        speak(help)
    return None


def ask_game(prompt: Prompt) -> str | None:
    """Ask for one of the games; ``None`` if the user exits."""
    index = _choose(prompt, [get_game(name).title for name in GAMES])
    return None if index is None else GAMES[index]


def _choose_print(prompt: Prompt) -> list[str] | None:
    """Ask for a lost card of any game, and for its part where several have it; or else for a game."""
    from companion.service.press.lost_card import find_card_places

    question = say("Which card is lost? (its name or number; Enter alone: a whole game)")
    help = say("A name on a card, its number or several after commas, such as Kai, 17.")
    while cards := prompt.ask(question, help):
        try:
            places = find_card_places(cards)
        except CompanionError as error:
            prompt.refuse(error, cards)
            continue
        index = _choose(prompt, [place.title for place in places]) if len(places) > 1 else 0
        if index is None:
            return None
        part = places[index].component
        return ["print", places[index].game, *(("--only", part) if part else ()), "--cards", cards]
    game = None if cards is None else ask_game(prompt)
    return ["print", game] if game else None


def may_remember(store: StoreOrShelf) -> bool:
    """True if results may be remembered; if that is not settled, the user is asked in a terminal."""
    consent = find_store_consent(store)
    if consent is None and can_ask():
        question = say("Remember results on this laptop? (y or n; Enter: ask another time)")
        consent = Prompt().ask_until_done(question, parse_yes)
        if consent is not None:
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
