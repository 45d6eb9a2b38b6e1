"""Lay out a deck in one language, each card with front and back as frames; and find cards by name.

A card is found by its id in its component, such as ``17`` or ``Minamoto4``; by any name of that id under
``[typed]`` in the deck's words; or by what is printed in one box of its front, or some words of that.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain

from companion.data import vocabulary
from companion.data.catalogue import LANGUAGES
from companion.data.deck import Component, Deck
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
from companion.press.face.typesetting import Lettering
from companion.press.frame.frame import Frame, Text
from companion.press.frame.trims import Backs
from companion.press.games import find_drawing_modules
from companion.sentences import Sentence, join_sentences, join_with_commas, say, shorten_text

# The functions that draw each kind of element.
KINDS = {**kinds.KINDS, **kinds.build_lazy_drawers(find_drawing_modules("ELEMENTS"))}

LEAST_PIECE = 3.0  # nothing smaller is cut out by hand, mm


CardFault = tuple[str, CompanionError]  # a card, or a component, and its fault


def lay_out(
    deck: Deck,
    language: str,
    only: Collection[str] = (),
    picked: Collection[tuple[str, str]] = (),
    found: list[CardFault] | None = None,
    seals: str = "printed",
    proof: bool = False,
    larger: bool = False,
) -> Iterator[Piece]:
    """Lay out the pieces of a deck; `only` and `picked` (component, id) choose some of them.

    Faults are put into `found`, each with its card: what cannot be drawn is then left out, and words that do
    not fit run over their box. Without `found` the first fault is raised. `seals` is ``printed`` or
    ``none``. In `larger` type the whole deck is always laid out, so that words on the aid have the same
    number in every print.
    """
    faults: list[CompanionError] | None = None if found is None else []
    over = Proof() if proof else None
    shelf = FaceShelf(
        deck.words(language),
        deck.faces,
        templates() / "faces" / "shared",
        kinds=KINDS,
        faults=faults,
        home=deck.file.parent,
        styles=deck.styles,
        proof=over,
        lettering=Lettering(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder),
        larger=larger,
    )
    backs = Backs()
    told = set[tuple[str, str]]()
    wanted = select_components(deck, only)
    for component in deck.components if larger else wanted:
        for card in component.cards:
            left = component not in wanted or (picked and (component.name, card.id) not in picked)
            if left and not larger:
                continue
            label = f"{deck.name}/{component.name}/{card.id}"
            note_progress(card=label)
            sides: list[Frame | None] = []
            front, back = card.sides
            for name, suffix, fields in ((component.face, "", front), (component.back, "/back", back)):
                own = {"seals": seals, **fields}
                if component.languages:
                    own |= select_language(fields, language)
                try:
                    sides.append(_lay_out_side(deck, shelf, name, label, suffix, own) if name else None)
                except InputError as fault:  # nothing of this side can be drawn
                    if faults is None:
                        raise
                    faults.append(fault)
            if found is not None and faults:
                for wrong in () if left else faults:
                    if (label, str(wrong)) not in told:  # a card of which there are several is told of once
                        told.add((label, str(wrong)))
                        found.append((label, wrong))
                faults.clear()
            if not left and len(sides) == 2 and sides[0] is not None:
                above, below = sides[0], sides[1] and backs.match_back(sides[0], sides[1])
                if over is not None:
                    above, below = over.draw_lines(above), below and over.draw_lines(below)
                yield Piece(deck.name, component.name, card.id, above, below, component.run)


def _lay_out_side(
    deck: Deck, shelf: FaceShelf, name: str, label: str, suffix: str, fields: Mapping[str, str]
) -> Frame | None:
    """Lay out a side of a card; its fields may name its face, such as ``event-{icon}``, or leave a back blank."""
    try:
        face = strip_style(fill_fields(name, fields.get))
    except FieldFault as fault:
        told = {"name": name, "why": suggest_names(fault.sentence, fault.missing, fields)}
        raise DeckError(say("the face '{name}': {why}.", **told), place=Place(deck.file.name)) from None
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
MOST_LISTED_CARDS = 24  # of a component, where one is asked for that it does not have
PrintedTexts = list[tuple[str, tuple[str, str]]]  # texts, each with component and id of the card it is printed on


def pick(deck: Deck, only: Sequence[str], typed: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The cards a person names, as (component, id) in the order of the deck; `only` limits the components.

    A name that no card has, or that several components have, is an `InputError`.
    """
    names, parts = deck.titles(), [part for part in select_components(deck, only) if part.cards]
    extras = [] if only else [part for part in deck.components if part.extra and part.cards]
    searched = [(some, cache(partial(_list_printed_texts, deck, some))) for some in (parts, extras)]
    found: set[tuple[str, str]] = set()
    for name in (single for each in typed for single in _split_names(parts, each)):
        cards = next((cards for each in searched if (cards := _find_cards(deck, *each, name))), [])
        if not cards:
            texts = (text for _, printed in searched for text, _ in printed())
            near = vocabulary.find_nearest([*texts, *chain.from_iterable(map(_list_ids, parts + extras))], name)
            if near:
                raise vocabulary.build_choice_error(
                    "there is no card '{name}' here; did you mean {names}?", name, near, near
                )
            raise InputError(
                "there is no card '{name}' here: {deck} has {cards}.",
                name=shorten_text(name.strip(), vocabulary.QUOTED),
                deck=deck.name,
                cards=join_sentences([_describe_component(deck, part, names[part.name]) for part in parts], "; "),
            )
        having = list(dict.fromkeys(component for component, _ in cards))
        if len(having) > 1 and not only:
            raise InputError(
                "card {name} is in several parts ({components}): say of which.",
                name=shorten_text(name.strip(), vocabulary.QUOTED),
                components=join_sentences(map(names.__getitem__, having), ", "),
                remedy="name a component",
            )
        found.update(cards)
    order = [(part.name, card) for part in deck.components for card in _list_ids(part)]
    return tuple(card for card in order if card in found)


def parse_card_names(deck: Deck, only: Sequence[str], typed: Iterable[str]) -> tuple[str, ...]:
    """The card names a person types, one by one, in small letters and hyphens as any file name may have."""
    parts = [part for part in select_components(deck, only) if part.cards]
    names = (single for each in typed for single in _split_names(parts, each))
    return tuple(filter(None, dict.fromkeys("-".join(normalize_words(name)) for name in names)))


def _split_names(parts: Sequence[Component], typed: str) -> list[str]:
    """The names in a text, split at commas unless the whole text is a name."""
    if "," in typed and not any(_find_by_id(part, typed) for part in parts):
        return [name for name in typed.split(",") if name.strip()] or [typed]
    return [typed]


def _find_cards(
    deck: Deck, parts: Sequence[Component], printed: Callable[[], PrintedTexts], name: str
) -> list[tuple[str, str]]:
    """The cards that a name or a range stands for: by id, else by a typed name, else by printed text."""
    found = [(part.name, card) for part in parts for card in _find_by_id(part, name)]
    if not found and not name.strip().isdecimal():
        found = [(part.name, card) for part in parts for card in _find_by_typed_name(deck, part, name)]
    if not found and normalize_name(name) and not name.strip().isdecimal():
        found = list(dict.fromkeys(card for text, card in printed() if normalize_name(text) == normalize_name(name)))
        return found or _find_by_words(printed(), name)
    return found


def _find_by_words(printed: PrintedTexts, name: str) -> list[tuple[str, str]]:
    """The cards with the one text that has these words, or words that begin so; short texts go first."""
    having = [(text, card) for text, card in printed if vocabulary.has_words(text, name)]
    short = [(text, card) for text, card in having if len(normalize_words(text)) <= vocabulary.MOST_WORDS] or having
    texts = {card: text for text, card in reversed(short)}  # as the first language says it
    if len({normalize_name(text) for text in texts.values()}) > 1:
        names = list(dict.fromkeys(text for text, _ in short))
        raise vocabulary.build_choice_error("'{name}' may be {names}; say which.", name, names, texts.values())
    return list(dict.fromkeys(card for _, card in short))


def _find_by_id(part: Component, name: str) -> list[str]:
    ids = _list_ids(part)
    between = RANGE.fullmatch(name)
    if between:
        first, last = map(int, between.groups())
        numbers = {int(card): card for card in ids if card.isdecimal()}
        if first in numbers and last in numbers:
            return [card for number, card in numbers.items() if first <= number <= last]
    return [card for card in ids if normalize_name(card) == normalize_name(name)]


def _find_by_typed_name(deck: Deck, part: Component, name: str) -> Iterator[str]:
    """Cards whose id has this name among those that people type, such as ``rouge`` for ``red``."""
    ids = set(_list_ids(part))
    for code in deck.languages:
        for card, names in _list_typed_names(deck.words(code)):
            if card in ids and normalize_name(name) in map(normalize_name, names):
                yield card


def _list_printed_texts(deck: Deck, parts: Sequence[Component]) -> PrintedTexts:
    """The text of each box on the fronts of cards, in every language, with its card."""
    names, cards = [part.name for part in parts], PrintedTexts()
    for code in deck.languages if names else ():
        for piece in lay_out(deck, code, names):
            said: dict[str, str] = {}
            for item, _ in piece.front.walk():
                if isinstance(item, Text) and item.box:
                    said[item.box] = f"{said.get(item.box, '')} {item.text}"
            cards += [(text.strip(), (piece.component, piece.card)) for text in said.values()]
    return cards


def _list_ids(part: Component) -> list[str]:
    return list(dict.fromkeys(card.id for card in part.cards))


def _describe_component(deck: Deck, part: Component, title: Sentence) -> Sentence:
    """A component with its cards as a reader calls them: a range of numbers, else names."""
    ids = _list_ids(part)
    numbers = [int(card) for card in ids if card.isdecimal() and len(card) < 10]
    if len(numbers) == len(ids) > 2 and numbers == list(range(numbers[0], numbers[0] + len(ids))):
        return say("{part} ({cards})", part=title, cards=f"{numbers[0]}-{numbers[-1]}")
    typed = {code: dict(_list_typed_names(deck.words(deck.choose_language(code)))) for code in LANGUAGES}
    shown = [vocabulary.Word("", tuple((code, typed[code].get(card, [card])[0]) for code in LANGUAGES)) for card in ids]
    cards = join_with_commas([*shown[:MOST_LISTED_CARDS], *["..."][: len(ids) > MOST_LISTED_CARDS]])
    return say("{part} ({cards})", part=title, cards=cards)


def _list_typed_names(words: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """The ids that have names to type, each with these names, the one that is shown first."""
    for word, names in words.items():
        if word.startswith("typed."):
            yield word.rpartition(".")[2], names.split(",")
