"""A prompt: lines from a pipe one after the other, words completed in a terminal."""

import io

import pytest
from prompt_toolkit.document import Document

from companion.cli.prompt import Prompt, _build_completer


def test_lines_from_a_pipe_come_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(" 4 shi koz \n\nlast"))
    prompt = Prompt(lambda _: ())
    assert not prompt.is_live
    assert [prompt.ask("> ") for _ in range(4)] == ["4 shi koz", "", "last", None]
    assert prompt.number == 3


def test_completion_offers_the_words_with_the_typed_beginning() -> None:
    completer = _build_completer(lambda before: ["Kai", "koz", "Aki", "Kai"] if before == "4 shi " else ["shi"])
    for text, words in (("4 shi K", ["Kai", "koz"]), ("4 shi ", ["Kai", "koz", "Aki"]), ("4 ", ["shi"])):
        assert [each.text for each in completer.get_completions(Document(text), None)] == words
