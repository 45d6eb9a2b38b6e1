"""Laying a deck out in one language: every card with its front and back as frames; and single cards by name.

A card is known by its id in its component, such as ``17`` or ``Minamoto4``; by every name of that id under
``[typed]`` in the deck's words; and by what is printed in any one box of its front, or by some words of that.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from companion.data.catalogue import LANGUAGES
from companion.data.deck import Component, Deck
from companion.data.decks.languages import in_language
from companion.data.decks.values import FieldFault
from companion.data.rows import fill_fields
from companion.data.vocabulary import MOST_WORDS, QUOTED, Word, has_words, nearest, plain, which, words_of
from companion.errors import CompanionError, DeckError, InputError, Place
from companion.limit import note_progress
from companion.paths import templates
from companion.press.face import kinds
from companion.press.face.context import FaceShelf
from companion.press.face.lettering import Lettering
from companion.press.face.pieces import Piece, chosen
from companion.press.face.schema import meant
from companion.press.frame.frame import Frame, Text
from companion.press.frame.trims import Backs
from companion.press.games import drawn_by_games
from companion.sentences import Sentence, joined, listed, say, shortened

# The functions that draw each kind of element.
KINDS = {**kinds.KINDS, **kinds.drawn_by(drawn_by_games("ELEMENTS"))}

LEAST_PIECE = 3.0  # nothing smaller is cut out by hand, mm


Found = tuple[str, CompanionError]  # a card, or a component, and its fault


def lay_out(
    deck: Deck,
    language: str,
    only: Collection[str] = (),
    picked: Collection[tuple[str, str]] = (),
    found: list[Found] | None = None,
    seals: str = "printed",
    proof: bool = False,
    larger: bool = False,
) -> Iterator[Piece]:
    """Lay out the pieces of a deck; `only` and `picked` (component, id) choose some of them.

    Faults are put into `found`, each with its card: what cannot be drawn is then left out, and words that do
    not fit run over their box. Without it the first is raised. `seals` is ``printed`` or ``none``. In
    `larger` type the whole deck is laid out: the sign of words on the aid has one number in every print.
    """
    faults: list[CompanionError] | None = None if found is None else []
    homes = (deck.faces, templates() / "faces" / "shared")
    over = None
    if proof:
        from companion.press.face.proof import Proof

        over = Proof()
    shelf = FaceShelf(
        deck.words(language),
        *homes,
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
    wanted = chosen(deck, only)
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
                    own |= in_language(fields, language)
                try:
                    sides.append(_side(deck, shelf, name, label, suffix, own) if name else None)
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
                above, below = sides[0], sides[1] and backs.behind(sides[0], sides[1])
                if over is not None:
                    above, below = over.lined(above), below and over.lined(below)
                yield Piece(deck.name, component.name, card.id, above, below, component.run)


def _side(
    deck: Deck, shelf: FaceShelf, name: str, label: str, suffix: str, fields: Mapping[str, str]
) -> Frame | None:
    """A side of a card: its face, which may be named by the card's fields, such as ``event-{icon}``.

    A back that the fields give no name stays blank.
    """
    try:
        face = fill_fields(name, fields.get)
    except FieldFault as fault:
        told = {"name": name, "why": meant(fault.sentence, fault.missing, fields)}
        raise DeckError(say("the face '{name}': {why}.", **told), place=Place(deck.file.name)) from None
    if not face and suffix:
        return None
    frame = shelf.frame(face, label + suffix, fields)
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
