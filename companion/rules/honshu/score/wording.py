"""The lines of a Honshu score in words."""

from companion.rules.honshu.map.board import COLOURS
from companion.sentences import Sentence, say, say_count

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
    match rule, details:
        case "forest", (number,):
            return say_count("{count} forest[|s], 2 points[| each]", number)
        case "town", (size, 1):
            return say_count("biggest town district: {count} square[|s], 1 point[| each]", size)
        case "town", (size, equals):
            return say_count(
                "a town district of {count} square[|s]; {equals} are that big, one counts",
                size,
                equals=equals,
            )
        case "factory", (colour, value, 0):
            factory = FACTORIES[colour]
            return say("{factory} of {value}: no cube is left for it", factory=factory, value=value)
        case "factory", (colour, value, taken):
            return say_count(
                "{factory} of {value}: {count} cube[|s] delivered",
                taken,
                factory=FACTORIES[colour],
                value=value,
            )
        case "lake", (1,):
            return say("a lake of 1 square: the first scores nothing")
        case "lake", (size,):
            return say("a lake of {size} squares: 3 points each after the first", size=size)
        case "lake", (size, 4):
            return say_count(
                "scoring card 4: {count} lake square[|s] at 2 points, instead of the lake score", size
            )
        case "card-2", (length, times, direction):
            return say_count(
                "scoring card 2: {length} forests {where}, counted [once|{count} times]",
                times,
                length=length,
                where=_WHERE[direction],
            )
        case "card-3", ():
            return say("scoring card 3: a block of 2 by 2 fallow squares")
        case "card-4", (number,):
            return say_count(
                "scoring card 4: {count} lake square[|s] at 2 points, on top of the lake score", number
            )
        case "card-5", (number, 2):
            return say_count(
                "scoring card 5: {count} town square[|s] with four town neighbours, 3 points instead of 1",
                number,
            )
        case "card-5", (number, _):
            return say_count(
                "scoring card 5: {count} town square[|s] with four town neighbours, 3 points[| each]", number
            )
        case "card-6", (number, colour):
            return say_count(
                "scoring card 6: {count} {colour} production square[|s] without a cube, 2 points[| each]",
                number,
                colour=COLOURS[colour].word,
            )
        case "card-6", (number,):
            return say_count(
                "scoring card 6: {count} production square[|s] without a cube, 2 points[| each]", number
            )
        case "card-7" | "card-8", (number,):
            return say_count(
                "scoring card {card}: {count} cube[|s] in [a factory|factories], 2 points more[| each]",
                number,
                card=int(rule.removeprefix("card-")),
            )
        case "recount", (0,):
            return say("this was counted for a scoring card; without one it must be counted anew")
        case "recount", (card,):
            return say("this was not counted for scoring card {card}; it must be counted anew", card=card)
        case "card-7" | "card-8", (number, colour):
            return say_count(
                "scoring card {card}: {count} {colour} cube[|s] in [a factory|factories], "
                "2 points more[| each]",
                number,
                card=int(rule.removeprefix("card-")),
                colour=COLOURS[colour].word,
            )
        case _:
            raise ValueError(f"nothing is said of {rule} with {details}")
