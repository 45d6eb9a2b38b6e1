"""The scenes of a replay of Honshu: maps after each event; and the cards of its history."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.data.honshu.map import SQUARES
from companion.play.honshu.hands import find_hand
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import view
from companion.sentences import Sentence
from companion.service.playing import EventLine
from companion.web.honshu.squares import cube_of, face_of, picture_of
from companion.web.replay import ReplayPiece, Scene, SceneDrawer

_SQUARES = sorted({picture_of(symbol, (at // 6, at % 6))[0] for symbol in SQUARES for at in range(36)})
"""The pictures of all squares."""


def make_drawer(end: HonshuState) -> SceneDrawer | None:
    """The drawer of every map with its hand; ``None`` if no map has squares."""
    last = {seat: each for seat, each in view(end).maps.items() if each.squares}
    words = {"squares": _SQUARES, "picture_of": picture_of, "cube_of": cube_of}

    def draw(state: HonshuState) -> Scene:
        pieces = []
        for seat in last:
            own, held = view(state).get_map(seat), find_hand(state, seat) or ()
            pieces += [ReplayPiece("map_of", own.pile, (own,)), ReplayPiece("hand", held, (held,))]
        return Scene(last, tuple(pieces), words)

    return draw if last else None


@dataclass(slots=True)
class HistoryCard:
    """A card in the history."""

    event: EventLine  # the event that played it
    card: str
    seat: str = ""  # the player's colour; "" if there is none, as for a card from the draw pile
    name: str = ""  # of the player
    cubes: str = ""  # the letters of the cubes beside it
    taken_in: tuple[EventLine, str, str] | None = None  # the event that took it, with the colour and name of the player


@dataclass(slots=True)
class Chapter:
    """The events of a round: the cards of its trick, those placed on maps, and all other events."""

    trick: list[HistoryCard] = field(default_factory=list)
    laid_cards: list[HistoryCard] = field(default_factory=list)
    other_events: list[EventLine] = field(default_factory=list)


def chapter_of(told: Sequence[EventLine], colours: Mapping[str, str]) -> Chapter:
    """Sort the events of a chapter, which are given newest first; its cards are in the order of play."""
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
        if not shown or event.kind == "trick":  # a typed trick is also described in words
            chapter.other_events.insert(0, event)
    return chapter


def _list_cards(event: EventLine, colours: Mapping[str, str]) -> Iterator[HistoryCard]:
    """Yield the cards of an event, which has several if it is a whole trick or two plays."""
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
    """The pictures of the squares of each card shown, by its name."""
    names = {each.card for chapter in chapters for each in (*chapter.trick, *chapter.laid_cards)}
    return {name: [picture for picture, _ in face_of(name)] for name in sorted(names)}
