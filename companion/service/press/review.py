"""The review of decks: their faults and remarks, found before any paper is used; and files to draw a face in."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from companion.answers import Answer, describe_files
from companion.data.catalogue import LANGUAGES
from companion.data.deck import Component, Deck
from companion.data.decks.plain_deck import Size, parse_card_size
from companion.data.files import read_bytes, write_files
from companion.data.rows import FIELD, strip_style
from companion.errors import DeckError, InputError
from companion.press.face.context import FaceShelf
from companion.press.face.drawing.boxes import TRIMS, Blank, Label, choose_label, render_template
from companion.press.face.pieces import select_components
from companion.press.face.typesetting import Lettering
from companion.press.layout import lay_out
from companion.press.preflight import Examination, PrintFault, build_faults
from companion.press.preflight_rules import FORCIBLE, STRICT, UNDRAWN
from companion.sentences import Language, Sentence, join_with_commas, say, say_count
from companion.service.press.own_decks import open_any_deck, open_kept_deck

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
    found: Iterable[PrintFault], decks: Iterable[Deck] = (), force: bool | Collection[str] = (), strict: bool = False
) -> Review:
    """Sort what was found into faults and remarks, each once, and add the notes of decks.

    Faults of the rules in `force` become remarks; ``True`` forces all that can be forced. With `strict`,
    drawings that can only be drawn otherwise than they were are faults.
    """
    same: dict[object, list[PrintFault]] = {}
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
    for deck in decks:
        for part in deck.components:
            for each in part.cards:
                if each.place and f"{card}/".startswith(f"{deck.name}/{part.name}/{each.id}/"):
                    return each.place.words or ""
    return ""


def _merge_letters(alike: Sequence[PrintFault]) -> Sentence:
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
        found += find_deck_faults(deck, code, only)
    seen = review(found, (deck,), strict=strict)
    if seen.faults:
        return seen.build_negative_answer()
    return Answer(seen, (*seen.notes, say("{deck} is ready to print.", deck=deck.name)))


def find_deck_faults(deck: Deck, language: str, only: Collection[str] = ()) -> list[PrintFault]:
    """The faults of a deck in one language; every face is laid out and checked."""
    examination = Examination()
    try:
        deck.words(language)
    except InputError as error:
        return [each._replace(language=language) for each in build_faults([(deck.name, error)])]
    list(examination.examine(lay_out(deck, language, only, found=examination.found)))
    return list(examination.list_faults(deck, language, only))


def check_deck(name: str) -> Answer:
    return check(open_kept_deck(name, faulty=True))


CARD = Blank(63.0, 88.0, 2.0, 3.0)  # the paper of a face where nothing else is said
MOST_DRAWN_BOXES, MOST_SEARCHED_CARDS = 40, 200  # the cards are searched for samples


def write_template(
    given: str,
    output: Path | None,
    language: Language,
    *,
    only: str | None = None,
    bleed: float | None = None,
    safe: float | None = None,
    trim: str | None = None,
    corner: float | None = None,
    overwrite: bool = False,
) -> Answer:
    """Write a file to draw a face in: of a size, ``63x88`` or ``poker``, or for a deck or a table of cards.

    By default it is for the first component and named after it, with the bleed, safe zone and corner (mm) of
    its face.
    """
    if (size := _parse_size(given)) is not None:
        name, blank = "card", CARD._replace(width=size[0], height=size[1])
        title, text = say("Title"), say("What the card says, over several lines.")
        samples = {Label("text", "title"): title.translate(language), Label("picture", "picture"): ""}
        samples[Label("text", "text")] = text.translate(language)
    else:
        deck = open_any_deck(given)
        component = next((each for each in select_components(deck, (only,) if only else ()) if each.cards), None)
        if component is None:
            raise InputError("{deck} has no cards of that kind.", deck=deck.name)
        name, blank, samples = component.name, _get_blank(deck, component), _list_samples(deck, component)
    wished: dict[str, Any] = {"bleed": bleed, "safe": safe, "trim": trim, "corner": corner}
    blank = blank._replace(**{name: value for name, value in wished.items() if value is not None})
    _check_blank(blank)
    file = output or Path(f"{name}.svg")
    content = render_template(blank, samples, language).encode("utf-8")
    # The same command may be given twice: the file then holds the same already.
    same = file.is_file() and read_bytes(file, len(content) + 1, own=True) == content
    write_files({file: content}, overwrite=overwrite, kept=[file] if same else ())
    hint = say(
        'Draw in it, lay it into the folder faces of your deck, and write face = "{name}" in deck.toml.', name=file.stem
    )
    boxes = [f"{label.kind}:{label.rest}" for label in samples]
    data = {"file": file, "size": (blank.width, blank.height), "boxes": boxes}
    return Answer(data, (*describe_files((file,)), hint), files=(file,))


def _parse_size(given: str) -> Size | None:
    """The size given in place of a deck; ``None`` where it is none."""
    if Path(given).exists():
        return None
    try:
        return parse_card_size(given)
    except InputError:
        if given[:1].isdigit():
            raise
        return None


def _check_blank(blank: Blank) -> None:
    """Raise an ``InputError`` if a safe zone or rounded corners leave nothing of the paper."""
    half = min(blank.width, blank.height) / 2
    size: dict[str, Any] = {"width": blank.width, "height": blank.height}
    for value in (blank.safe, blank.corner if blank.trim == "rounded" else 0.0):
        if value >= half:
            raise InputError(
                "a safe zone or a corner of {value} mm leaves nothing of {width} x {height} mm.", value=value, **size
            )


def _get_blank(deck: Deck, component: Component) -> Blank:
    """The paper of a component: that of its face, or of a usual card where it has none yet."""
    try:
        face = FaceShelf({}, deck.faces, styles=deck.styles).get_face(component.face)
        width, height = (float(side) for side in face.size)
        trim = face.trim if face.trim in TRIMS else "box"
        return Blank(width, height, float(face.bleed), face.safe, trim, float(face.corner))
    except (DeckError, ValueError):  # not drawn yet, or its size is told by each card
        return CARD


def _list_samples(deck: Deck, component: Component) -> dict[Label, str]:
    """The boxes for the columns of a card, each with the first sample found."""
    columns: dict[str, str] = {}
    for card in component.cards[:MOST_SEARCHED_CARDS]:
        for column, value in card.fields.items():
            name = column.split(".")[0]  # title.en and title.fr are {title}
            if FIELD.fullmatch(f"{{{name}}}") and not columns.get(name):
                columns[name] = strip_style(value)
    columns.pop("seals", None)
    icons = Lettering(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder).has_icon
    return {choose_label(name, columns[name], icons): columns[name] for name in list(columns)[:MOST_DRAWN_BOXES]}
