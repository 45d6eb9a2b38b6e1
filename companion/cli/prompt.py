"""Lines that people type one after the other: edited and completed in a terminal, or read from a pipe.

In a terminal, arrow up brings back earlier lines, Tab completes, Ctrl-C and Ctrl-D leave, and a mistyped line
can be corrected. A pipe gives line after line, so that a script plays as people do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.cli.voice import speak_error, to_text
from companion.errors import CompanionError
from companion.sentences import Sentence

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

T = TypeVar("T")
Words = Callable[[str], Iterable[str]]
"""What may be typed next, for the line before the word that is being typed."""


class Prompt:
    """A prompt for lines, one after the other."""

    def __init__(self, words: Words) -> None:
        """Create a prompt that completes words; see ``Words``."""
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.number = 0
        self._words = words
        self._slip = ""
        self._editor: PromptSession[str] | None = None

    def ask(self, question: str) -> str | None:
        """The next line, without spaces around it; ``None`` when the person leaves or the input ends."""
        line = self._ask_editor(question) if self.live else sys.stdin.readline() or None
        self._slip = ""
        if line is None:
            return None
        self.number += 1
        return line.strip()

    def prefill(self, line: str) -> None:
        """Start the next line with a mistyped one, to be corrected rather than typed again."""
        self._slip = line

    def _ask_editor(self, question: str) -> str | None:
        if self._editor is None:
            from prompt_toolkit import PromptSession

            self._editor = PromptSession(completer=_build_completer(self._words), complete_while_typing=False)
        plain = question.replace("\u00a0", " ").replace("\u202f", " ")  # the editor would underline them
        try:
            return self._editor.prompt(plain, default=self._slip)
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None


def ask_until_done(
    question: Sentence, act: Callable[[str], T], unasked: CompanionError, words: Iterable[str] = ()
) -> T | None:
    """Ask until a line can be acted on, and return the result; ``None`` where the person leaves.

    Of a pipe only the first line is read; where there is none, ``unasked`` is raised.
    """
    prompt = Prompt(lambda before: words)
    while line := prompt.ask(f"{to_text(question)} "):
        try:
            return act(line)
        except CompanionError as error:
            if not prompt.live:
                raise
            speak_error(error)
            prompt.prefill(line)
    if prompt.live:
        return None
    raise unasked


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
