"""Find cards by name, in one deck or in all games; nothing is laid out.

A card is found by its id in its component, such as ``17`` or ``Minamoto4``; by any name of that id under ``[typed]``
in the deck's words; or by its title or a text on it, or some words of one.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import product
from typing import Any, NamedTuple

from companion.data import vocabulary
from companion.data.catalogue import LANGUAGES
from companion.data.deck import PAGE, Component, Deck, list_games, open_deck
from companion.data.decks.headings import select_language
from companion.data.vocabulary import MOST_NAMED_TEXTS, QUOTED, Word, normalize_name, normalize_words, split_spellings
from companion.errors import InputError
from companion.limit import note_progress
from companion.paths import templates
from companion.press.face.context import Drawer, FaceContext, FaceShelf
from companion.press.face.pieces import select_components
from companion.press.face.schema import Element, Face, fill_face_name
from companion.press.face.typesetting import DeckResources
from companion.press.frame.frame import Item, Text
from companion.sentences import Sentence, join_sentences, join_with_commas, say, shorten_text

RANGE = re.compile(r"^\s*(\d{1,9})\s*[-–]\s*(\d{1,9})\s*$", re.ASCII)
LETTER = re.compile(r"[^\W\d_]")
MARKS = re.compile(r"\*+|\[[^\[\]\n]{1,80}\]|\{[A-Za-z0-9_.-]+\}")  # of styles and icons in a text
WITH_TEXTS = ("text", "layer", "face")  # kinds of elements
LONGEST_CARD = 180.0  # mm; a longer face is a board or a sheet, and no text on it is its name
MOST_LISTED_CARDS = 24  # cards that a message lists if a component lacks the one named


class NamedCard(NamedTuple):
    game: str  # empty for a deck of one's own
    component: str
    id: str
    extra: bool  # printed only when asked for


CardTexts = list[tuple[str, NamedCard]]  # names, each with its card


def _read_texts(context: FaceContext, element: Element) -> Iterator[Item]:
    """The texts of an element, as items without a place; in place of the functions that draw elements."""
    if element["kind"] == "text":
        yield Text(MARKS.sub("", context.text(element["text"])).strip(), 0, 0, 0)
    elif element["kind"] == "layer":
        yield from context._replace(face=context.face._replace(elements=element["elements"])).draw_elements()
    elif element["kind"] == "face":
        name, _, fields = context.fill_inner_face(element)
        yield from FaceContext(context.shelf, context.shelf.get_face(name), name, fields).draw_elements()


class CardNames:
    def __init__(self, deck: Deck, parts: Iterable[Component]) -> None:
        self._deck, game = deck, deck.name if deck.shipped else ""
        every = [(part, card) for part in parts for card in part.cards]
        self.cards = {NamedCard(game, part.name, card.id, part.extra): (part, card) for part, card in every}
        self._words = {code: deck.words(code) for code in deck.languages or LANGUAGES}
        self._spellings = {code: _list_spellings(words) for code, words in self._words.items()}
        self.ids: CardTexts = [(key.id, key) for key in self.cards]
        every_spelling = product(self._spellings.values(), self.cards)
        self.spellings: CardTexts = [(text, key) for by_id, key in every_spelling for text in by_id.get(key.id, ())]
        kinds = defaultdict[str, Drawer](lambda: _read_texts, text=_read_texts)
        resources = DeckResources(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder)
        folders = deck.faces, templates() / "faces" / "shared"
        self._shelf = FaceShelf({}, *folders, kinds=kinds, styles=deck.styles, resources=resources)
        self._faces: dict[tuple[str, str], Face] = {}  # with a title, and those elements that have texts

    def find_range(self, name: str) -> list[NamedCard]:
        """The cards of a range of numbers such as ``17-20``, in components that have its ends."""
        cards, numbers = list[NamedCard](), defaultdict[str, dict[int, NamedCard]](dict)
        for key in self.cards:
            numbers[key.component] |= {int(key.id): key} if key.id.isdecimal() and len(key.id) < 10 else {}
        for own, (first, last) in product(numbers.values(), RANGE.findall(name)):
            if int(first) in own and int(last) in own:
                cards += [key for number, key in own.items() if int(first) <= number <= int(last)]
        return cards

    @cached_property
    def texts(self) -> CardTexts:
        """Texts on cards, and titles of cards, in every language."""
        texts = CardTexts()
        for code, (key, (part, card)) in product(self._deck.languages or LANGUAGES[:1], self.cards.items()):
            note_progress()
            front, back = card.sides
            texts += [(text, key) for text in self._read_side(part.face, front, part, code, part.title)]
            if back != front:  # other backs are the same on all cards, or say what the front says
                texts += [(text, key) for text in self._read_side(part.back, back, part, code)]
        return [(text, key) for text, key in dict.fromkeys(texts) if not text.isdecimal()]

    def _read_side(
        self, name: str | None, fields: Mapping[str, str], part: Component, code: str, title: str = ""
    ) -> list[str]:
        """The texts on one side of a card, and last its title."""
        self._shelf.words = self._words[code]  # faces are the same in all languages, and read once
        fields = {"seals": "printed", **fields, **(select_language(fields, code) if part.languages else {})}
        name = fill_face_name(name or "", fields, self._deck.file)
        if name in ("", PAGE):
            return []
        if (name, title) not in self._faces:
            face = self._shelf.get_face(name)
            is_card = all(isinstance(side, str) or side <= LONGEST_CARD for side in face.size)
            elements = [each for each in face.elements if is_card and each["kind"] in WITH_TEXTS]
            elements += [{"kind": "text", "text": title}] if title else []
            self._faces[name, title] = face._replace(elements=tuple(elements))
        context = FaceContext(self._shelf, self._faces[name, title], part.name, fields)
        return [item.text for item in context.draw_elements() if isinstance(item, Text)]

    def describe_card(self, key: NamedCard) -> Sentence:
        """What messages call a card: its title, or its component and id."""
        part, card = self.cards[key]
        if not part.title:
            return say("{part} {card}", part=self._deck.titles()[part.name], card=self._get_shown_id(card.id))
        read = partial(self._read_side, part.face, card.fields, part, title=part.title)
        return Word("", tuple((code, read(self._deck.choose_language(code))[-1]) for code in LANGUAGES))

    def _get_shown_id(self, id: str) -> Word:
        """An id in the reader's language: the first of its names under ``[typed]``."""
        names = {code: self._spellings[self._deck.choose_language(code)] for code in LANGUAGES}
        return Word("", tuple((code, names[code].get(id, (id,))[0]) for code in LANGUAGES))

    def describe_components(self) -> Iterator[Sentence]:
        """Components with their cards, as a range of numbers or as names in the reader's language."""
        for part, title in self._deck.titles().items():
            ids = [key.id for key in self.cards if key.component == part]
            numbers = [int(card) for card in ids if card.isdecimal() and len(card) < 10]
            cards: Sentence | str = _join(list(map(self._get_shown_id, ids)), MOST_LISTED_CARDS)
            if len(numbers) == len(ids) > 2 and numbers == list(range(numbers[0], numbers[0] + len(ids))):
                cards = f"{numbers[0]}-{numbers[-1]}"
            if ids:
                yield say("{part} ({cards})", part=title, cards=cards)


def _list_spellings(words: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The names of ids under ``[typed]``, such as ``rouge`` for ``red``."""
    by_id = defaultdict[str, tuple[str, ...]](tuple)
    for word, text in words.items():
        if word.startswith("typed."):
            by_id[word.rpartition(".")[2]] += split_spellings(text)
    return by_id


def _join(names: Sequence[Sentence], most: int) -> Sentence:
    return join_with_commas([*names[:most], *["..."][: len(names) > most]])


class CardSearch:
    """Finds cards by name in one deck or several, in all components or some."""

    def __init__(self, decks: Sequence[Deck], only: Collection[str] = ()) -> None:
        self._decks, self._only, self._names = decks, only, list[CardNames]()
        for deck in decks:
            with nullcontext() if len(decks) == 1 else suppress(InputError):  # another deck may have the component
                self._names.append(CardNames(deck, select_components(deck, only) if only else deck.components))

    def split_names(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield the names in texts: they are separated by commas, unless a whole text is a name."""
        for text in texts:
            names = [name for name in text.split(",") if name.strip()]
            yield from [text] if len(names) < 2 or self._find_whole(text) else names

    def find(self, name: str) -> list[NamedCard]:
        """The cards of a name or a range of numbers: by id, else by a typed name, by a text, by some words of one.

        Without components, extras are found only if no other card has the name.
        """
        cards = self._find_whole(name)
        if not cards and LETTER.search(name):
            cards = _find_by_words([pair for each in self._names for pair in each.texts], name)
        usual = [key for key in cards if not key.extra]
        return [*dict.fromkeys(usual if usual and not self._only else cards)]

    def _find_whole(self, name: str) -> list[NamedCard]:
        cards, wanted = [key for each in self._names for key in each.find_range(name)], normalize_name(name)
        for level in ("ids", "spellings", "texts") if LETTER.search(name) else ("ids",):
            names: CardTexts = [] if cards else [pair for each in self._names for pair in getattr(each, level)]
            cards += [key for text, key in names if normalize_name(text) == wanted]
        return cards

    def describe(self, cards: Iterable[NamedCard]) -> Sentence:
        """Cards by game: its name, and what messages call them."""
        games = defaultdict[str, list[Sentence]](list)
        for card in cards:
            games[card.game].append(next(each.describe_card(card) for each in self._names if card in each.cards))
        sentences = (
            say("{game}: {cards}", game=game.capitalize(), cards=_join(names, MOST_NAMED_TEXTS))
            for game, names in games.items()
        )
        return join_sentences(sentences, "; ") or say("")

    def build_unknown_error(self, name: str) -> InputError:
        """The error of a name that no card has; it offers cards of other games, or similar names."""
        here = {deck.name for deck in self._decks if deck.shipped} | {""}
        others = CardSearch([open_deck(game) for game in list_games() if game not in here and LETTER.search(name)])
        details: dict[str, Any] = {"name": shorten_text(name.strip(), QUOTED)}
        with suppress(InputError):  # several may be meant: they are among the nearest
            if cards := others.find(name):
                near = dict.fromkeys((details["name"], card.game) for card in cards)
                details |= {"games": others.describe(cards), "near": tuple(near)}
                return InputError("there is no card '{name}' here; it is in {games}.", **details)
        if offers := self._find_nearest(name) or others._find_nearest(name):
            names = [say("{text} ({game})", text=text, game=game.capitalize()) for text, game in offers]
            if offers[0][1] in here and len(self._decks) == 1:  # all offers are cards of this deck
                names = [say("{name}", name=text) for text, _ in offers]
            message = "there is no card '{name}' here; did you mean {names}?"
            return vocabulary.build_choice_error(message, name, names, offers)
        if len(self._decks) > 1:
            return InputError("no game has a card '{name}'; name the game to see what it has.", **details)
        (deck,) = self._decks
        components = CardNames(deck, select_components(deck, self._only)).describe_components()
        details |= {"deck": deck.name, "cards": join_sentences(components, "; ")}
        return InputError("there is no card '{name}' here: {deck} has {cards}.", **details)

    def _find_nearest(self, name: str) -> list[tuple[str, str]]:
        """The names most like a mistyped one, each with its game."""
        games = {text: key.game for each in self._names for text, key in [*each.texts, *each.ids]}
        return [(text, games[text]) for text in vocabulary.find_nearest(games, name)]


def _find_by_words(texts: CardTexts, name: str) -> list[NamedCard]:
    """The cards with the one text that has these words, or words beginning with them; short texts are preferred."""
    matches = [(text, card) for text, card in texts if vocabulary.has_words(text, name)]
    short_texts = [pair for pair in matches if len(normalize_words(pair[0])) <= vocabulary.MOST_WORDS] or matches
    by_card = {card: text for text, card in reversed(short_texts)}  # in the first language
    if len({normalize_name(text) for text in by_card.values()}) > 1:
        near = [(text, card.game) for card, text in by_card.items()]
        names = dict.fromkeys(text for text, _ in short_texts)
        raise vocabulary.build_choice_error("'{name}' may be {names}; write the name in full.", name, names, near)
    return [card for _, card in short_texts]


def pick(deck: Deck, only: Collection[str], texts_typed: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The cards with these names, as (component, id) in the order of the deck; `only` limits the components.

    A name that no card has, or that several components have, is an `InputError`.
    """
    search, picks = CardSearch((deck,), only), set[tuple[str, str]]()
    for name in search.split_names(texts_typed):
        if not (cards := search.find(name)):
            raise search.build_unknown_error(name)
        components = dict.fromkeys(card.component for card in cards)
        if len(components) > 1 and not only:
            raise InputError(
                "card {name} is in several components ({components}); choose one.",
                name=shorten_text(name.strip(), QUOTED),
                components=join_sentences(map(deck.titles().__getitem__, components), ", "),
                remedy="name a component",
            )
        picks.update((card.component, card.id) for card in cards)
    order = dict.fromkeys((part.name, card.id) for part in deck.components for card in part.cards)
    return tuple(card for card in order if card in picks)


def find_game(texts_typed: Collection[str], only: Collection[str]) -> Deck:
    """The one game that has cards with these names, with a note that says so; else an `InputError`."""
    decks = {game: open_deck(game) for game in list_games()}
    if not texts_typed:
        raise InputError("name what to print: {games}, or the folder of your own deck.", games=join_with_commas(decks))
    search = CardSearch([*decks.values()], only)
    cards = {name.strip(): search.find(name) for name in search.split_names(texts_typed)}
    for name, same_name in cards.items():
        if not same_name:
            raise search.build_unknown_error(name)
    games = set.intersection(*({card.game for card in same_name} for same_name in cards.values()))
    every = [card for same_name in cards.values() for card in same_name if len(games) != 1 or card.game in games]
    details = {"name": shorten_text(", ".join(cards), QUOTED), "games": search.describe(every)}
    if len(games) != 1:
        raise InputError(say("{name} is in several games ({games}); name one.", **details))
    deck = decks[games.pop()]
    return replace(deck, notes=(*deck.notes, say("{name} is in {games}.", **details)))


def parse_card_names(deck: Deck, typed_names: Iterable[str]) -> tuple[str, ...]:
    """Normalize typed names of cards for the name of a file: words in small letters, joined by hyphens."""
    names = ("-".join(normalize_words(name)) for name in CardSearch((deck,)).split_names(typed_names))
    return tuple(filter(None, dict.fromkeys(names)))
