"""Decks are checked before any paper is used; a person's own are kept, each under a name made from its content."""

import re
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from companion.answers import Answer, describe_files
from companion.data.catalogue import LANGUAGES
from companion.data.deck import Component, Deck, list_games, open_deck
from companion.data.decks.handed import find_deck_path
from companion.data.decks.plain_deck import Size, build_plain_deck, parse_card_size
from companion.data.decks.sources import TABLES
from companion.data.files import STANDARD_INPUT, read_bytes, write_files
from companion.data.rows import FIELD
from companion.errors import DeckError, InputError, Place
from companion.paths import find_user_folder, templates
from companion.press.face.context import FaceShelf
from companion.press.face.drawing.boxes import TRIMS, Blank, Label, choose_label, render_template
from companion.press.face.pieces import select_components
from companion.press.face.typesetting import Lettering
from companion.press.layout import lay_out
from companion.press.preflight import Examination, Fault, build_faults
from companion.press.preflight_rules import FORCIBLE, STRICT, UNDRAWN
from companion.sentences import Language, Sentence, join_with_commas, say, say_count
from companion.service.press.beginning import begin_deck

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
    for deck in decks:
        for part in deck.components:
            for each in part.cards:
                if each.place and f"{card}/".startswith(f"{deck.name}/{part.name}/{each.id}/"):
                    return each.place.words or ""
    return ""


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


def open_any_deck(
    given: str, size: str | None = None, picture_bleed: float | None = None, faulty: bool = False
) -> Deck:
    """Open a game, a deck's folder or file, a folder of pictures, a table, or ``-``, one that is piped in.

    `size` (a name or ``WIDTHxHEIGHT``) and `picture_bleed` (mm) are for cards made of pictures. With
    `faulty`, a deck with faults is returned with them instead of raising an error.
    """
    path = Path(given)
    if path.is_dir() and not (path / "deck.toml").exists() and given.lower() not in list_games():
        from companion.data.decks.pictures import has_pictures
        from companion.press.picture_deck import build_picture_deck

        if not has_pictures(path):
            raise InputError("there is neither a deck.toml nor a PNG or JPEG picture here.", place=Place(given))
        return build_picture_deck(path, parse_card_size(size) if size else None, picture_bleed or 0.0)
    if size is not None or picture_bleed is not None:
        raise InputError("'{given}' is no folder of pictures; its cards have a size of their own.", given=given)
    if given == STANDARD_INPUT or path.suffix.lower() in TABLES:
        return build_plain_deck(given)
    return open_deck(given, faulty)


OWN = re.compile(r"own-[0-9a-f]{16}")  # the name that a kept deck has beside those of the games
MINE, PICTURES = "my-{like}", "pictures"  # the folder of a deck that is begun, and of pictures without one


def get_decks_folder() -> Path:
    """The folder of the kept decks, with a folder for each of them that holds what was handed in."""
    return (find_user_folder("data") or Path()) / "decks"


def list_kept_decks() -> dict[str, str]:
    """The title of each kept deck by its name, the newest first."""
    found = [each for each in get_decks_folder().glob("own-*") if OWN.fullmatch(each.name)]
    newest = sorted(found, key=lambda each: (each.stat().st_mtime, each.name), reverse=True)
    return {each.name: given.name for each in newest for given in each.iterdir()}


def list_titles() -> dict[str, str]:
    """Different titles for the kept decks, by name: of those called alike, later ones have a number."""
    told, counts = dict[str, str](), Counter[str]()
    for name, called in reversed(list_kept_decks().items()):
        counts[called] += 1
        told[name] = f"{called} ({counts[called]})" if counts[called] > 1 else called
    return dict(reversed(told.items()))


def shorten_paths(told: Sentence) -> Sentence:
    """A sentence with files named as a person knows them, without the folder of the kept decks."""
    home = re.compile(re.escape(f"{get_decks_folder()}/") + f"(?:{OWN.pattern}/?)?")

    def plain(value: object) -> object:
        if isinstance(value, Sentence):
            return shorten_paths(value)
        return home.sub("", value) if isinstance(value, str) else value

    return replace(told, fields=tuple((name, plain(value)) for name, value in told.fields))


def open_kept_deck(name: str, faulty: bool = False) -> Deck:
    """Open a game or a kept deck; with `faulty` also one with faults."""
    if not OWN.fullmatch(name):
        return open_deck(name)
    called = list_kept_decks().get(name)
    if called is None:
        raise InputError("this deck is no longer here; load it again.")
    return _open_cached(get_decks_folder() / name / called, faulty)


@lru_cache(maxsize=2)
def _open_cached(given: Path, faulty: bool) -> Deck:
    return open_any_deck(str(given), faulty=faulty)


def check_deck(name: str) -> Answer:
    return check(open_kept_deck(name, faulty=True))


def keep_deck(folder: Path, called: str) -> str:
    """Move the deck in a folder, unchecked, to the kept ones and return its name; `called` where no folder has one."""
    given = find_deck_path(folder)
    own = re.sub(r"[^\w.()&+ -]+", "-", called if given == folder else given.name).strip("-. ") or PICTURES
    digest = sha256(own.encode())
    for file in sorted(given.rglob("*")) if given.is_dir() else [given]:
        if file.is_file():
            digest.update(f"\0{file.relative_to(given)}\0".encode() + sha256(file.read_bytes()).digest())
    home = get_decks_folder() / f"own-{digest.hexdigest()[:16]}"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    shutil.move(given, home / own)
    return home.name


def list_starter_decks() -> tuple[str, ...]:
    return tuple(sorted(each.name for each in (templates() / "decks").iterdir() if each.is_dir()))


def keep_starter_deck(like: str, language: str) -> str:
    """Keep a new deck like one of the starter decks, and return its name."""
    with TemporaryDirectory() as folder:
        begin_deck(Path(folder) / MINE.format(like=like), like, language)
        return keep_deck(Path(folder), PICTURES)


def zip_deck(name: str) -> bytes:
    with TemporaryDirectory() as folder:
        return Path(shutil.make_archive(f"{folder}/deck", "zip", get_decks_folder() / name)).read_bytes()


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
                columns[name] = value
    columns.pop("seals", None)
    icons = Lettering(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder).has_icon
    return {choose_label(name, columns[name], icons): columns[name] for name in list(columns)[:MOST_DRAWN_BOXES]}
