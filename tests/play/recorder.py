"""Requests played at a table, and all that is told of each written out, to stand in a golden file."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.answers import Answer
from companion.codec import encode
from companion.errors import CompanionError
from companion.play.game import describe_outcome, game_of
from companion.table.history import History, Snapshot
from tests.service.answer_text import format_answer

SAID_BY_LINES = {"table", "event", "hash", "text"}


class Recorder:
    """Plays at a table and writes down what everybody reads.

    Of what a program is told, only what no line says and is not as it was told last.
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
            snapshot = Snapshot("friday", self.history)
            try:
                step = self.history.do(request)
            except CompanionError as no:
                yield f"=== {type(request).__name__}\n{format_answer(Answer(refused=no.sentence))}"
                continue
            game, answer = game_of(snapshot), describe_outcome(snapshot, step)
            lines = [str(each) for each in answer.lines]
            now = game.line(snapshot.history, step), game.describe_stage(snapshot)
            more = (each for each in now if str(each) not in lines)
            data = {name: each for name, each in encode(answer.data or {}).items() if name not in SAID_BY_LINES}
            seen = self._list_new({**data, **encode(self._beside(self.state))})
            yield f"=== {step.event.number}. {step.event.kind}\n{format_answer(Answer(seen, (*answer.lines, *more)))}"

    def describe_end(self) -> Iterator[str]:
        """What stands below the whole history, and everybody's rank."""
        game = game_of(snapshot := Snapshot("friday", self.history))
        yield f"=== below the history\n{format_answer(game.history_end(snapshot))}"
        yield f"=== ranks\n{format_answer(Answer(tuple(game.final_ranks(snapshot))))}"

    def _list_new(self, now: dict[str, Any]) -> dict[str, Any] | None:
        new = _list_changes({name: self._last[name] for name in self._last.keys() & now.keys()}, now)
        self._last |= now
        return new or None


def _list_changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    new: dict[str, Any] = {}
    for name, value in now.items():
        if name in before and before[name] == value:
            continue
        old = before.get(name)
        new[name] = _list_changes(old, value) if isinstance(value, dict) and isinstance(old, dict) else value
    return new | {name: "(gone)" for name in sorted(before.keys() - now.keys())}
