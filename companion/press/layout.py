"""Lay out a deck in one language, each card with front and back as frames; and find cards by name.

A card is found by its id in its component, such as ``17`` or ``Minamoto4``; by any name of that id under
``[typed]`` in the deck's words; or by the text in one box of its front, or some words of it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain

from companion.data import vocabulary
from companion.data.catalogue import LANGUAGES
from companion.data.deck import PAGE, Component, Deck
from companion.data.decks.languages import select_language
from companion.data.decks.values import FieldFault
from companion.data.rows import fill_fields, strip_style
from companion.data.vocabulary import normalize_name, normalize_words
from companion.errors import CompanionError, DeckError, InputError, Place
from companion.limit import note_progress
from companion.paths import templates
from companion.press.face import kinds
from companion.press.face.context import FaceShelf, Proof
from companion.press.face.pieces import Piece, select_components
from companion.press.face.schema import suggest_names
from companion.press.face.typesetting import DeckResources
from companion.press.frame.frame import Frame, Text
from companion.press.frame.trims import Backs
from companion.press.games import find_drawing_modules
from companion.sentences import Sentence, join_sentences, join_with_commas, say, shorten_text

# The functions that draw the kinds of elements.
KINDS = {**kinds.KINDS, **kinds.build_lazy_drawers(find_drawing_modules("ELEMENTS"))}

LEAST_PIECE = 3.0  # the least side of a piece that can be cut out by hand, mm


CardFault = tuple[str, CompanionError]  # the label of a card or a component, and its fault


def lay_out(
    deck: Deck,
    language: str,
    only: Collection[str] = (),
    picks: Collection[tuple[str, str]] = (),
    gathered: list[CardFault] | None = None,
    seals: str = "printed",
    proof: bool = False,
    larger: bool = False,
) -> Iterator[Piece]:
    """Lay out the pieces of a deck; `only` and `picks` (component, id) choose some of them.

    Faults are added to `gathered`, each with its card: elements that cannot be drawn are then left out, and
    text that does not fit runs over its box. Without `gathered` the first fault is raised. `seals` is
    ``printed`` or ``none``. In `larger` type the whole deck is always laid out, so that texts on the aid
    have the same number in every print.
    """
    faults: list[CompanionError] | None = None if gathered is None else []
    overlay = Proof() if proof else None
    shelf = FaceShelf(
        deck.words(language),
        deck.faces,
        templates() / "faces" / "shared",
        kinds=KINDS,
        faults=faults,
        home=deck.file.parent,
        styles=deck.styles,
        proof=overlay,
        resources=DeckResources(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder),
        larger=larger,
        picture_edge=deck.picture_edge,
        pictured=deck.pictured,
    )
    backs = Backs()
    warned = set[tuple[str, str]]()
    components = select_components(deck, only)
    for component in deck.components if larger else components:
        for card in component.cards:
            left = component not in components or (picks and (component.name, card.id) not in picks)
            if left and not larger:
                continue
            label = f"{deck.name}/{component.name}/{card.id}"
            note_progress(card=label)
            sides: list[Frame | None] = []
            front, back = card.sides
            for name, suffix, fields in ((component.face, "", front), (component.back, "/back", back)):
                card_fields = {"seals": seals, **fields}
                if component.languages:
                    card_fields |= select_language(fields, language)
                try:
                    sides.append(_lay_out_side(deck, shelf, name, label, suffix, card_fields) if name else None)
                except InputError as fault:  # the whole side cannot be drawn
                    if faults is None:
                        raise
                    faults.append(fault)
            if gathered is not None and faults:
                for each in () if left else faults:
                    if (label, str(each)) not in warned:  # once for all copies of a card
                        warned.add((label, str(each)))
                        gathered.append((label, each))
                faults.clear()
            if not left and len(sides) == 2 and sides[0] is not None:
                front_frame, below = sides[0], sides[1] and backs.match_back(sides[0], sides[1])
                if overlay is not None:
                    front_frame, below = overlay.draw_lines(front_frame), below and overlay.draw_lines(below)
                yield Piece(deck.name, component.name, card.id, front_frame, below, component.run)


def _lay_out_side(
    deck: Deck, shelf: FaceShelf, name: str, label: str, suffix: str, fields: Mapping[str, str]
) -> Frame | None:
    """Lay out a side of a card; `name` may have fields, such as ``event-{icon}``; ``None`` for a blank back."""
    if name == PAGE:
        from companion.press.page_deck import lay_out_cell

        return lay_out_cell(fields)
    try:
        face = strip_style(fill_fields(name, fields.get))
    except FieldFault as fault:
        details = {"name": name, "why": suggest_names(fault.sentence, fault.missing, fields)}
        raise DeckError(say("the face '{name}': {why}.", **details), place=Place(deck.file.name)) from None
    if not face and suffix:
        return None
    frame = shelf.lay_out_face(face, label + suffix, fields)
    if min(frame.width, frame.height) < LEAST_PIECE:
        raise DeckError(
            "{card} is {width} x {height} mm; nothing smaller than {least} mm can be cut out.",
            card=label + suffix,
            width=frame.width,
            height=frame.height,
            least=LEAST_PIECE,
        )
    return frame


RANGE = re.compile(r"\s*(\d{1,9})\s*[-–]\s*(\d{1,9})\s*", re.ASCII)
MOST_LISTED_CARDS = 24  # cards that a message lists if a component lacks the one named
PrintedTexts = list[tuple[str, tuple[str, str]]]  # texts, each with the component and id of its card


def pick(deck: Deck, only: Sequence[str], texts_typed: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The cards with these names, as (component, id) in the order of the deck; `only` limits the components.

    A name that no card has, or that several components have, is an `InputError`.
    """
    names, parts = deck.titles(), [part for part in select_components(deck, only) if part.cards]
    extras = [] if only else [part for part in deck.components if part.extra and part.cards]
    part_texts = [(group, cache(partial(_list_printed_texts, deck, group))) for group in (parts, extras)]
    picks: set[tuple[str, str]] = set()
    for name in (single for each in texts_typed for single in _split_names(parts, each)):
        cards = next((cards for each in part_texts if (cards := _find_cards(deck, *each, name))), [])
        if not cards:
            texts = (text for _, get_texts in part_texts for text, _ in get_texts())
            suggestions = vocabulary.find_nearest([*texts, *chain.from_iterable(map(_list_ids, parts + extras))], name)
            if suggestions:
                raise vocabulary.build_choice_error(
                    "there is no card '{name}' here; did you mean {names}?", name, suggestions, suggestions
                )
            raise InputError(
                "there is no card '{name}' here: {deck} has {cards}.",
                name=shorten_text(name.strip(), vocabulary.QUOTED),
                deck=deck.name,
                cards=join_sentences([_describe_component(deck, part, names[part.name]) for part in parts], "; "),
            )
        components = list(dict.fromkeys(component for component, _ in cards))
        if len(components) > 1 and not only:
            raise InputError(
                "card {name} is in several components ({components}); choose one.",
                name=shorten_text(name.strip(), vocabulary.QUOTED),
                components=join_sentences(map(names.__getitem__, components), ", "),
                parts=tuple(components),
                remedy="name a component",
            )
        picks.update(cards)
    order = [(part.name, card) for part in deck.components for card in _list_ids(part)]
    return tuple(card for card in order if card in picks)


def parse_card_names(deck: Deck, only: Sequence[str], typed_names: Iterable[str]) -> tuple[str, ...]:
    """Normalize typed names of cards for the name of a file: words in small letters, joined by hyphens."""
    parts = [part for part in select_components(deck, only) if part.cards]
    names = (single for each in typed_names for single in _split_names(parts, each))
    return tuple(filter(None, dict.fromkeys("-".join(normalize_words(name)) for name in names)))


def _split_names(parts: Sequence[Component], text: str) -> list[str]:
    """The names in a text, split at commas unless the whole text is a name."""
    if "," in text and not any(_find_by_id(part, text) for part in parts):
        return [name for name in text.split(",") if name.strip()] or [text]
    return [text]


def _find_cards(
    deck: Deck, parts: Sequence[Component], get_texts: Callable[[], PrintedTexts], name: str
) -> list[tuple[str, str]]:
    """The cards of a name or a range of numbers: by id, else by a typed name, else by printed text."""
    cards = [(part.name, card) for part in parts for card in _find_by_id(part, name)]
    if not cards and not name.strip().isdecimal():
        cards = [(part.name, card) for part in parts for card in _find_by_typed_name(deck, part, name)]
    if not cards and normalize_name(name) and not name.strip().isdecimal():
        cards = list(dict.fromkeys(card for text, card in get_texts() if normalize_name(text) == normalize_name(name)))
        return cards or _find_by_words(get_texts(), name)
    return cards


def _find_by_words(list_texts: PrintedTexts, name: str) -> list[tuple[str, str]]:
    """The cards with the one text that has these words, or words beginning with them; short texts are preferred."""
    matches = [(text, card) for text, card in list_texts if vocabulary.has_words(text, name)]
    short_texts = [
        (text, card) for text, card in matches if len(normalize_words(text)) <= vocabulary.MOST_WORDS
    ] or matches
    texts = {card: text for text, card in reversed(short_texts)}  # in the first language
    if len({normalize_name(text) for text in texts.values()}) > 1:
        names = list(dict.fromkeys(text for text, _ in short_texts))
        raise vocabulary.build_choice_error("'{name}' may be {names}; say which.", name, names, texts.values())
    return list(dict.fromkeys(card for _, card in short_texts))


def _find_by_id(part: Component, name: str) -> list[str]:
    ids = _list_ids(part)
    limits = RANGE.fullmatch(name)
    if limits:
        first, last = map(int, limits.groups())
        numbers = {int(card): card for card in ids if card.isdecimal()}
        if first in numbers and last in numbers:
            return [card for number, card in numbers.items() if first <= number <= last]
    return [card for card in ids if normalize_name(card) == normalize_name(name)]


def _find_by_typed_name(deck: Deck, part: Component, name: str) -> Iterator[str]:
    """Yield cards whose id has this name under ``[typed]``, such as ``rouge`` for ``red``."""
    ids = set(_list_ids(part))
    for code in deck.languages:
        for card, names in _list_typed_names(deck.words(code)):
            if card in ids and normalize_name(name) in map(normalize_name, names):
                yield card


def _list_printed_texts(deck: Deck, parts: Sequence[Component]) -> PrintedTexts:
    """The text in each box on the fronts of cards, in every language, with its card."""
    names, cards = [part.name for part in parts], PrintedTexts()
    for code in deck.languages if names else ():
        for piece in lay_out(deck, code, names):
            texts: dict[str, str] = {}
            for item, _ in piece.front.walk():
                if isinstance(item, Text) and item.box:
                    texts[item.box] = f"{texts.get(item.box, '')} {item.text}"
            cards += [(text.strip(), (piece.component, piece.card)) for text in texts.values()]
    return cards


def _list_ids(part: Component) -> list[str]:
    return list(dict.fromkeys(card.id for card in part.cards))


def _describe_component(deck: Deck, part: Component, title: Sentence) -> Sentence:
    """A component and its cards, as a range of numbers or as names in the reader's language."""
    ids = _list_ids(part)
    numbers = [int(card) for card in ids if card.isdecimal() and len(card) < 10]
    if len(numbers) == len(ids) > 2 and numbers == list(range(numbers[0], numbers[0] + len(ids))):
        return say("{part} ({cards})", part=title, cards=f"{numbers[0]}-{numbers[-1]}")
    typed = {code: dict(_list_typed_names(deck.words(deck.choose_language(code)))) for code in LANGUAGES}
    words = [vocabulary.Word("", tuple((code, typed[code].get(card, [card])[0]) for code in LANGUAGES)) for card in ids]
    cards = join_with_commas([*words[:MOST_LISTED_CARDS], *["..."][: len(ids) > MOST_LISTED_CARDS]])
    return say("{part} ({cards})", part=title, cards=cards)


def _list_typed_names(words: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each id under ``[typed]`` with its names; the first is the one that messages show."""
    for word, names in words.items():
        if word.startswith("typed."):
            yield word.rpartition(".")[2], names.split(",")
