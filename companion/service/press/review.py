"""Review decks: group their faults and remarks before paper is used."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.answers import Answer
from companion.data.catalogue import LANGUAGES
from companion.data.deck import Deck
from companion.errors import InputError
from companion.press.layout import lay_out
from companion.press.preflight import Examination, PrintFault, build_faults
from companion.press.preflight_rules import FORCIBLE, STRICT, UNDRAWN
from companion.sentences import Sentence, join_with_commas, say, say_count
from companion.service.press.own_decks import open_kept_deck

DIFFERING = ("text", "value", "distance", "characters", "names", "card", "dpi", "module", "width", "height", "found")
"""Fields of a sentence that may differ between cards with the same fault."""
MOST_REMARKS = 20  # remarks that are listed


class Finding(NamedTuple):
    """A fault or remark, once for all the cards that have it."""

    rule: str
    text: Sentence  # as for the first card
    cards: tuple[str, ...] = ()  # deck, component and card, with slashes between
    languages: tuple[str, ...] = ()  # codes of the languages it was found in, if it depends on the language
    place: Sentence | str = ""  # the row of the first card in its table, if any

    @property
    def full_text(self) -> Sentence:
        if self.rule == "note" or not self.cards:
            return self.text
        count, first = len(self.cards), self.cards[0]
        place = say("{card} ({place})", card=first, place=self.place) if self.place else first
        card = say_count("[{card}|{count} cards, first {card}]", count, card=place)
        if self.languages:
            card = say("{card} ({lang})", card=card, lang=join_with_commas(self.languages))
        if str(self.text)[-1:] in ".?":  # the sentence of an error
            return say("{card}: {fault}", card=card, fault=self.text)
        return say("{card}: {fault}.", card=card, fault=self.text)


class Review(NamedTuple):
    """The findings on decks; faults stop a print or an export, remarks never do."""

    faults: tuple[Finding, ...]
    remarks: tuple[Finding, ...]

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """The remarks as sentences, at most 20."""
        notes = [say("Note: {sentence}", sentence=each.full_text) for each in self.remarks[:MOST_REMARKS]]
        rest = len(self.remarks) - MOST_REMARKS
        return (*notes, *[say_count("and [one|{count}] more remark[|s]", rest)][: max(rest, 0)])

    def build_negative_answer(self, forcing: str = "") -> Answer:
        """The negative answer that lists the faults; `forcing` is the remedy if all of them can be forced."""
        last = say_count(
            "[One problem|{count} problems] found ({rules}).",
            len(self.faults),
            rules=join_with_commas(dict.fromkeys(each.rule for each in self.faults)),
        )
        remedies = (forcing,) if forcing and all(each.rule in FORCIBLE for each in self.faults) else ()
        lines = (*self.notes, *(each.full_text for each in self.faults), last)
        return Answer(self, lines, negative=True, remedies=remedies)


def review(
    faults: Iterable[PrintFault], decks: Iterable[Deck] = (), force: bool | Collection[str] = (), strict: bool = False
) -> Review:
    """Sort findings into faults and remarks, each once for all its cards, and add the notes of decks.

    Faults of the rules in `force` become remarks; ``True`` forces all that can be forced. If `strict`,
    drawings that cannot be drawn exactly are faults.
    """
    groups: dict[object, list[PrintFault]] = {}
    decks = tuple(decks)
    for each in faults:
        groups.setdefault((each.rule, _build_group_key(each.text)), []).append(each)
    notes = [Finding("note", note, (deck.name,)) for deck in decks for note in deck.notes]
    findings: dict[bool, list[Finding]] = {True: [], False: notes}
    stopping = {*UNDRAWN, *FORCIBLE} - {*FORCIBLE}.intersection(FORCIBLE if force is True else force or ())
    stopping |= set(STRICT if strict else ())
    for group in groups.values():
        first = group[0]
        cards = tuple(dict.fromkeys(each.card for each in group))
        codes = tuple(dict.fromkeys(each.language for each in group if each.language))
        text = _merge_letters(group) if first.rule == "glyph" else first.text
        findings[first.rule in stopping].append(Finding(first.rule, text, cards, codes, _find_place(decks, cards[0])))
    return Review(tuple(findings[True]), tuple(findings[False]))


def _find_place(decks: Iterable[Deck], card: str) -> Sentence | str:
    """The row of a card in its table, in words; "" if it has none."""
    for deck in decks:
        for part in deck.components:
            for each in part.cards:
                if each.place and f"{card}/".startswith(f"{deck.name}/{part.name}/{each.id}/"):
                    return each.place.words or ""
    return ""


def _merge_letters(group: Sequence[PrintFault]) -> Sentence:
    """The first of several sentences on missing letters, with the letters of all of them."""
    rows: list[Any] = [dict(each.text.fields)["characters"] for each in group]
    letters = join_with_commas(dict.fromkeys(letter for row in rows for _, letter in row.fields))
    return replace(group[0].text, fields=(("characters", letters), *group[0].text.fields[1:]))


def _build_group_key(details: object) -> object:
    """The parts of a sentence that are the same for all cards with this fault."""
    if not isinstance(details, Sentence):
        return str(details)
    return (details.template, *(_build_group_key(value) for name, value in details.fields if name not in DIFFERING))


def check(deck: Deck, languages: Sequence[str] = (), only: Collection[str] = (), strict: bool = False) -> Answer:
    """Check a deck in some or all of its languages; the answer is negative if it has faults."""
    faults = list(build_faults((deck.name, each) for each in deck.faults))
    for code in languages or deck.languages or LANGUAGES[:1]:
        faults += find_deck_faults(deck, code, only)
    result = review(faults, (deck,), strict=strict)
    if result.faults:
        return result.build_negative_answer()
    return Answer(result, (*result.notes, say("{deck} is ready to print.", deck=deck.name)))


def find_deck_faults(deck: Deck, language: str, only: Collection[str] = ()) -> list[PrintFault]:
    """The faults of a deck in one language; every face is laid out and checked."""
    examination = Examination()
    try:
        deck.words(language)
    except InputError as error:
        return [each._replace(language=language) for each in build_faults([(deck.name, error)])]
    list(examination.examine(lay_out(deck, language, only, gathered=examination.errors)))
    return list(examination.list_faults(deck, language, only))


def check_deck(name: str) -> Answer:
    return check(open_kept_deck(name, faulty=True))
