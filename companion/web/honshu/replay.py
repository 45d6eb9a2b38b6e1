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

_SQUARES = sorted({picture_of(symbol, (index // 6, index % 6))[0] for symbol in SQUARES for index in range(36)})
"""The pictures of all squares there are."""


def make_drawer(end: HonshuState) -> SceneDrawer | None:
    """The drawer of every map with its hand; ``None`` where maps were only counted."""
    last = {seat: each for seat, each in view(end).maps.items() if each.squares}
    words = {"squares": _SQUARES, "picture_of": picture_of, "cube_of": cube_of}

    def draw(state: HonshuState) -> Scene:
        pieces = []
        for seat in last:
            player_map, hand = view(state).get_map(seat), find_hand(state, seat) or ()
            pieces += [Piece("map_of", player_map.pile, (player_map,)), Piece("hand", hand, (hand,))]
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


def chapter_of(events: Sequence[EventLine], colours: Mapping[str, str]) -> Chapter:
    """Sort the events of a chapter, given newest first; its cards stand in the order of play."""
    chapter = Chapter()
    for event in reversed(events):
        new_cards = [*_list_cards(event, colours)]
        if event.kind == "take" and new_cards:
            (last_card,) = new_cards
            cards = [each for each in chapter.trick if each.card == last_card.card and not each.event.undone]
            if cards and not event.undone:
                cards[-1].taken_in = (event, last_card.seat, last_card.name)
                continue
        match event.kind:
            case "card":
                chapter.laid_cards += new_cards
            case "lay" | "take" | "pair" | "trick":
                chapter.trick += new_cards
        if not new_cards or event.kind == "trick":  # what was typed of it is told in words too
            chapter.other_events.insert(0, event)
    return chapter


def _list_cards(event: EventLine, colours: Mapping[str, str]) -> Iterator[HistoryCard]:
    """The cards of an event; with two players, an event of two plays has both."""
    fields = dict(event.text.fields)
    sentences = [part for part in fields.values() if isinstance(part, Sentence) and event.kind == "lay"]
    parts = [dict(part.fields) for part in sentences] or [fields]
    match event.kind:
        case "pair" | "trick":
            for play in str(fields["cards"]).split():
                card, _, cubes = play.partition("+")
                yield HistoryCard(event, card, cubes=cubes)
        case "lay" | "take" | "card":
            for part in parts:
                subject, name = part.get("what"), str(part.get("name", ""))
                part_fields = dict(subject.fields) if isinstance(subject, Sentence) else part
                if "card" in part_fields and name:
                    card, _, cubes = str(part_fields["card"]).partition("+")
                    yield HistoryCard(event, card, colours.get(name, ""), name, cubes)


def faces_of(chapters: Iterable[Chapter]) -> dict[str, list[str]]:
    """The pictures of the squares of every card that is drawn, each card once."""
    names = {each.card for chapter in chapters for each in (*chapter.trick, *chapter.laid_cards)}
    return {name: [picture for picture, _ in face_of(name)] for name in sorted(names)}
