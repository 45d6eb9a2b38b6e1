"""Watch a deck while it is edited: which files were saved, and how the cards look now.

Saves are found by polling, which works on every disk and needs no package. Editors overwrite a file in
parts, or rename another one to it; some save many times a second. So the deck is read only when nothing
has changed for a moment, but without waiting for long.

After each save only changed cards are laid out again. A mistake removes no card: each stays as it could be
drawn last, with the fault beside it.
"""

import hashlib
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from threading import Lock

from companion.data.deck import Deck
from companion.data.decks.sources import TABLES
from companion.data.files import STANDARD_INPUT
from companion.data.outputs import forget_inputs, list_inputs
from companion.errors import CompanionError, InputError, describe_system_error
from companion.press.face.pieces import Piece, select_components
from companion.press.face.typesetting import Overflow
from companion.press.frame.frame import Frame
from companion.press.ink.svg import render_svg
from companion.press.layout import lay_out
from companion.press.preflight import Examination, PrintFault, build_faults, hash_frame
from companion.sentences import ENGLISH, say
from companion.service.press.own_decks import open_any_deck
from companion.service.press.review import Finding, review

Stamps = Mapping[str, tuple[int, int, int]]  # for each path: time of change in ns, size, and inode

LOOK = 0.03  # the least seconds between two polls
REST = 0.02  # seconds; a file changed more recently may be saved again within a tick of the clock
PATIENCE = 0.2  # seconds after which files are read even if saves go on
SHARE = 20  # polling takes at most about 1/20 of the time
MOST_WATCHED_FILES = 20_000
PASSED_OVER = ("~", ".swp", ".swx", ".tmp", ".part", ".bak")
"""Endings of editors' temporary files, which are ignored, as hidden files are."""


class SaveWatcher:
    """Waits until files in some folders are saved."""

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        self._sleep, self._last_duration = sleep, 0.0
        self._is_unsure = False
        self.stamps: Stamps = {}

    def read_stamps(self, places: Iterable[Path]) -> Stamps:
        """The stamps of every file in these folders; a place may also be a file."""
        start = time.monotonic()
        stamps = dict(_list_stamps(places))
        self._last_duration = time.monotonic() - start
        return stamps

    def wait_for_save(self, places: Iterable[Path], is_interrupted: Callable[[], bool] = lambda: False) -> None:
        """Wait until something was saved since the last call and saves have paused, or `is_interrupted` is true."""
        places = tuple(places)
        stamps = self.read_stamps(places)
        while stamps == self.stamps and not self._is_unsure and not is_interrupted():
            self.pause()
            stamps = self.read_stamps(places)
        self.settle(places, stamps)

    def settle(self, places: Iterable[Path], stamps: Stamps | None = None) -> None:
        """Wait until saves have paused; the files then count as seen."""
        places = tuple(places)
        stamps = self.read_stamps(places) if stamps is None else stamps
        start = time.monotonic()
        while True:
            clock = time.time_ns()  # a file this new may be saved again with the same stamp
            self._is_unsure = any(0 <= clock - time_changed < REST * 1e9 for time_changed, _, _ in stamps.values())
            if not self._is_unsure or time.monotonic() - start > PATIENCE:
                break
            self._sleep(REST)
            stamps = self.read_stamps(places)
        self.stamps = stamps

    def stays_quiet(self, places: Iterable[Path], seconds: float) -> bool:
        """Wait for some seconds; true if nothing was saved meanwhile."""
        places, deadline = tuple(places), time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self._is_unsure or self.read_stamps(places) != self.stamps:
                return False
            self.pause()
        return True

    def pause(self) -> None:
        self._sleep(max(LOOK, SHARE * self._last_duration))


def _list_stamps(places: Iterable[Path]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    for file in chain.from_iterable(islice(_walk_files(place), MOST_WATCHED_FILES) for place in places):
        with suppress(OSError):  # deleted since, or a broken link
            stat = os.stat(file)
            yield file, (stat.st_mtime_ns, stat.st_size, stat.st_ino)


def _walk_files(place: Path) -> Iterator[str]:
    """The files in a folder, or the file itself; what is missing or not readable counts as empty."""
    if place.is_file():
        yield str(place)
    for folder, folders, names in os.walk(place if place.is_dir() else ""):
        folders[:] = filter(_is_watched, folders)
        links = (each for each in folders if os.path.islink(os.path.join(folder, each)))
        yield from (os.path.join(folder, each) for each in (*links, *filter(_is_watched, names)))


def _is_watched(name: str) -> bool:
    return not name.startswith(".") and not name.endswith(PASSED_OVER)


FONTS = {".ttf", ".otf", ".woff"}
"""Endings of fonts, whose stamps are part of every picture's fingerprint: frames have only their names."""

CardKey = tuple[str, str]  # component and card


@dataclass(frozen=True, slots=True)
class WatchedCard:
    component: str
    name: str  # its id in the component
    copies: int
    front: str = ""  # the fingerprint of its picture; "" if there is none yet
    back: str = ""  # the fingerprint of its back; "" if it is blank
    width: float = 63.0  # mm
    height: float = 88.0  # mm
    notes: tuple[PrintFault, ...] = ()  # its faults and remarks
    is_old: bool = False  # true if it looks as before a mistake
    new: bool = False  # true if it looks different than before the last save

    @property
    def key(self) -> str:
        return f"{self.component}/{self.name}"


@dataclass(frozen=True, slots=True)
class WatchedDeck:
    name: str = ""
    language: str = ""
    languages: tuple[str, ...] = ()  # codes of all its languages
    titles: Mapping[str, str] = field(default_factory=dict)  # of components
    cards: tuple[WatchedCard, ...] = ()  # in the order of the deck, each once
    mistakes: tuple[Finding, ...] = ()  # faults that stop a print, each once
    remarks: tuple[Finding, ...] = ()  # other findings
    card_count: int = 0  # the number of cards laid out since the last save


@dataclass(frozen=True, slots=True)
class _DrawnCard:
    """A card that could be drawn, with a hash of its fields, and frames by fingerprint."""

    digest: bytes
    card: WatchedCard
    sides: Mapping[str, Frame]


class DeckWatch:
    """Lays a deck out again after each save; by default in the reader's language, if the deck has it."""

    def __init__(self, source: str, language: str = "", reader: str = ENGLISH.code) -> None:
        self._source, self.language, self._reader = source, language, reader
        self._places: tuple[Path, ...] = (Path(source),)
        self._deck = WatchedDeck(Path(source).name)
        self._cards: dict[CardKey, _DrawnCard] = {}
        self._base: object = None
        self._lock = Lock()
        if source == STANDARD_INPUT:
            raise InputError("what is piped in cannot be watched; save it as a file.")
        path = Path(source)
        deck = path if path.suffix.lower() in {".toml", *TABLES} else path / "deck.toml"
        if not deck.exists():  # a faulty deck can be corrected; a missing one is an error
            open_any_deck(source, faulty=True)

    def look(self, stamps: Stamps) -> WatchedDeck:
        """Lay out the deck as it is now; `stamps` are those of the files in its folders."""
        try:
            self._deck = self._lay_out_deck(stamps)
        except CompanionError as error:
            self._deck = replace(self._deck, mistakes=(Finding("deck", error.message),), card_count=0)
        except OSError as error:  # a picture was deleted meanwhile; the next call finds it missing
            fault = say(
                "{file} cannot be used: {reason}.", file=str(error.filename), reason=describe_system_error(error)
            )
            self._deck = replace(self._deck, mistakes=(Finding("deck", fault),), card_count=0)
        return self._deck

    def picture(self, name: str) -> str | None:
        """A side of a card as SVG, by its fingerprint; ``None`` if no card looks like that now."""
        frame = next((each.sides[name] for each in self._cards.values() if name in each.sides), None)
        with self._lock:  # several threads ask at once, and items of frames may be in one spool file
            return None if frame is None else render_svg(frame)

    def list_places(self) -> tuple[Path, ...]:
        """The folders of its files, which are watched."""
        return self._places

    def _lay_out_deck(self, stamps: Stamps) -> WatchedDeck:
        forget_inputs()
        deck = open_any_deck(self._source, faulty=True)
        if deck.file.exists():
            self._places = tuple(dict.fromkeys((Path(self._source), deck.file.parent, deck.faces)))
        if deck.faults:
            faults = review(build_faults((deck.name, each) for each in deck.faults)).faults
            return replace(self._deck, mistakes=faults, card_count=0)
        # If only tables were saved, only cards whose fields changed look different.
        tables = {os.path.normpath(file) for file in list_inputs() if file.suffix.lower() in TABLES}
        language = self.language or deck.choose_language(self._reader)
        files = {os.path.normpath(file): stamp for file, stamp in stamps.items()}
        ground = (language, {file: stamp for file, stamp in files.items() if file not in tables})
        is_same_base, self._base = ground == self._base, None
        forget_inputs()
        fonts = _digest(sorted(each for each in files.items() if Path(each[0]).suffix.lower() in FONTS))
        watched = self._lay_out_cards(deck, language, is_same_base, fonts)
        inputs = {os.path.normpath(file) for file in list_inputs()}
        self._base = ground if tables.isdisjoint(inputs) else None  # unless faces read tables themselves
        return watched

    def _lay_out_cards(self, deck: Deck, language: str, is_same_base: bool, salt: bytes) -> WatchedDeck:
        recipes, copies = dict[CardKey, bytes](), Counter[CardKey]()
        for component in select_components(deck, ()):
            for card in component.cards:
                key = (component.name, card.id)
                copies[key] += 1
                if key not in recipes:
                    recipes[key] = _digest((component.face, component.back, card.sides))
        digests = {key: each.digest for key, each in self._cards.items()} if is_same_base else {}
        changed = {key for key, recipe in recipes.items() if digests.get(key) != recipe}
        examination = Examination()
        errors, picks = examination.errors, changed if len(changed) < len(recipes) else ()
        results = examination.examine(lay_out(deck, language, picks=picks, gathered=errors)) if changed else ()
        pieces = {(piece.component, piece.card): piece for piece in results}
        faults = list(examination.list_faults(deck, language))
        faults_by_card = defaultdict[str, list[PrintFault]](list)
        for fault in faults:
            if fault.rule != "deck":
                faults_by_card[fault.card].append(fault)
        failed_cards = {card for card, error in errors if not isinstance(error, Overflow)}
        hashes: dict[int, str] = {}
        cards, cards_drawn = list[WatchedCard](), dict[CardKey, _DrawnCard]()
        for key, recipe in recipes.items():
            before = self._cards.get(key)
            label = f"{deck.name}/{key[0]}/{key[1]}"
            if key not in changed and before is not None:
                cards_drawn[key] = replace(before, card=replace(before.card, copies=copies[key], new=False))
                cards.append(cards_drawn[key].card)
                continue
            piece = pieces.get(key)
            notes = tuple(dict.fromkeys(faults_by_card[label] + faults_by_card[f"{label}/back"]))
            if piece is None or label in failed_cards:
                if before is None and piece is not None:
                    before = _build_drawn_card(piece, recipe, copies[key], (), hashes, salt)
                if before is not None:
                    cards_drawn[key] = replace(before, digest=b"")  # tried again with the next save
                old = before.card if before is not None else WatchedCard(*key, copies[key])
                cards.append(replace(old, copies=copies[key], notes=notes, is_old=True, new=False))
                continue
            after = _build_drawn_card(piece, recipe, copies[key], notes, hashes, salt)
            if before is not None:
                looks = (before.card.front, before.card.back) != (after.card.front, after.card.back)
                after = replace(after, card=replace(after.card, new=looks))
            cards_drawn[key] = after
            cards.append(after.card)
        self._cards = cards_drawn
        words = deck.words(language)
        titles = {each.name: words.get(f"component.{each.name}", each.name) for each in deck.components}
        on_none = (each for each in faults if each.rule in ("deck", "colour-alone") or each.card == deck.name)
        result = review((*on_none, *(each for card in cards for each in card.notes)), (deck,))
        state_shown = tuple(cards), result.faults, result.remarks, len(changed)
        return WatchedDeck(words.get("title", deck.name), language, deck.languages, titles, *state_shown)


def _digest(value: object) -> bytes:
    return hashlib.blake2b(repr(value).encode(), digest_size=16).digest()


def _build_drawn_card(
    piece: Piece, recipe: bytes, copies: int, notes: tuple[PrintFault, ...], hashes: dict[int, str], salt: bytes
) -> _DrawnCard:
    sides = [
        (hashlib.blake2b(hash_frame(side, hashes).encode() + salt, digest_size=12).hexdigest(), side)
        for side in (piece.front, piece.back)
        if side is not None
    ]
    front, back = sides[0][0], sides[1][0] if piece.back is not None else ""
    width, height = piece.front.width, piece.front.height
    card = WatchedCard(piece.component, piece.card, copies, front, back, width, height, notes)
    return _DrawnCard(recipe, card, dict(sides))
