"""Single cards of a deck, as a person names them: by number, by a range of numbers, or by their words.

A card is known by its id in its component, such as ``17`` or ``Minamoto4``; by every name of that id under
``[typed]`` in the deck's words; and by what is printed in any one box of its front, or by some words of that.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from companion.data.catalogue import LANGUAGES
from companion.data.deck import Component, Deck
from companion.data.vocabulary import MOST_WORDS, QUOTED, Word, has_words, nearest, plain, which, words_of
from companion.errors import InputError
from companion.press.face.pieces import chosen
from companion.press.frame.frame import Text
from companion.press.layout import lay_out
from companion.sentences import Sentence, joined, listed, say, shortened

RANGE = re.compile(r"\s*(\d{1,9})\s*[-–]\s*(\d{1,9})\s*", re.ASCII)
MOST_LISTED_CARDS = 24  # of a component, where one is asked for that it does not have
Printed = list[tuple[str, tuple[str, str]]]  # texts, each with component and id of the card it is printed on


def pick(deck: Deck, only: Sequence[str], typed: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Component and id of the cards a person names, in the order of the deck; searched in `only`."""
    names, parts = deck.titles(), [part for part in chosen(deck, only) if part.cards]
    extras = [] if only else [part for part in deck.components if part.extra and part.cards]
    searched = [(some, cache(partial(_printed, deck, some))) for some in (parts, extras)]
    found: set[tuple[str, str]] = set()
    for name in (single for each in typed for single in _singles(parts, each)):
        cards = next((cards for each in searched if (cards := _meant(deck, *each, name))), [])
        if not cards:
            texts = (text for _, printed in searched for text, _ in printed())
            near = nearest([*texts, *(card for part in parts + extras for card in _ids(part))], name)
            if near:
                raise which("there is no card '{name}' here; did you mean {names}?", name, near, near)
            raise InputError(
                "there is no card '{name}' here: {deck} has {cards}.",
                name=shortened(name.strip(), QUOTED),
                deck=deck.name,
                cards=joined([_listed(deck, part, names[part.name]) for part in parts], "; "),
            )
        having = list(dict.fromkeys(component for component, _ in cards))
        if len(having) > 1 and not only:
            raise InputError(
                "card {name} is in several parts ({components}): say of which.",
                name=shortened(name.strip(), QUOTED),
                components=joined(map(names.__getitem__, having), ", "),
                remedy="name a component",
            )
        found.update(cards)
    order = [(part.name, card) for part in deck.components for card in _ids(part)]
    return tuple(card for card in order if card in found)


def named(deck: Deck, only: Sequence[str], typed: Iterable[str]) -> tuple[str, ...]:
    """The names a person types, one by one, in the small letters and hyphens that any file may have."""
    parts = [part for part in chosen(deck, only) if part.cards]
    names = (single for each in typed for single in _singles(parts, each))
    return tuple(filter(None, dict.fromkeys("-".join(words_of(name)) for name in names)))


def _singles(parts: Sequence[Component], typed: str) -> list[str]:
    """The single names of a text: a name may hold a comma; else commas stand between names."""
    if "," in typed and not any(_by_id(part, typed) for part in parts):
        return [name for name in typed.split(",") if name.strip()] or [typed]
    return [typed]


def _meant(
    deck: Deck, parts: Sequence[Component], printed: Callable[[], Printed], name: str
) -> list[tuple[str, str]]:
    """The cards that a name or a range may mean: by id, else by a word for it, else by their print."""
    found = [(part.name, card) for part in parts for card in _by_id(part, name)]
    if not found and not name.strip().isdecimal():
        found = [(part.name, card) for part in parts for card in _by_word(deck, part, name)]
    if not found and plain(name) and not name.strip().isdecimal():
        found = list(dict.fromkeys(card for text, card in printed() if plain(text) == plain(name)))
        return found or _by_some_words(printed(), name)
    return found


def _by_some_words(printed: Printed, name: str) -> list[tuple[str, str]]:
    """The cards of the one text that has these words, in any order, or their beginnings; names go first."""
    having = [(text, card) for text, card in printed if has_words(text, name)]
    short = [(text, card) for text, card in having if len(words_of(text)) <= MOST_WORDS] or having
    texts = {card: text for text, card in reversed(short)}  # as the first language says it
    if len({plain(text) for text in texts.values()}) > 1:
        names = list(dict.fromkeys(text for text, _ in short))
        raise which("'{name}' may be {names}; say which.", name, names, texts.values())
    return list(dict.fromkeys(card for _, card in short))


def _by_id(part: Component, name: str) -> list[str]:
    ids = _ids(part)
    between = RANGE.fullmatch(name)
    if between:
        first, last = map(int, between.groups())
        numbers = {int(card): card for card in ids if card.isdecimal()}
        if first in numbers and last in numbers:
            return [card for number, card in numbers.items() if first <= number <= last]
    return [card for card in ids if plain(card) == plain(name)]


def _by_word(deck: Deck, part: Component, name: str) -> Iterator[str]:
    """Cards whose id has this name among those people type, such as ``rouge`` for ``red``."""
    ids = set(_ids(part))
    for code in deck.languages:
        for card, names in _typed(deck.words(code)):
            if card in ids and plain(name) in map(plain, names):
                yield card


def _printed(deck: Deck, parts: Sequence[Component]) -> Printed:
    """What is printed in any one box of the fronts of cards, in every language, each with its card."""
    names, cards = [part.name for part in parts], Printed()
    for code in deck.languages if names else ():
        for piece in lay_out(deck, code, names):
            said: dict[str, str] = {}
            for item, _ in piece.front.walk():
                if isinstance(item, Text) and item.box:
                    said[item.box] = f"{said.get(item.box, '')} {item.text}"
            cards += [(text.strip(), (piece.component, piece.card)) for text in said.values()]
    return cards


def _ids(part: Component) -> list[str]:
    return list(dict.fromkeys(card.id for card in part.cards))


def _listed(deck: Deck, part: Component, title: Sentence) -> Sentence:
    """A component with its cards, as a reader calls them: numbers from the first to the last, else names."""
    ids = _ids(part)
    numbers = [int(card) for card in ids if card.isdecimal() and len(card) < 10]
    if len(numbers) == len(ids) > 2 and numbers == list(range(numbers[0], numbers[0] + len(ids))):
        return say("{part} ({cards})", part=title, cards=f"{numbers[0]}-{numbers[-1]}")
    typed = {code: dict(_typed(deck.words(deck.readable(code)))) for code in LANGUAGES}
    shown = [Word("", tuple((code, typed[code].get(card, [card])[0]) for code in LANGUAGES)) for card in ids]
    cards = listed([*shown[:MOST_LISTED_CARDS], *["..."][: len(ids) > MOST_LISTED_CARDS]])
    return say("{part} ({cards})", part=title, cards=cards)


def _typed(words: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """What people type for ids, where there are words for them, the one that is shown first."""
    for word, names in words.items():
        if word.startswith("typed."):
            yield word.rpartition(".")[2], names.split(",")
