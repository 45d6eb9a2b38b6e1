"""The lines of a Honshu score in words."""

from companion.data.vocabulary import told_of
from companion.rules.honshu.map.board import COLOURS
from companion.sentences import Sentence, say

FACTORIES = (
    say("blue factory"),
    say("brown factory"),
    say("grey factory"),
    say("yellow factory"),
    say("factory"),
)
"""A factory of each of ``COLOURS``, and of none that was told; a word each: in French the colour agrees."""

_WHERE = (say("in a row"), say("in a column"), say("in a line"))


def explained(rule: str, details: tuple[int, ...]) -> Sentence:
    """The sentence of a line of a score, from its rule and the numbers of its ``Feature``."""
    name, told = rule, dict[str, object]()
    count: int | None = None
    match rule, details:
        case "forest" | "card-4" | "card-6", (count,):
            pass
        case "town", (count, equals):
            name, told = "town" if equals == 1 else "town of several", {"equals": equals}
        case "factory", (colour, value, taken):
            name, count = ("factory", taken) if taken else ("factory without a cube", None)
            told = {"factory": FACTORIES[colour], "value": value}
        case "lake", (size,):
            name, told = "lake" if size > 1 else "lake of one", {"size": size}
        case "lake", (count, 4):
            name = "lake by card-4"
        case "card-2", (length, count, direction):
            told = {"length": length, "where": _WHERE[direction]}
        case "card-3", ():
            pass
        case "card-5", (count, each):
            name = "card-5 instead" if each == 2 else rule
        case "card-6", (count, colour):
            name, told = "card-6 of a colour", {"colour": COLOURS[colour].word}
        case "card-7" | "card-8", (count,):
            name, told = "cubes", {"card": rule.removeprefix("card-")}
        case "card-7" | "card-8", (count, colour):
            told = {"card": rule.removeprefix("card-"), "colour": COLOURS[colour].word}
            name = "cubes of a colour"
        case "recount", (card,):
            name, told = "recount" if card else "recount without a card", {"card": card}
        case _:
            raise ValueError(f"nothing is said of {rule} with {details}")
    return told_of("honshu", "score", name, count, **told)
