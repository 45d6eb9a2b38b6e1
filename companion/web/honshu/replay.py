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

_SQUARES = sorted({picture_of(symbol, (index // 6, index % 6))[0] for symbol in SQUARES for index in range(36)})
"""The pictures of all squares."""


def make_drawer(end: HonshuState) -> SceneDrawer | None:
    """The drawer of every map with its hand; ``None`` if no map has squares."""
    last = {seat: each for seat, each in view(end).maps.items() if each.squares}
    words = {"squares": _SQUARES, "picture_of": picture_of, "cube_of": cube_of}

    def draw(state: HonshuState) -> Scene:
        pieces = []
        for seat in last:
            player_map, hand = view(state).get_map(seat), find_hand(state, seat) or ()
            pieces += [ReplayPiece("map_of", player_map.pile, (player_map,)), ReplayPiece("hand", hand, (hand,))]
        return Scene(last, tuple(pieces), words)

    return draw if last else None


@dataclass(slots=True)
class HistoryCard:
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


def chapter_of(events: Sequence[EventLine], colours: Mapping[str, str]) -> Chapter:
    """Sort the events of a chapter, which are given newest first; its cards are in the order of play."""
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
        if not new_cards or event.kind == "trick":  # a typed trick is also described in words
            chapter.other_events.insert(0, event)
    return chapter


def _list_cards(event: EventLine, colours: Mapping[str, str]) -> Iterator[HistoryCard]:
    """Yield the cards of an event, which has several if it is a whole trick or two plays."""
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
    """The pictures of the squares of each card shown, by its name."""
    names = {each.card for chapter in chapters for each in (*chapter.trick, *chapter.laid_cards)}
    return {name: [picture for picture, _ in face_of(name)] for name in sorted(names)}
