"""Hogen as data: the cards and calls, the log of a game, and the check of the game's tables against its box.

Cards: the sixteen samurai, four clans with the ranks 1 to 4; a call names a clan, a rank, or one samurai by
both. Box check: ``cards.csv`` has each samurai once, ``clans.csv`` the four clans.

Log: a text that one player keeps during a game, described in docs/programs.md. Whether its events obey the rules is
checked in ``rules/hogen``, not here.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.data.papers import is_colour
from companion.data.rows import check_rows, read_rows
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Place
from companion.sentences import Sentence

CLANS = ("Minamoto", "Taira", "Fujiwara", "Tachibana")  # the four clans, in the order in which everything lists them
RANKS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Samurai:
    """One samurai; written as clan and rank without a space, such as ``Taira2``."""

    clan: str
    rank: int

    @property
    def number(self) -> int:
        """The index in ``CARDS``, 0 to 15: clan by clan, rank by rank."""
        return CLANS.index(self.clan) * len(RANKS) + self.rank - 1

    def __str__(self) -> str:
        return f"{self.clan}{self.rank}"

    @property
    def title(self) -> str:
        """The samurai in a sentence: ``Taira 2``."""
        return f"{self.clan} {self.rank}"


CARDS = tuple(Samurai(clan, rank) for clan in CLANS for rank in RANKS)
"""All sixteen; the card at place ``n`` has the number ``n``."""

_CLAN_AND_RANK = re.compile(rf"({'|'.join(CLANS)})\s+(?=[1-4](?![^\s,]))", re.IGNORECASE)
_CARDS_BY_NAME = {str(card): card for card in CARDS}


def join_card_names(text: str) -> str:
    """A text with every ``Taira 2`` joined to ``Taira2``."""
    return _CLAN_AND_RANK.sub(r"\1", text)


def parse_card(text: str, place: Place | None = None) -> Samurai:
    """The samurai of a name such as ``Taira2`` or ``Taira 2``; capitals do not matter."""
    return _CARDS_BY_NAME[vocabulary("hogen", "card", tuple(_CARDS_BY_NAME)).get(join_card_names(text), place)]


def check_palace(cards: Collection[Samurai], place: Place | None = None) -> None:
    """Raise an error unless the four samurai have four clans and four ranks (booklet, set-up)."""
    if not len(cards) == len({card.clan for card in cards}) == len({card.rank for card in cards}) == 4:
        names = format_cards(cards)
        raise InputError(
            "{cards}: the palace opens with four different clans and four different ranks.", place=place, cards=names
        )


def sort_cards(cards: Iterable[Samurai]) -> tuple[Samurai, ...]:
    """The cards clan by clan, rank by rank."""
    return tuple(sorted(cards, key=lambda card: card.number))


def format_cards(cards: Iterable[Samurai]) -> str:
    """The cards in order as the log writes them: names separated by spaces."""
    return " ".join(map(str, sort_cards(cards)))


@dataclass(frozen=True, slots=True)
class Call:
    """What the active player calls for: a clan, a rank, or both."""

    clan: str | None = None
    rank: int | None = None

    @property
    def is_single_card(self) -> bool:
        """True when clan and rank are named, so that only one samurai answers."""
        return self.clan is not None and self.rank is not None

    def matches(self, card: Samurai) -> bool:
        """True for a samurai that answers the call."""
        return self.clan in (None, card.clan) and self.rank in (None, card.rank)

    def count_matches(self, card: Samurai) -> int:
        """How many of the named traits a samurai has: 0, 1 or 2."""
        return (self.clan == card.clan) + (self.rank == card.rank)

    def __str__(self) -> str:
        """The call as the log writes it: ``clan Taira``, ``rank 2`` or ``Taira 2``."""
        if self.clan is None:
            return f"rank {self.rank}"
        return f"clan {self.clan}" if self.rank is None else f"{self.clan} {self.rank}"


CALLS = (
    *(Call(clan=clan) for clan in CLANS),
    *(Call(rank=rank) for rank in RANKS),
    *(Call(card.clan, card.rank) for card in CARDS),
)
"""All twenty-four: the clans, the ranks, the single samurai."""

_CALLS_BY_NAME = {str(call): call for call in CALLS} | {
    f"{call.clan}{call.rank}": call for call in CALLS if call.is_single_card
}


def parse_call(words: Sequence[str], place: Place | None = None) -> Call:
    """The call written as ``clan Taira``, ``rank 2`` (``rang 2``), ``Taira 2`` or ``Taira2``."""
    text = " ".join(words)
    names = vocabulary("hogen", "call", tuple(_CALLS_BY_NAME))
    first, _, rest = text.strip().partition(" ")
    trait = vocabulary("hogen", "log").find(first)
    return _CALLS_BY_NAME[names.find(f"{trait} {rest}") or names.get(text, place, guess=False)]


SEATS = "ABCD"  # the seats in playing order: B sits to the left of A


def seats_of(players: int) -> str:
    """The letters of the seats in a game for 3 or 4 players."""
    return SEATS[:players]


@dataclass(frozen=True, slots=True)
class Called:
    """A seat calls: ``call B clan Taira``."""

    seat: str
    call: Call

    def __str__(self) -> str:
        return f"call {self.seat} {self.call}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat that was asked has no such samurai in hand: ``pass C``."""

    seat: str

    def __str__(self) -> str:
        return f"pass {self.seat}"


@dataclass(frozen=True, slots=True)
class Answered:
    """A seat lays a samurai and takes one, where known: ``answer A lays Taira2 takes Minamoto2``."""

    seat: str
    lays: Samurai | None = None
    takes: Samurai | None = None

    def __str__(self) -> str:
        if self.lays is None:
            return f"answer {self.seat}"
        return f"answer {self.seat} lays {self.lays} takes {self.takes}"


@dataclass(frozen=True, slots=True)
class Accused:
    """A seat names every other seat's rallied samurai: ``accused B A=Taira2 C=Fujiwara1 wrong``."""

    seat: str
    cards: tuple[tuple[str, Samurai], ...]
    is_right: bool

    def __str__(self) -> str:
        cards = " ".join(f"{seat}={card}" for seat, card in self.cards)
        return f"accused {self.seat} {cards} {'right' if self.is_right else 'wrong'}"


@dataclass(frozen=True, slots=True)
class Saw:
    """A rallied samurai that only I saw, after my wrong accusation: ``saw C Fujiwara2``."""

    seat: str
    card: Samurai

    def __str__(self) -> str:
        return f"saw {self.seat} {self.card}"


SeatEvent = Called | Passed | Answered | Accused | Saw

_WORD = re.compile(rf"\S*(?:{'|'.join(CLANS)})[ \t]+[1-4](?!\S)|\S+", re.IGNORECASE)
"""A word between spaces; the space in ``Taira 2`` separates nothing."""


def normalize_word(text: str) -> str:
    """The English form of a typed word of the log; any other word in small letters."""
    return vocabulary("hogen", "log").find(text) or text.lower()


def translate_log(text: str) -> Sentence:
    """Lines of an English log, translated into the reader's language."""
    return vocabulary("hogen", "log").translate_names(text)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log that is not empty and not only a comment."""

    words: tuple[str, ...]
    columns: tuple[int, ...]  # the column in which each word starts, from 1
    place: Place

    def get_place(self, word: int) -> Place:
        """The place of a word: file, row, column."""
        return Place(self.place.file, self.place.row, self.columns[word])

    def build_error(self, template: str, index: int | None = None, **fields: object) -> InputError:
        """An error at the line, or at its word ``index``; ``{value}`` is that word, by default the first."""
        place, value = self.place if index is None else self.get_place(index), self.words[index or 0]
        return InputError(template, place=place, remedy="", **{"value": value, **fields})

    def check_length(self, example: str, least: int | None = None) -> None:
        """Raise an error unless the line has as many words as the example, or at least ``least``."""
        count = len(example.split())
        if len(self.words) != count if least is None else len(self.words) < least:
            sample = translate_log(example)
            raise self.build_error(
                "'{value}' is not written like '{example}'.", value=" ".join(self.words), example=sample
            )

    def check_word(self, index: int, *words: str) -> None:
        """Raise an error unless the word at a place is one of these."""
        if normalize_word(self.words[index]) not in words:
            expected = translate_log(" / ".join(words))
            raise self.build_error("expected {words} here, not '{value}'.", index, words=expected)


def parse_lines(text: str, file: str) -> Iterator[LogLine]:
    """The lines of a log that are not empty or comments, with their rows."""
    for row, raw in enumerate(text.split("\n"), start=1):
        matches = list(_WORD.finditer(raw.split("#", 1)[0]))
        if matches:
            words = tuple(join_card_names(word.group()) for word in matches)
            yield LogLine(words, tuple(word.start() + 1 for word in matches), Place(file, row))


_EXAMPLES = {
    "call": "call B clan Taira",
    "pass": "pass C",
    "answer": "answer A lays Taira2 takes Minamoto2",
    "saw": "saw C Fujiwara2",
}
"""An example of each event but an accusation, whose length depends on the number of players."""
_OPENING_WORDS = ("players", "me", "hand", "rallied", "palace")


@dataclass(frozen=True, slots=True)
class Opening:
    """What a seat knows before the first call."""

    players: int
    own_seat: str  # the seat whose player keeps the log
    hand: tuple[Samurai, ...]  # without the rallied samurai: 3 cards with 3 players, 2 with 4
    rallied: Samurai
    palace: tuple[Samurai, ...]
    rulings: tuple[tuple[str, str], ...] = ()  # only those that differ from the default

    @property
    def seats(self) -> str:
        """All seats, going left from A."""
        return seats_of(self.players)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of the log, with its file and row."""

    event: SeatEvent
    place: Place

    def build_error(self, template: str, **fields: object) -> InputError:
        """An error at the event's line, whose text fills ``{line}``."""
        return InputError(template, place=self.place, remedy="", line=translate_log(str(self.event)), **fields)


@dataclass(frozen=True, slots=True)
class Log:
    """A whole log: the opening, then the events."""

    opening: Opening
    events: tuple[LoggedEvent, ...]
    ruling_places: tuple[Place, ...] = ()


def parse_log(text: str, file: str) -> Log:
    """Parse a log; errors name it by ``file``."""
    opening: Opening | None = None
    lines: dict[str, LogLine] = {}
    rulings: list[tuple[str, str]] = []
    ruling_places: list[Place] = []
    events: list[LoggedEvent] = []
    for line in parse_lines(text, file):
        word = normalize_word(line.words[0])
        if word in _READERS:
            opening = opening or _parse_opening(lines, tuple(rulings), file, line.place)
            if word in _EXAMPLES:
                line.check_length(_EXAMPLES[word], least=3 if word == "call" else None)
            events.append(LoggedEvent(_READERS[word](line, opening.seats), line.place))
        elif word not in (*_OPENING_WORDS, "ruling"):
            names = translate_log(", ".join((*_OPENING_WORDS, *_READERS)))
            raise line.build_error("no line of a log starts with '{value}'; expected {words}.", words=names)
        elif events:
            raise line.build_error("'{value}' belongs before the first event.")
        elif word == "ruling":
            rulings.append(_parse_ruling(line))
            ruling_places.append(line.get_place(1))
        elif word in lines:
            first = lines[word].place.row
            raise line.build_error("'{value}' appears twice; it is already in row {row}.", row=first)
        else:
            lines[word] = line
    opening = opening or _parse_opening(lines, tuple(rulings), file, None)
    return Log(opening, tuple(events), tuple(ruling_places))


def format_log(opening: Opening, events: tuple[SeatEvent, ...]) -> str:
    """The text of a log, as ``parse_log`` reads it."""
    lines = [
        f"players {opening.players}",
        f"me {opening.own_seat}",
        f"hand {format_cards(opening.hand)}",
        f"rallied {opening.rallied}",
        f"palace {format_cards(opening.palace)}",
        *(f"ruling {name}={value}" for name, value in opening.rulings),
        *map(str, events),
    ]
    return "\n".join(lines) + "\n"


def _parse_opening(
    lines: dict[str, LogLine], rulings: tuple[tuple[str, str], ...], file: str, first_event: Place | None
) -> Opening:
    for word in _OPENING_WORDS:
        if word not in lines:
            raise InputError(
                "the line '{word} ...' is missing; it belongs before the first event.",
                place=first_event or Place(file=file),
                word=translate_log(word),
            )
    line = lines["players"]
    line.check_length("players 3")
    if line.words[1] not in ("3", "4"):
        raise line.build_error("the number of players must be 3 or 4, not '{value}'.", 1)
    players = int(line.words[1])
    lines["me"].check_length("me A")
    own_seat = _parse_seat(lines["me"], 1, seats_of(players))
    lines["rallied"].check_length("rallied Taira4")
    places: dict[Samurai, Place] = {}
    hand = _parse_cards(lines["hand"], 3 if players == 3 else 2, places)
    rallied = _parse_cards(lines["rallied"], 1, places)[0]
    palace = _parse_cards(lines["palace"], 4, places)
    check_palace(palace, lines["palace"].place)
    return Opening(players, own_seat, hand, rallied, palace, rulings)


def _parse_ruling(line: LogLine) -> tuple[str, str]:
    line.check_length("ruling take-back=yes")
    name, equals, value = line.words[1].partition("=")
    if not equals:
        raise line.build_error("'{value}' is not written like '{example}'.", 1, example="take-back=yes")
    return name, value


def _parse_cards(line: LogLine, count: int, places: dict[Samurai, Place]) -> tuple[Samurai, ...]:
    word, *names = line.words
    if len(names) != count:
        raise line.build_error(
            "cards after '{word}': expected {count}, not {found}.", found=len(names), word=word, count=count
        )
    cards = []
    for index in range(1, count + 1):
        card = _parse_card(line, index)
        if card in places:
            first = places[card].row
            raise line.build_error("there is only one {card}; it is already in row {row}.", index, card=card, row=first)
        places[card] = line.place
        cards.append(card)
    return sort_cards(cards)


def _parse_card(line: LogLine, index: int) -> Samurai:
    return parse_card(line.words[index], line.get_place(index))


def _parse_seat(line: LogLine, index: int, seats: str) -> str:
    seat = line.words[index].upper()
    if len(seat) != 1 or seat not in seats:
        raise line.build_error("'{value}' is not a seat; expected {seats}.", index, seats=", ".join(seats))
    return seat


def _parse_answer(line: LogLine, seats: str) -> Answered:
    line.check_word(2, "lays")
    line.check_word(4, "takes")
    return Answered(_parse_seat(line, 1, seats), _parse_card(line, 3), _parse_card(line, 5))


def _parse_accusation(line: LogLine, seats: str) -> Accused:
    example = f"accused B A=Taira2 C=Fujiwara1{' D=Taira3' if len(seats) == 4 else ''} wrong"
    line.check_length(example)
    seat = _parse_seat(line, 1, seats)
    cards: dict[str, Samurai] = {}
    for index in range(2, len(seats) + 1):
        letter, _, card = line.words[index].partition("=")
        other = letter.upper()
        if len(other) != 1 or other not in seats or other == seat or other in cards:
            raise line.build_error(
                "'{value}' names no other seat, or names one twice; expected {seats}, each once, as in '{example}'.",
                index,
                seats=", ".join(each for each in seats if each != seat),
                example=translate_log(example),
            )
        cards[other] = parse_card(card, line.get_place(index))
    line.check_word(len(seats) + 1, "wrong", "right")
    right = normalize_word(line.words[-1]) == "right"
    return Accused(seat, tuple(sorted(cards.items())), right)


_READERS: dict[str, Callable[[LogLine, str], SeatEvent]] = {
    "call": lambda line, seats: Called(_parse_seat(line, 1, seats), parse_call(line.words[2:], line.get_place(2))),
    "pass": lambda line, seats: Passed(_parse_seat(line, 1, seats)),
    "answer": _parse_answer,
    "accused": _parse_accusation,
    "saw": lambda line, seats: Saw(_parse_seat(line, 1, seats), _parse_card(line, 2)),
}

OWN_FILES = {"deduce": partial(parse_log, file="")}
"""Parsers of this game's own texts, which are no tables of cards, by the remedy that says how to read them."""


def check_box(folder: Path) -> None:
    """Check ``cards.csv`` and ``clans.csv`` of a folder."""
    samurai = {str(card): {"clan": card.clan.lower(), "rank": str(card.rank)} for card in CARDS}
    check_rows(read_rows(folder / "cards.csv", ("card", "clan", "rank")), "card", samurai)
    colours = ("colour", "dark", "light", "tint", "seal", "on")
    clans = read_rows(folder / "clans.csv", ("clan", "name", "kanji", "second", *colours, "plate"))
    check_rows(clans, "clan", {clan.lower(): {"name": clan} for clan in CLANS})
    for row in clans:
        row.text("kanji")
        row.count("plate", 10, 60)
        for column in colours:
            if not is_colour(row.cells[column]):
                raise row.build_error("'{value}' is not a colour; write it as #rrggbb.", column)
