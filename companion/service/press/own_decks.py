"""A person's own decks, kept where they print: each under a name that its content makes."""

import re
import shutil
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.answers import Answer, written
from companion.data.deck import Component, Deck, games, open_deck
from companion.data.decks.handed import given_in
from companion.data.decks.sizes import Size, card_size
from companion.data.decks.sources import TABLES
from companion.data.files import STANDARD_INPUT, read_bytes, write_together
from companion.data.rows import FIELD
from companion.errors import DeckError, InputError, Place
from companion.paths import own_folder, templates
from companion.press.face.context import FaceShelf
from companion.press.face.drawing.boxes import Label
from companion.press.face.drawing.template import TRIMS, Blank, label_for, template
from companion.press.face.lettering import Lettering
from companion.press.face.pieces import chosen
from companion.sentences import Language, Sentence, say
from companion.service.press.beginning import begin_deck
from companion.service.press.check import check


def open_given(
    given: str, size: str | None = None, picture_bleed: float | None = None, faulty: bool = False
) -> Deck:
    """Open a game, a deck's folder or file, a folder of pictures, a table, or ``-``, one that is piped in.

    `size` (a name or ``WIDTHxHEIGHT``) and `picture_bleed` (mm) are for cards made of pictures. With
    `faulty`, a deck that does not hold together is given back with its faults.
    """
    path = Path(given)
    loose = path.is_dir() and not (path / "deck.toml").exists() and given.lower() not in games()
    if loose:
        from companion.data.decks.pictures import has_pictures
        from companion.data.decks.sizes import card_size

    if loose and has_pictures(path):
        from companion.press.picture_deck import picture_deck

        return picture_deck(path, card_size(size) if size else None, picture_bleed or 0.0)
    if loose:
        raise InputError("there is neither a deck.toml nor a PNG or JPEG picture here.", place=Place(given))
    if size is not None or picture_bleed is not None:
        raise InputError(
            "'{given}' is no folder of pictures; its cards have a size of their own.", given=given
        )
    if given == STANDARD_INPUT or path.suffix.lower() in TABLES:
        from companion.data.decks.plain_deck import plain_deck

        return plain_deck(given)
    return open_deck(given, faulty)


OWN = re.compile(r"own-[0-9a-f]{16}")  # the name that a kept deck has beside those of the games
MINE, PICTURES = "my-{like}", "pictures"  # the folder of a deck that is begun, and of pictures without one


def decks_folder() -> Path:
    """The folder in which decks are kept: below the name of each lies what a command would be given."""
    return (own_folder("data") or Path()) / "decks"


def kept_decks() -> dict[str, str]:
    """The decks that are kept, the newest first: what each is called."""
    found = [each for each in decks_folder().glob("own-*") if OWN.fullmatch(each.name)]
    newest = sorted(found, key=lambda each: (each.stat().st_mtime, each.name), reverse=True)
    return {each.name: given.name for each in newest for given in each.iterdir()}


def titles() -> dict[str, str]:
    """What decks that are kept are told apart by: of those called alike, later ones have a number."""
    told, counts = dict[str, str](), Counter[str]()
    for name, called in reversed(kept_decks().items()):
        counts[called] += 1
        told[name] = f"{called} ({counts[called]})" if counts[called] > 1 else called
    return dict(reversed(told.items()))


def homely(told: Sentence) -> Sentence:
    """A sentence that names files as a person does, and not the place where decks are kept."""
    home = re.compile(re.escape(f"{decks_folder()}/") + f"(?:{OWN.pattern}/?)?")

    def plain(value: object) -> object:
        if isinstance(value, Sentence):
            return homely(value)
        return home.sub("", value) if isinstance(value, str) else value

    return replace(told, fields=tuple((name, plain(value)) for name, value in told.fields))


def own_deck(name: str, faulty: bool = False) -> Deck:
    """Open a game, or a deck that is kept; with `faulty` also one that does not hold together."""
    if not OWN.fullmatch(name):
        return open_deck(name)
    called = kept_decks().get(name)
    if called is None:
        raise InputError("this deck is not kept here any more; take it in again.")
    return _opened(decks_folder() / name / called, faulty)


@lru_cache(maxsize=2)
def _opened(given: Path, faulty: bool) -> Deck:
    return open_given(str(given), faulty=faulty)


def check_deck(name: str) -> Answer:
    """The faults of a kept deck, and how it was read."""
    return check(own_deck(name, faulty=True))


def take_in(folder: Path, called: str) -> str:
    """Put the deck that lies in a folder to those that are kept, and give its name.

    Where no folder has a name it is called so. It is not yet known whether it can be opened.
    """
    given = given_in(folder)
    own = re.sub(r"[^\w.()&+ -]+", "-", called if given == folder else given.name).strip("-. ") or PICTURES
    digest = sha256(own.encode())
    for file in sorted(given.rglob("*")) if given.is_dir() else [given]:
        if file.is_file():
            digest.update(f"\0{file.relative_to(given)}\0".encode() + sha256(file.read_bytes()).digest())
    home = decks_folder() / f"own-{digest.hexdigest()[:16]}"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    shutil.move(given, home / own)
    return home.name


def beginnings() -> tuple[str, ...]:
    """The decks that one can begin with."""
    return tuple(sorted(each.name for each in (templates() / "decks").iterdir() if each.is_dir()))


def begin(like: str, language: str) -> str:
    """Keep a deck as it begins, and give its name."""
    with TemporaryDirectory() as folder:
        begin_deck(Path(folder) / MINE.format(like=like), like, language)
        return take_in(Path(folder), PICTURES)


def packed(name: str) -> bytes:
    """A kept deck as a zip file."""
    with TemporaryDirectory() as folder:
        return Path(shutil.make_archive(f"{folder}/deck", "zip", decks_folder() / name)).read_bytes()


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

    By default it is of the first component, named after it, with bleed, safe zone and corner (mm) as its face
    has them.
    """
    if (size := _size(given)) is not None:
        name, blank = "card", CARD._replace(width=size[0], height=size[1])
        title, text = say("Title"), say("What the card says, over several lines.")
        samples = {Label("text", "title"): title.said(language), Label("picture", "picture"): ""}
        samples[Label("text", "text")] = text.said(language)
    else:
        deck = open_given(given)
        component = next((each for each in chosen(deck, (only,) if only else ()) if each.cards), None)
        if component is None:
            raise InputError("{deck} has no cards of that kind.", deck=deck.name)
        name, blank, samples = component.name, _blank(deck, component), _samples(deck, component)
    blank = blank._replace(
        bleed=blank.bleed if bleed is None else bleed,
        safe=blank.safe if safe is None else safe,
        trim=trim or blank.trim,
        corner=blank.corner if corner is None else corner,
    )
    _check(blank)
    file = output or Path(f"{name}.svg")
    content = template(blank, samples, language).encode("utf-8")
    # The same command may be given twice: the file then holds the same already.
    same = file.is_file() and read_bytes(file, len(content) + 1, own=True) == content
    write_together({file: content}, overwrite=overwrite, kept=[file] if same else ())
    hint = say(
        'Draw in it, lay it into the folder faces of your deck, and write face = "{name}" in deck.toml.',
        name=file.stem,
    )
    boxes = [f"{label.kind}:{label.rest}" for label in samples]
    data = {"file": file, "size": (blank.width, blank.height), "boxes": boxes}
    return Answer(data, (*written((file,)), hint), files=(file,))


def _size(given: str) -> Size | None:
    """The size that is given in place of a deck."""
    if Path(given).exists():
        return None
    try:
        return card_size(given)
    except InputError:
        if given[:1].isdigit():
            raise
        return None


def _check(blank: Blank) -> None:
    """Refuse a safe zone or rounded corners that leave nothing of the paper."""
    half = min(blank.width, blank.height) / 2
    corner = blank.corner if blank.trim == "rounded" else 0.0
    for value in (blank.safe, corner):
        if value >= half:
            raise InputError(
                "a safe zone or a corner of {value} mm leaves nothing of {width} x {height} mm.",
                value=value,
                width=blank.width,
                height=blank.height,
            )


def _blank(deck: Deck, component: Component) -> Blank:
    """The paper of a component, as its face has it where it has one already."""
    try:
        face = FaceShelf({}, deck.faces, styles=deck.styles).face(component.face)
        width, height = (float(side) for side in face.size)
        trim = face.trim if face.trim in TRIMS else "box"
        return Blank(width, height, float(face.bleed), face.safe, trim, float(face.corner))
    except (DeckError, ValueError):  # not drawn yet, or its size is told by each card
        return CARD


def _samples(deck: Deck, component: Component) -> dict[Label, str]:
    """The boxes for the columns of a card, each with the first sample found."""
    columns: dict[str, str] = {}
    for card in component.cards[:MOST_SEARCHED_CARDS]:
        for column, value in card.fields.items():
            name = column.split(".")[0]  # title.en and title.fr are {title}
            if FIELD.fullmatch(f"{{{name}}}") and not columns.get(name):
                columns[name] = value
    columns.pop("seals", None)
    icons = Lettering(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder).has_icon
    return {label_for(name, columns[name], icons): columns[name] for name in list(columns)[:MOST_DRAWN_BOXES]}
