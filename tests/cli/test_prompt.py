"""A prompt: lines from a pipe one after the other, words completed in a terminal."""

import io

import pytest

from companion.cli.prompt import Prompt, complete_word


def test_lines_from_a_pipe_come_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(" 4 shi koz \n\nlast"))
    prompt = Prompt(lambda _: ())
    assert not prompt.is_live
    assert [prompt.ask("> ") for _ in range(4)] == ["4 shi koz", "", "last", None]
    assert prompt.number == 3


def test_completion_offers_the_words_with_the_typed_beginning() -> None:
    assert list(complete_word("K", ["Kai", "koz", "Aki", "Kai"])) == ["Kai", "koz"]
    assert list(complete_word("", ["Kai", "Aki"])) == ["Kai", "Aki"]
