"""The log of a game of Hogen from one seat's view: a text anyone can keep beside the cards.

First what I know at the start, then one event a line; ``#`` starts a comment, capitals do not matter::

    players 3
    me A
    hand Minamoto1 Taira2 Fujiwara3
    rallied Taira4
    palace Minamoto2 Taira1 Fujiwara4 Tachibana3
    call B rank 2
    pass C
    answer A lays Taira2 takes Minamoto2
    accused B A=Taira2 C=Fujiwara1 wrong

Whether the events obey the rules is not judged here but where the rules are.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.data.hogen.cards import (
    CLANS,
    Call,
    Card,
    call_named,
    card_named,
    cards_text,
    check_palace,
    in_order,
    joined_names,
)
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Place
from companion.sentences import Sentence

SEATS = "ABCD"  # the seats in playing order: B sits to the left of A


def seats_of(players: int) -> str:
    """The seats of a game of 3 or 4."""
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
    """A seat lays a samurai and takes one, if that is told: ``answer A lays Taira2 takes Minamoto2``."""

    seat: str
    lays: Card | None = None
    takes: Card | None = None

    def __str__(self) -> str:
        if self.lays is None:
            return f"answer {self.seat}"
        return f"answer {self.seat} lays {self.lays} takes {self.takes}"


@dataclass(frozen=True, slots=True)
class Accused:
    """A seat names every other seat's rallied samurai: ``accused B A=Taira2 C=Fujiwara1 wrong``."""

    seat: str
    named: tuple[tuple[str, Card], ...]
    right: bool

    def __str__(self) -> str:
        named = " ".join(f"{seat}={card}" for seat, card in self.named)
        return f"accused {self.seat} {named} {'right' if self.right else 'wrong'}"


@dataclass(frozen=True, slots=True)
class Saw:
    """A rallied samurai that I alone saw after my wrong accusation: ``saw C Fujiwara2``."""

    seat: str
    card: Card

    def __str__(self) -> str:
        return f"saw {self.seat} {self.card}"


Event = Called | Passed | Answered | Accused | Saw


_WORD = re.compile(rf"\S*(?:{'|'.join(CLANS)})[ \t]+[1-4](?!\S)|\S+", re.IGNORECASE)
"""A word, between blanks; the blank of ``Taira 2`` parts nothing."""


def log_word(typed: str) -> str:
    """A word of a log in any language, as the log of an English player has it; any other in small letters."""
    return vocabulary("hogen", "log").find(typed) or typed.lower()


def in_words(text: str) -> Sentence:
    """Lines of an English player's log in the words of whoever reads them."""
    return vocabulary("hogen", "log").worded(text)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line that says something; comments and empty lines are none."""

    words: tuple[str, ...]
    columns: tuple[int, ...]  # the column in which each word starts, from 1
    place: Place

    def at(self, word: int) -> Place:
        """The place of a word: file, row, column."""
        return Place(self.place.file, self.place.row, self.columns[word])

    def wrong(self, template: str, at: int | None = None, **fields: object) -> InputError:
        """The error of the line as a whole, or of one of its words; the word is the ``{value}``."""
        place, value = self.place if at is None else self.at(at), self.words[at or 0]
        return InputError(template, place=place, remedy="", **{"value": value, **fields})

    def expect(self, example: str, least: int | None = None) -> None:
        """Refuse a line that has not as many words as an example, or fewer than so many."""
        count = len(example.split())
        if len(self.words) != count if least is None else len(self.words) < least:
            like = in_words(example)
            raise self.wrong("'{value}' is not like '{example}'.", value=" ".join(self.words), example=like)

    def expect_word(self, at: int, *words: str) -> None:
        """Refuse a line whose word at a place is not one of those."""
        if log_word(self.words[at]) not in words:
            expected = in_words(" / ".join(words))
            raise self.wrong("'{value}' stands where {words} was expected.", at, words=expected)


def lines_of(text: str, file: str) -> Iterator[LogLine]:
    """The lines of a text that say something, with their rows."""
    for row, raw in enumerate(text.split("\n"), start=1):
        found = list(_WORD.finditer(raw.split("#", 1)[0]))
        if found:
            words = tuple(joined_names(word.group()) for word in found)
            yield LogLine(words, tuple(word.start() + 1 for word in found), Place(file, row))


_EXAMPLES = {
    "call": "call B clan Taira",
    "pass": "pass C",
    "answer": "answer A lays Taira2 takes Minamoto2",
    "saw": "saw C Fujiwara2",
}
"""A line of each event, but of an accusation, which has as many words as there are players."""
_OPENING_WORDS = ("players", "me", "hand", "rallied", "palace")


@dataclass(frozen=True, slots=True)
class Opening:
    """The knowledge of a seat before the first call."""

    players: int
    me: str  # the seat that keeps the log
    hand: tuple[Card, ...]  # without the rallied samurai: 3 cards of 3 players, 2 of 4
    rallied: Card
    palace: tuple[Card, ...]
    rulings: tuple[tuple[str, str], ...] = ()  # only those that the table answers otherwise than usual

    @property
    def seats(self) -> str:
        """All seats, going left from A."""
        return seats_of(self.players)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of the log, with its file and row."""

    event: Event
    place: Place

    def wrong(self, template: str, **fields: object) -> InputError:
        """The error of its line, which is the ``{line}`` of the sentence."""
        return InputError(template, place=self.place, remedy="", line=in_words(str(self.event)), **fields)


@dataclass(frozen=True, slots=True)
class Log:
    """A whole log."""

    opening: Opening
    events: tuple[LoggedEvent, ...]
    ruling_places: tuple[Place, ...] = ()


def read_log(text: str, file: str) -> Log:
    """Read a log; ``file`` is its name in errors."""
    opening: Opening | None = None
    given: dict[str, LogLine] = {}
    rulings: list[tuple[str, str]] = []
    ruling_places: list[Place] = []
    events: list[LoggedEvent] = []
    for line in lines_of(text, file):
        word = log_word(line.words[0])
        if word in _READERS:
            opening = opening or _opening(given, tuple(rulings), file, line.place)
            if word in _EXAMPLES:
                line.expect(_EXAMPLES[word], least=3 if word == "call" else None)
            events.append(LoggedEvent(_READERS[word](line, opening.seats), line.place))
        elif word not in (*_OPENING_WORDS, "ruling"):
            known = in_words(", ".join((*_OPENING_WORDS, *_READERS)))
            raise line.wrong("'{value}' starts no line of a log; expected {words}.", words=known)
        elif events:
            raise line.wrong("'{value}' belongs before the first event.")
        elif word == "ruling":
            rulings.append(_ruling(line))
            ruling_places.append(line.at(1))
        elif word in given:
            first = given[word].place.row
            raise line.wrong("'{value}' stands here a second time; it was on row {row}.", row=first)
        else:
            given[word] = line
    opening = opening or _opening(given, tuple(rulings), file, None)
    return Log(opening, tuple(events), tuple(ruling_places))


def log_text(opening: Opening, events: tuple[Event, ...]) -> str:
    """Write a log that ``read_log`` reads."""
    lines = [
        f"players {opening.players}",
        f"me {opening.me}",
        f"hand {cards_text(opening.hand)}",
        f"rallied {opening.rallied}",
        f"palace {cards_text(opening.palace)}",
        *(f"ruling {name}={value}" for name, value in opening.rulings),
        *map(str, events),
    ]
    return "\n".join(lines) + "\n"


def _opening(
    given: dict[str, LogLine], rulings: tuple[tuple[str, str], ...], file: str, first_event: Place | None
) -> Opening:
    for word in _OPENING_WORDS:
        if word not in given:
            raise InputError(
                "the line '{word} ...' is missing; it belongs before the first event.",
                place=first_event or Place(file=file),
                word=in_words(word),
            )
    line = given["players"]
    line.expect("players 3")
    if line.words[1] not in ("3", "4"):
        raise line.wrong("'{value}' players; expected 3 or 4.", 1)
    players = int(line.words[1])
    given["me"].expect("me A")
    me = _seat(given["me"], 1, seats_of(players))
    given["rallied"].expect("rallied Taira4")
    taken: dict[Card, Place] = {}
    hand = _cards(given["hand"], 3 if players == 3 else 2, taken)
    rallied = _cards(given["rallied"], 1, taken)[0]
    palace = _cards(given["palace"], 4, taken)
    check_palace(palace, given["palace"].place)
    return Opening(players, me, hand, rallied, palace, rulings)


def _ruling(line: LogLine) -> tuple[str, str]:
    line.expect("ruling take-back=yes")
    name, equals, value = line.words[1].partition("=")
    if not equals:
        raise line.wrong("'{value}' is not like '{example}'.", 1, example="take-back=yes")
    return name, value


def _cards(line: LogLine, count: int, taken: dict[Card, Place]) -> tuple[Card, ...]:
    if len(line.words) - 1 != count:
        raise line.wrong(
            "cards after '{word}': {given}, expected: {count}.",
            given=len(line.words) - 1,
            word=line.words[0],
            count=count,
        )
    cards = []
    for at in range(1, count + 1):
        card = _card(line, at)
        if card in taken:
            first = taken[card].row
            raise line.wrong(
                "{card} is there only once; it stands on row {row} already.", at, card=card, row=first
            )
        taken[card] = line.place
        cards.append(card)
    return in_order(cards)


def _card(line: LogLine, at: int) -> Card:
    return card_named(line.words[at], line.at(at))


def _seat(line: LogLine, at: int, seats: str) -> str:
    seat = line.words[at].upper()
    if len(seat) != 1 or seat not in seats:
        raise line.wrong("'{value}' is not a seat; expected {seats}.", at, seats=", ".join(seats))
    return seat


def _answered(line: LogLine, seats: str) -> Answered:
    line.expect_word(2, "lays")
    line.expect_word(4, "takes")
    return Answered(_seat(line, 1, seats), _card(line, 3), _card(line, 5))


def _accused(line: LogLine, seats: str) -> Accused:
    example = f"accused B A=Taira2 C=Fujiwara1{' D=Taira3' if len(seats) == 4 else ''} wrong"
    line.expect(example)
    seat = _seat(line, 1, seats)
    named: dict[str, Card] = {}
    for at in range(2, len(seats) + 1):
        who, _, card = line.words[at].partition("=")
        other = who.upper()
        if len(other) != 1 or other not in seats or other == seat or other in named:
            raise line.wrong(
                "'{value}' names no other seat, or one a second time; expected {seats}, each once, as in"
                " '{example}'.",
                at,
                seats=", ".join(each for each in seats if each != seat),
                example=in_words(example),
            )
        named[other] = card_named(card, line.at(at))
    line.expect_word(len(seats) + 1, "wrong", "right")
    right = log_word(line.words[-1]) == "right"
    return Accused(seat, tuple(sorted(named.items())), right)


_READERS: dict[str, Callable[[LogLine, str], Event]] = {
    "call": lambda line, seats: Called(_seat(line, 1, seats), call_named(line.words[2:], line.at(2))),
    "pass": lambda line, seats: Passed(_seat(line, 1, seats)),
    "answer": _answered,
    "accused": _accused,
    "saw": lambda line, seats: Saw(_seat(line, 1, seats), _card(line, 2)),
}
