"""The open questions of a game with their answers, and which hold now."""

from collections.abc import Iterator
from importlib import import_module

from companion.answers import Answer
from companion.rules.rulings import Ruling, Rulings
from companion.sentences import Sentence, say


def rulings_of(game: str) -> tuple[Ruling, ...]:
    """Every open question of a game."""
    known: tuple[Ruling, ...] = import_module(f"companion.rules.{game}.rulings").RULINGS
    return known


def list_rulings(rulings: Rulings) -> Answer:
    """Tell every open question with its answers, and which holds now."""
    data = [
        {
            "ruling": ruling.name,
            "value": rulings[ruling.name],
            "question": ruling.question,
            "options": dict(ruling.options),
            "source": ruling.source,
        }
        for ruling in rulings.known
    ]
    lines = [line for ruling in rulings.known for line in told(ruling, rulings[ruling.name])]
    return Answer(data, (*lines, say("* is what holds now.")))


def told(ruling: Ruling, now: str) -> Iterator[Sentence]:
    """A question, and its answers with a star at the one that holds."""
    yield say("{name}: {question}", name=ruling.name, question=ruling.question)
    for value, meaning in ruling.options:
        mark = "*" if value == now else " "
        yield say("  {mark} {answer}: {meaning}", mark=mark, answer=f"{ruling.name}={value}", meaning=meaning)
