"""Review decks: group their faults and remarks before paper is used; and write SVG templates to draw faces in."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from companion.answers import Answer, describe_files
from companion.data.catalogue import LANGUAGES
from companion.data.catalogue import language as get_language
from companion.data.deck import Component, Deck
from companion.data.decks.plain_deck import Size, parse_card_size
from companion.data.files import read_bytes, write_files
from companion.data.rows import FIELD, strip_style
from companion.errors import DeckError, InputError
from companion.press.face.context import FaceShelf
from companion.press.face.drawing.boxes import TRIMS, Blank, Label, choose_label, render_template
from companion.press.face.pieces import select_components
from companion.press.face.typesetting import DeckResources
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.press.preflight import Examination, PrintFault, build_faults
from companion.press.preflight_rules import FORCIBLE, STRICT, UNDRAWN
from companion.sentences import Language, Sentence, join_with_commas, say, say_count
from companion.service.press.new_deck import create_deck
from companion.service.press.own_decks import open_any_deck, open_kept_deck

DIFFERING = (
    *("text", "value", "distance", "characters", "names", "card"),
    *("dpi", "module", "width", "height", "found"),
)
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


CARD = Blank(63.0, 88.0, 2.0, 3.0)  # the default size, bleed and safe zone
MOST_DRAWN_BOXES, MOST_SEARCHED_CARDS = 40, 200  # of a template; cards are searched for samples


def write_template(
    path: str,
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
    """Write an SVG template to draw a face in, for a size, ``63x88`` or ``poker``, for a deck or for a table of cards.

    By default it is for the first component and named after it, with the bleed, safe zone and corners (mm)
    of its face.
    """
    if (size := _parse_size(path)) is not None:
        name, blank = "card", CARD._replace(width=size[0], height=size[1])
        title, text = say("Title"), say("What the card says, over several lines.")
        samples = {Label("text", "title"): title.translate(language), Label("picture", "picture"): ""}
        samples[Label("text", "text")] = text.translate(language)
    else:
        deck = open_any_deck(path)
        component = next((each for each in select_components(deck, (only,) if only else ()) if each.cards), None)
        if component is None:
            raise InputError("{deck} has no cards of that kind.", deck=deck.name)
        name, blank, samples = component.name, _get_blank(deck, component), _list_samples(deck, component)
    sizes: dict[str, Any] = {"bleed": bleed, "safe": safe, "trim": trim, "corner": corner}
    blank = blank._replace(**{name: value for name, value in sizes.items() if value is not None})
    _check_blank(blank)
    file = output or Path(f"{name}.svg")
    content = render_template(blank, samples, language).encode("utf-8")
    # Repeating a command is no error: the file has the same content already.
    is_unchanged = file.is_file() and read_bytes(file, len(content) + 1, is_own=True) == content
    write_files({file: content}, overwrite=overwrite, replaceable=[file] if is_unchanged else ())
    hint = say(
        'Draw in it, lay it into the folder faces of your deck, and write face = "{name}" in deck.toml.', name=file.stem
    )
    boxes = [f"{label.kind}:{label.text}" for label in samples]
    data = {"file": file, "size": (blank.width, blank.height), "boxes": boxes}
    return Answer(data, (*describe_files((file,)), hint), files=(file,))


@cache
@cache
def draw_sample(face: str, language: str) -> str:
    """A card with a face of new decks, as an SVG."""
    tongue = get_language(language)
    words = say("Title"), say("What the card says, over several lines.")
    title, text = (each.translate(tongue) for each in words)
    with TemporaryDirectory() as folder:
        create_deck(Path(folder) / "new", "tcg", face, f"title\tvalue\ttext\n{title}\t3\t{text}", language)
        deck = open_any_deck(str(Path(folder) / "new"))
        return next(render_svg(piece.front, subset=True) for piece in lay_out(deck, language))


def _parse_size(text: str) -> Size | None:
    """The size given in place of a deck; ``None`` if it is not a size."""
    if Path(text).exists():
        return None
    try:
        return parse_card_size(text)
    except InputError:
        if text[:1].isdigit():
            raise
        return None


def _check_blank(blank: Blank) -> None:
    """Raise an ``InputError`` if the safe zone or rounded corners leave no room."""
    half = min(blank.width, blank.height) / 2
    size: dict[str, Any] = {"width": blank.width, "height": blank.height}
    for value in (blank.safe, blank.corner if blank.trim == "rounded" else 0.0):
        if value >= half:
            raise InputError(
                "a safe zone or a corner of {value} mm leaves nothing of {width} x {height} mm.", value=value, **size
            )


def _get_blank(deck: Deck, component: Component) -> Blank:
    """The size and trim of a component's face, or the default if it is not drawn yet."""
    try:
        face = FaceShelf({}, deck.faces, styles=deck.styles).get_face(component.face)
        width, height = (float(side) for side in face.size)
        trim = face.trim if face.trim in TRIMS else "box"
        return Blank(width, height, float(face.bleed), face.safe, trim, float(face.corner))
    except (DeckError, ValueError):  # not drawn yet, or its size has fields
        return CARD


def _list_samples(deck: Deck, component: Component) -> dict[Label, str]:
    """The labels of boxes for the columns of a card, each with the first sample found."""
    columns: dict[str, str] = {}
    for card in component.cards[:MOST_SEARCHED_CARDS]:
        for column, value in card.fields.items():
            name = column.split(".")[0]  # title.en and title.fr fill {title}
            if FIELD.fullmatch(f"{{{name}}}") and not columns.get(name):
                columns[name] = strip_style(value)
    columns.pop("seals", None)
    icons = DeckResources(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder).has_icon
    return {choose_label(name, columns[name], icons): columns[name] for name in list(columns)[:MOST_DRAWN_BOXES]}
