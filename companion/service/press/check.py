"""Checks a deck before any paper is used; print, export and watch report the same findings."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.answers import Answer
from companion.data.catalogue import LANGUAGES
from companion.data.deck import Deck
from companion.errors import InputError
from companion.press.layout import lay_out
from companion.press.preflight import Examination, Fault, build_faults
from companion.press.preflight_rules import FORCIBLE, STRICT, UNDRAWN
from companion.sentences import Sentence, join_with_commas, say, say_count

DIFFERING = (
    *("text", "value", "distance", "characters", "names", "card", "file"),
    *("dpi", "module", "width", "height", "found"),
)
"""Fields of a sentence in which cards with one and the same fault may differ."""
MOST_REMARKS = 20  # that are told to people, each with its cards


class Finding(NamedTuple):
    """A fault or remark, once for all the cards that have it."""

    rule: str
    text: Sentence  # of the first card
    cards: tuple[str, ...] = ()  # deck, component and card, with slashes between
    languages: tuple[str, ...] = ()  # codes of the words it was found in; none where it is in no words
    place: Sentence | str = ""  # the row of the first card in its table, where it has one

    @property
    def full_text(self) -> Sentence:
        if self.rule == "note" or not self.cards:
            return self.text
        count, first = len(self.cards), self.cards[0]
        named = say("{card} ({place})", card=first, place=self.place) if self.place else first
        card = say_count("[{card}|{count} cards, first {card}]", count, card=named)
        if self.languages:
            card = say("{card} ({lang})", card=card, lang=join_with_commas(self.languages))
        if str(self.text)[-1:] in ".?":  # as an error's own sentence has
            return say("{card}: {fault}", card=card, fault=self.text)
        return say("{card}: {fault}.", card=card, fault=self.text)


class Review(NamedTuple):
    """The findings on decks; faults stop a print or an export, remarks never do."""

    faults: tuple[Finding, ...]
    remarks: tuple[Finding, ...]

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """The remarks as sentences, at most 20."""
        told = [say("Note: {sentence}", sentence=each.full_text) for each in self.remarks[:MOST_REMARKS]]
        more = len(self.remarks) - MOST_REMARKS
        return (*told, *[say_count("and [one|{count}] more remark[|s]", more)][: max(more, 0)])

    def build_negative_answer(self, forcing: str = "") -> Answer:
        """The answer where there are faults; `forcing` is the remedy if all of them can be forced."""
        last = say_count(
            "[One problem|{count} problems] found ({rules}).",
            len(self.faults),
            rules=join_with_commas(dict.fromkeys(each.rule for each in self.faults)),
        )
        remedies = (forcing,) if forcing and all(each.rule in FORCIBLE for each in self.faults) else ()
        lines = (*self.notes, *(each.full_text for each in self.faults), last)
        return Answer(self, lines, negative=True, remedies=remedies)


def review(
    found: Iterable[Fault], decks: Iterable[Deck] = (), force: bool | Collection[str] = (), strict: bool = False
) -> Review:
    """Sort what was found into faults and remarks, each once, and add the notes of decks.

    Faults of the rules in `force` become remarks; ``True`` forces all that can be forced. With `strict`,
    drawings that can only be drawn otherwise than they were are faults.
    """
    same: dict[object, list[Fault]] = {}
    decks = tuple(decks)
    for each in found:
        same.setdefault((each.rule, _build_group_key(each.text)), []).append(each)
    notes = [Finding("note", note, (deck.name,)) for deck in decks for note in deck.notes]
    told: dict[bool, list[Finding]] = {True: [], False: notes}
    stopping = {*UNDRAWN, *FORCIBLE} - {*FORCIBLE}.intersection(FORCIBLE if force is True else force or ())
    stopping |= set(STRICT if strict else ())
    for alike in same.values():
        first = alike[0]
        cards = tuple(dict.fromkeys(each.card for each in alike))
        codes = tuple(dict.fromkeys(each.language for each in alike if each.language))
        text = _merge_letters(alike) if first.rule == "glyph" else first.text
        told[first.rule in stopping].append(Finding(first.rule, text, cards, codes, _find_place(decks, cards[0])))
    return Review(tuple(told[True]), tuple(told[False]))


def _find_place(decks: Iterable[Deck], card: str) -> Sentence | str:
    """The row of a card in its table, in words; empty if it has none."""
    of_deck = (
        (f"{deck.name}/{part.name}/{each.id}", each)
        for deck in decks
        for part in deck.components
        for each in part.cards
    )
    return next(
        (each.place.words or "" for key, each in of_deck if f"{card}/".startswith(f"{key}/") and each.place), ""
    )


def _merge_letters(alike: Sequence[Fault]) -> Sentence:
    """The first sentence on missing letters, with the letters of all."""
    rows: list[Any] = [dict(each.text.fields)["characters"] for each in alike]
    letters = join_with_commas(dict.fromkeys(letter for row in rows for _, letter in row.fields))
    return replace(alike[0].text, fields=(("characters", letters), *alike[0].text.fields[1:]))


def _build_group_key(told: object) -> object:
    """The part of a sentence that is the same for other cards with this fault."""
    if not isinstance(told, Sentence):
        return str(told)
    return (told.template, *(_build_group_key(value) for name, value in told.fields if name not in DIFFERING))


def check(deck: Deck, languages: Sequence[str] = (), only: Collection[str] = (), strict: bool = False) -> Answer:
    """Check a deck in some or all of its languages; the answer is negative if it has faults."""
    found = list(build_faults((deck.name, each) for each in deck.faults))
    for code in languages or deck.languages or LANGUAGES[:1]:
        found += preflight(deck, code, only)
    seen = review(found, (deck,), strict=strict)
    if seen.faults:
        return seen.build_negative_answer()
    return Answer(seen, (*seen.notes, say("{deck} is ready to print.", deck=deck.name)))


def preflight(deck: Deck, language: str, only: Collection[str] = ()) -> list[Fault]:
    """The faults of a deck in one language; every face is laid out and checked."""
    examination = Examination()
    try:
        deck.words(language)
    except InputError as error:
        return [each._replace(language=language) for each in build_faults([(deck.name, error)])]
    list(examination.examine(lay_out(deck, language, only, found=examination.found)))
    return list(examination.list_faults(deck, language, only))
