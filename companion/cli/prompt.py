"""Lines that people type one after the other: edited and completed in a terminal, or read from a pipe.

A terminal keeps the lines of the evening (arrow up), completes with Tab, and leaves with Ctrl-C or Ctrl-D;
a slip can be mended where it stands. A pipe gives line after line, so that a script plays as people do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.cli.voice import said, speak_error
from companion.errors import CompanionError
from companion.sentences import Sentence

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

T = TypeVar("T")
Words = Callable[[str], Iterable[str]]
"""What may be typed next, for the line before the word that is being typed."""


class Prompt:
    """Asks for a line, again and again."""

    def __init__(self, words: Words) -> None:
        """A prompt that completes words; see ``Words``."""
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.number = 0
        self._words = words
        self._slip = ""
        self._editor: PromptSession[str] | None = None

    def ask(self, question: str) -> str | None:
        """The next line, without the blanks around it; ``None`` when the person leaves or the lines end."""
        line = self._typed(question) if self.live else sys.stdin.readline() or None
        self._slip = ""
        if line is None:
            return None
        self.number += 1
        return line.strip()

    def mend(self, line: str) -> None:
        """Begin the next line with one that was mistyped, so that it need not be typed anew."""
        self._slip = line

    def _typed(self, question: str) -> str | None:
        if self._editor is None:
            from prompt_toolkit import PromptSession

            self._editor = PromptSession(completer=_completer(self._words), complete_while_typing=False)
        plain = question.replace("\u00a0", " ").replace("\u202f", " ")  # the editor would underline them
        try:
            return self._editor.prompt(plain, default=self._slip)
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None


def answered(
    question: Sentence, act: Callable[[str], T], unasked: CompanionError, words: Iterable[str] = ()
) -> T | None:
    """What comes of the first line that can be done; nothing for who leaves.

    Of a pipe the first line is taken; where there is none, ``unasked`` is raised.
    """
    prompt = Prompt(lambda before: words)
    while line := prompt.ask(f"{said(question)} "):
        try:
            return act(line)
        except CompanionError as error:
            if not prompt.live:
                raise
            speak_error(error)
            prompt.mend(line)
    if prompt.live:
        return None
    raise unasked


def begun_with(beginning: str, words: Iterable[str]) -> Iterator[str]:
    """The words that begin so, each once; capitals do not matter."""
    start = beginning.casefold()
    yield from dict.fromkeys(word for word in words if word.casefold().startswith(start))


def _completer(words: Words) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class _Words(Completer):
        """Completes the word before the cursor."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            before, blank, beginning = document.text_before_cursor.rpartition(" ")
            for word in begun_with(beginning, words(before + blank)):
                yield Completion(word, start_position=-len(beginning))

    return _Words()
