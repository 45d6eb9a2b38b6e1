"""Requests played at a table, and all that is told of each written out, to stand in a golden file."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.answers import Answer
from companion.codec import encode
from companion.errors import CompanionError
from companion.play.game import describe_outcome, game_of
from companion.table.history import History, Snapshot
from tests.service.page import page


class Telling:
    """Plays at a table and writes down what everybody reads.

    Of what a program is told, only what is not as it was told last.
    """

    def __init__(self, history: History[Any], beside: Callable[[Any], object] = lambda state: {}) -> None:
        """``beside`` gives of a state what else is written down."""
        self.history, self._beside = history, beside
        self._last: dict[str, Any] = {}

    @property
    def state(self) -> Any:
        return self.history.state

    def play(self, *requests: object) -> Iterator[str]:
        """Each request: what is told of it, its line in the history, and where the game stands then."""
        for request in requests:
            here = Snapshot("friday", self.history)
            try:
                step = self.history.do(request)
            except CompanionError as no:
                yield f"=== {type(request).__name__}\n{page(Answer(refused=no.sentence))}"
                continue
            game, answer = game_of(here), describe_outcome(here, step)
            seen = Answer(self._new(self._beside(self.state)), (game.line(here.history, step), game.stands(here)))
            told = self.describe_answer(answer)
            yield f"=== {step.event.number}. {step.event.kind}\n{told}--- and then\n{page(seen)}"

    def describe_answer(self, answer: Answer) -> str:
        return page(replace(answer, outcome=self._new(answer.data)))

    def end(self) -> Iterator[str]:
        """What stands below the whole history, and everybody's rank."""
        here = Snapshot("friday", self.history)
        game = game_of(here)
        yield f"=== below the history\n{page(game.history_end(here))}"
        yield f"=== ranks\n{page(Answer(tuple(game.final_ranks(here))))}"

    def _new(self, data: object) -> object:
        now = encode(data)
        if not isinstance(now, dict):
            return now
        new = _list_changes({name: self._last[name] for name in self._last.keys() & now.keys()}, now)
        self._last |= now
        return new or None


def _list_changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are not as they were, and those that are gone."""
    gone = {name: "(gone)" for name in sorted(before.keys() - now.keys())}
    new: dict[str, Any] = {}
    for name, value in now.items():
        if name in before and before[name] == value:
            continue
        old = before.get(name)
        new[name] = _list_changes(old, value) if isinstance(value, dict) and isinstance(old, dict) else value
    return new | gone
