"""Words for the cards on a page, such as «map cards 1 to 9», for bookmarks, page labels and the margin."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby

from companion.data.catalogue import LANGUAGES, language
from companion.data.deck import Deck
from companion.press.face.pieces import Piece
from companion.press.impose.edition import Edition
from companion.sentences import ENGLISH, Language, Sentence, listed, say, say_count


def speech(code: str) -> Language:
    """The language of an edition's own words; English where the deck speaks one that Companion does not."""
    return language(code) if code in LANGUAGES else ENGLISH


def component_name(component: str, words: Mapping[str, str]) -> str:
    """The printed name of a component."""
    return words.get(f"component.{component}", component)


def sheets_of(count: int, paper: str) -> Sentence:
    """A number of sheets of a paper."""
    return say_count("[one sheet|{count} sheets] of {paper}", count, paper=paper)


_SIDES = {
    "fronts": say("Print on one side"),
    "duplex-long": say("Print on both sides, flip on the long edge"),
    "duplex-short": say("Print on both sides, flip on the short edge"),
    "fold": say("Print on one side, fold, glue, cut"),
    "separate": say("Print the fronts, turn them over, print the backs"),
}


def how_to_print(edition: Edition, backs: bool) -> tuple[Sentence, Sentence]:
    """The settings of the print dialogue, in few words: the size, and the sides."""
    return say("Print at 100%"), _SIDES[edition.sides if backs else "fronts"]


def cards_on(batch: Iterable[Piece], deck: Deck, words: Mapping[str, str]) -> Sentence:
    """Name the cards of a page, such as «map cards 55 to 60; start provinces 1, 4».

    A component all of whose cards are one and the same has no numbers.
    """
    parts = []
    cards = {part.name: part.cards for part in deck.components}
    for component, group in groupby(batch, key=lambda piece: piece.component):
        ids = list(dict.fromkeys(piece.card for piece in group))
        name = component_name(component, words)
        same = all(card.id == cards[component][0].id for card in cards[component])
        if same or not all(card.isdecimal() for card in ids):
            parts.append(say("{name}", name=name))
        else:
            parts.append(_numbered(name, [int(card) for card in ids]))
    return reduce(lambda first, then: say("{first}; {then}", first=first, then=then), parts)


def _numbered(name: str, numbers: Sequence[int]) -> Sentence:
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[0] + len(numbers))):
        return say("{name} {first} to {last}", name=name, first=numbers[0], last=numbers[-1])
    return say("{name} {numbers}", name=name, numbers=listed(_runs(numbers)))


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield from ([f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run))
