"""A table of Honshu in words: squares, what was done to a map, what an event was."""

from __future__ import annotations

from collections.abc import Mapping

from companion.data.honshu.cards import Colour, Terrain
from companion.data.honshu.map import NO_CARD, SQUARES
from companion.play.honshu.requests import (
    BeginTable,
    ChooseCard,
    EndGame,
    LayCard,
    MapRequest,
    PlayTrick,
    PutBack,
    PutSquares,
    SettleRuling,
    SitDown,
    TakeBack,
    TakeCards,
    TakeMap,
)
from companion.play.honshu.state import HonshuState
from companion.rules.honshu.map.board import COLOURS
from companion.rules.honshu.rulings import HONSHU_RULINGS
from companion.rules.honshu.score.wording import FACTORIES
from companion.sentences import Sentence, say, say_count
from companion.table.history import UNDO, History, Step, reversed_step

_LAND = {
    Terrain.FOREST: say("forest"),
    Terrain.TOWN: say("town"),
    Terrain.LAKE: say("lake"),
    Terrain.FALLOW: say("fallow"),
}

_PRODUCTION = {
    Colour.BLUE: say("blue production"),
    Colour.BROWN: say("brown production"),
    Colour.GREY: say("grey production"),
    Colour.YELLOW: say("yellow production"),
}


def square_words(symbol: str) -> Sentence:
    """What a square shows, in words."""
    if symbol == NO_CARD:
        return say("no card")
    square = SQUARES[symbol]
    if square.colour is None:
        return _LAND[square.terrain]
    if square.terrain is Terrain.FACTORY:
        factory = FACTORIES[COLOURS.index(square.colour)]
        return say("{factory} of {value}", factory=factory, value=square.value)
    production = _PRODUCTION[square.colour]
    if square.cube:
        return say("{production} with its cube", production=production)
    return say("{production} without a cube", production=production)


def done_words(asked: MapRequest) -> Sentence:
    """What was done to a map, in a few words."""
    match asked:
        case LayCard(card=card):
            return say("card {card}", card=card)
        case TakeMap() | TakeCards():
            return say("the map taken in")
        case PutSquares(squares=squares):
            symbols = set(squares.values())
            if len(squares) == 1:
                return square_words(symbols.pop())
            if len(symbols) == 1:
                what = square_words(symbols.pop())
                return say("{count} × {what}", count=len(squares), what=what)
            return say_count("{count} square", "{count} squares", len(squares))


def step_words(history: History[HonshuState], step: Step[HonshuState]) -> Sentence:
    """What was done in an event, what was taken back as well."""
    about = reversed_step(history, step.event)
    if about is not None:
        what = step_words(history, about)
        return say("Taken back: {what}", what=what) if step.event.kind == UNDO else what
    return _words(step, step.after.names)


def _words(step: Step[HonshuState], names: Mapping[str, str]) -> Sentence:
    before = step.before
    match step.request:
        case BeginTable():
            return say("The table begins.")
        case SitDown(seat=seat, name=name):
            was = before.names.get(seat) if before is not None else None
            if was is not None:
                return say("{old} is called {name} now.", old=was, name=name)
            return say("{name} sits down.", name=name)
        case PutSquares(seat=seat) | LayCard(seat=seat) | TakeMap(seat=seat) | TakeCards(seat=seat):
            return say("{name}: {what}", name=names[seat], what=done_words(step.request))
        case TakeBack(seat=seat) if before is not None:
            what = done_words(before.sheets[seat].done[-1].asked)
            return say("{name} takes back: {what}", name=names[seat], what=what)
        case PutBack(seat=seat) if before is not None:
            what = done_words(before.sheets[seat].undone[0].asked)
            return say("{name} puts back: {what}", name=names[seat], what=what)
        case ChooseCard(card=None):
            return say("The game is scored without a scoring card.")
        case ChooseCard(card=card):
            return say("The game is scored with scoring card {card}.", card=card)
        case SettleRuling(ruling=asked, value=value):
            ruling = next(each for each in HONSHU_RULINGS if each.name == asked)
            return say("{question} – {answer}", question=ruling.question, answer=dict(ruling.options)[value])
        case PlayTrick(plays=plays):
            return say(
                "The trick of round {round}: {cards}", round=len(step.after.tricks), cards=" ".join(plays)
            )
        case EndGame(over=over):
            return say("All maps are finished.") if over else say("The maps are worked on again.")
        case _:
            return say("The trick of round {round} is taken back.", round=len(step.after.tricks) + 1)
