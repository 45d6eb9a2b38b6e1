"""The replay of a game of Honshu: its maps after each event, and the cards of its history."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.data.honshu.map import SQUARES
from companion.play.honshu.hands import find_hand
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import view
from companion.sentences import Sentence
from companion.service.playing import EventLine
from companion.web.honshu.squares import cube_of, face_of, picture_of
from companion.web.replay import Piece, Scene, SceneDrawer

_SQUARES = sorted({picture_of(symbol, (at // 6, at % 6))[0] for symbol in SQUARES for at in range(36)})
"""The pictures of all squares there are."""


def make_drawer(end: HonshuState) -> SceneDrawer | None:
    """The drawer of every map with its hand; ``None`` where maps were only counted."""
    last = {seat: each for seat, each in view(end).maps.items() if each.squares}
    words = {"squares": _SQUARES, "picture_of": picture_of, "cube_of": cube_of}

    def draw(state: HonshuState) -> Scene:
        pieces = []
        for seat in last:
            own, held = view(state).get_map(seat), find_hand(state, seat) or ()
            pieces += [Piece("map_of", own.pile, (own,)), Piece("hand", held, (held,))]
        return Scene(last, tuple(pieces), words)

    return draw if last else None


@dataclass(slots=True)
class HistoryCard:
    """A card of the history."""

    event: EventLine  # what was done with it
    card: str
    seat: str = ""  # the colour of whoever did it; empty where nobody did, as a card turned up from the pile
    name: str = ""  # of whoever did it
    cubes: str = ""  # the letters of those that lie beside it
    taken_in: tuple[EventLine, str, str] | None = None  # in which event, with colour and name of whoever took it


@dataclass(slots=True)
class Chapter:
    """The events of a round: the cards of its trick, those put on maps, and whatever else was done."""

    trick: list[HistoryCard] = field(default_factory=list)
    laid_cards: list[HistoryCard] = field(default_factory=list)
    other_events: list[EventLine] = field(default_factory=list)


def chapter_of(told: Sequence[EventLine], colours: Mapping[str, str]) -> Chapter:
    """Sort the events of a chapter, given newest first; its cards stand in the order of play."""
    chapter = Chapter()
    for event in reversed(told):
        shown = [*_list_cards(event, colours)]
        if event.kind == "take" and shown:
            (took,) = shown
            of = [each for each in chapter.trick if each.card == took.card and not each.event.undone]
            if of and not event.undone:
                of[-1].taken_in = (event, took.seat, took.name)
                continue
        match event.kind:
            case "card":
                chapter.laid_cards += shown
            case "lay" | "take" | "pair" | "trick":
                chapter.trick += shown
        if not shown or event.kind == "trick":  # what was typed of it is told in words too
            chapter.other_events.insert(0, event)
    return chapter


def _list_cards(event: EventLine, colours: Mapping[str, str]) -> Iterator[HistoryCard]:
    """The cards of an event; with two players, an event of two plays has both."""
    said = dict(event.text.fields)
    joined = [part for part in said.values() if isinstance(part, Sentence) and event.kind == "lay"]
    parts = [dict(part.fields) for part in joined] or [said]
    match event.kind:
        case "pair" | "trick":
            for play in str(said["cards"]).split():
                card, _, cubes = play.partition("+")
                yield HistoryCard(event, card, cubes=cubes)
        case "lay" | "take" | "card":
            for part in parts:
                what, name = part.get("what"), str(part.get("name", ""))
                told = dict(what.fields) if isinstance(what, Sentence) else part
                if "card" in told and name:
                    card, _, cubes = str(told["card"]).partition("+")
                    yield HistoryCard(event, card, colours.get(name, ""), name, cubes)


def faces_of(chapters: Iterable[Chapter]) -> dict[str, list[str]]:
    """The pictures of the squares of every card that is drawn, each card once."""
    names = {each.card for chapter in chapters for each in (*chapter.trick, *chapter.laid_cards)}
    return {name: [picture for picture, _ in face_of(name)] for name in sorted(names)}
