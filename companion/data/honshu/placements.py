"""Placements as people type them: how a map of Honshu was laid, card by card. Also the plays of tricks.

One card a line in the order placed: ``CARD ROW COL TURN [under CARD | bottom] [spent COLOUR...]``. ROW
and COL are where the top left corner of the turned card lies, counted from any square called 0 0.
"""

import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from companion.data.files import parse_json
from companion.data.honshu.cards import Colour, MapCard, load_cards
from companion.data.honshu.map import COLOUR_LETTERS
from companion.data.rows import parse_whole_number
from companion.data.vocabulary import vocabulary
from companion.errors import InputError, Place
from companion.sentences import Sentence, say, say_count, shorten_text

TURNS = (0, 90, 180, 270)  # quarter turns of a card, in degrees clockwise
BOTTOM = "bottom"  # the word for a card slid beneath everything
FARTHEST = 200  # the farthest row or column from 0 that is read
MOST_PLACEMENTS = 200  # the most lines read; a map has thirteen cards


@dataclass(frozen=True, slots=True)
class Placement:
    card: MapCard
    row: int  # of the top left corner once turned, as is the column
    column: int
    turn: int  # degrees clockwise: 0, 90, 180 or 270
    under: str | None = None
    """The card it is slid directly beneath, ``bottom``, or ``None`` when it lies on top."""
    spent: tuple[Colour, ...] = ()  # of the cubes that left the map before this card was laid

    def __str__(self) -> str:
        words = [self.card.name, str(self.row), str(self.column), str(self.turn)]
        if self.under is not None:
            words += [BOTTOM] if self.under == BOTTOM else ["under", self.under]
        if self.spent:
            letters = {colour: letter for letter, colour in COLOUR_LETTERS.items()}
            words += ["spent", *(letters[colour] for colour in self.spent)]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Laying:
    """The cards of a map as somebody listed them."""

    file: str
    placements: tuple[Placement, ...]
    is_stack: bool = False  # from the bottom to the top, instead of in the order laid


@cache
def cards_by_name() -> Mapping[str, MapCard]:
    """Every printed side by its name: ``1`` to ``60``, ``A1`` to ``A6``, ``B1`` to ``B6``."""
    return {card.name: card for card in load_cards()}


def parse_card(text: str, place: Place | None = None) -> MapCard:
    card = cards_by_name().get(text.upper())
    if card is None:
        raise InputError(
            "'{value}' is not a card; expected 1 to 60, or A1 to A6 or B1 to B6 for a start province.",
            place=place,
            value=shorten_text(text, 20),
        )
    return card


def parse_colour(text: str, place: Place | None = None) -> Colour:
    """The colour of a cube, from its letter or its name in any language."""
    return Colour(vocabulary("honshu", "colour").get(text, place))


def parse_place(text: str) -> tuple[int, int]:
    """The row and column of a place such as ``3.-1``; an ``InputError`` for any other text."""
    match = re.fullmatch(r"(-?[0-9]{1,3})\.(-?[0-9]{1,3})", text)
    if match is None or max(abs(int(number)) for number in match.groups()) > FARTHEST:
        raise InputError("'{value}' is not a place on a map, such as 3.4.", value=shorten_text(text, 20))
    return int(match[1]), int(match[2])


def parse_placements(text: str, file: str | None = None) -> tuple[Placement, ...]:
    """Parse placements from their notation, one a line in the order laid; ``#`` begins a comment."""
    placements: list[Placement] = []
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(placements) == MOST_PLACEMENTS:
            raise InputError("more than {most} cards for one map.", place=Place(file, number), most=MOST_PLACEMENTS)
        placements.append(_parse_placement(words, file, number))
    if not placements:
        raise InputError("there is no placed card in it; expected lines such as '17 3 2 90'.", place=Place(file))
    return tuple(placements)


def parse_laying(text: str, file: str, is_stack: bool = False) -> Laying:
    """Parse placements, from bottom to top if ``is_stack``, or the JSON document of a stack."""
    if text.lstrip().startswith("{"):
        return Laying(file, parse_stack(text, file), True)
    return Laying(file, parse_placements(text, file), is_stack)


def parse_stack(text: str, file: str | None = None) -> tuple[Placement, ...]:
    """Parse a JSON document ``{"placements": [{"card", "row", "col", "turn"}, ...]}``, from bottom to top."""
    try:
        document = parse_json(text)
    except ValueError:
        raise InputError("the file begins as JSON but is not a JSON document.", place=Place(file)) from None
    listed = document.get("placements") if isinstance(document, dict) else None
    if not isinstance(listed, list) or not listed:
        raise InputError("the JSON document has no list 'placements'.", place=Place(file))
    entries = (entry if isinstance(entry, dict) else {} for entry in listed)
    lines = (" ".join(str(entry.get(key, "?")) for key in ("card", "row", "col", "turn")) for entry in entries)
    return parse_placements("\n".join(lines), file)


def _parse_placement(words: list[str], file: str | None, line: int) -> Placement:
    if len(words) < 4:
        raise InputError(
            "'{value}' ends too early; expected CARD ROW COL TURN, such as '17 3 2 90'.",
            place=Place(file, line, len(words) + 1),
            value=shorten_text(" ".join(words), 40),
        )
    card = parse_card(words[0], Place(file, line, 1))
    row, column = (parse_whole_number(words[at], -FARTHEST, FARTHEST, Place(file, line, at + 1)) for at in (1, 2))
    turn = words[3].removesuffix("°")
    if turn not in {str(degrees) for degrees in TURNS}:
        raise InputError(
            "'{value}' is not a turn; expected 0, 90, 180 or 270 degrees clockwise.",
            place=Place(file, line, 4),
            value=shorten_text(words[3], 20),
        )
    under: str | None = None
    spent: list[Colour] = []
    left = deque((word, Place(file, line, column)) for column, word in enumerate(words[4:], start=5))
    options = vocabulary("honshu", "placing")
    while left:
        text, place = left.popleft()
        word = options.find(text)
        if word == BOTTOM and under is None:
            under = BOTTOM
        elif word == "under" and under is None:
            if not left:
                raise InputError("'under' needs the card it was slid under.", place=place)
            under = parse_card(*left.popleft()).name
        elif word == "spent" and not spent:
            while left and options.find(left[0][0]) not in (BOTTOM, "under"):
                spent.append(parse_colour(*left.popleft()))
            if not spent:
                raise InputError("'spent' needs the colours of the cubes, such as 'spent b'.", place=place)
        else:
            raise InputError(
                "'{value}' is not understood here; expected 'under CARD', 'bottom' or 'spent COLOUR'.",
                place=place,
                value=shorten_text(text, 20),
            )
    return Placement(card, row, column, int(turn), under, tuple(spent))


@dataclass(frozen=True, slots=True)
class Play:
    """The card, and any cubes beside it, that one player plays in a trick."""

    player: str  # a name, or the place in player order, from ``1``, if no name was typed
    card: int
    cubes: tuple[Colour, ...] = ()

    json_fields = ("player", "card", "cubes", "value")

    @property
    def player_name(self) -> Sentence | str:
        """The player within a sentence: a name, or ``player 3`` if only cards were typed."""
        return say("player {number}", number=self.player) if self.player.isdecimal() else self.player

    @property
    def subject(self) -> Sentence | str:
        """The player at the beginning of a sentence: a name, or ``Player 3``."""
        return say("Player {number}", number=self.player) if self.player.isdecimal() else self.player

    @property
    def value(self) -> int:
        """The value in a trick: the card's number, and 60 more with a cube (Honshu booklet, Tricks)."""
        return self.card + (60 if self.cubes else 0)


def parse_plays(texts: Sequence[str]) -> tuple[Play, ...]:
    """The plays of a trick in order: ``[NAME=]CARD[+COLOUR...]``; colours are letters or words."""
    plays: list[Play] = []
    for player, text in enumerate(texts, start=1):
        name, equals, rest = text.rpartition("=")
        if equals and not name.strip():
            raise InputError("'{value}' has no name before the '='.", value=text)
        number, *colours = rest.strip().split("+")
        if not re.fullmatch(r"[1-9][0-9]?", number) or int(number) > 60:
            raise InputError(
                "'{value}' is not a card played; expected a map card 1 to 60, with a cube as in 29+b.", value=text
            )
        play = Play(name.strip() or str(player), int(number), tuple(_parse_colours(colours)))
        for other in plays:
            if other.card == play.card:
                raise InputError("card {number} is played twice; there is only one.", number=number)
            if other.player == play.player:
                raise InputError("two players are called {name}.", name=play.player)
        plays.append(play)
    return tuple(plays)


def _parse_colours(words: Sequence[str]) -> list[Colour]:
    colours: list[Colour] = []
    for word in words:
        are_cubes = word and all(vocabulary("honshu", "colour").find(letter) for letter in word)
        colours += [parse_colour(text) for text in (word if are_cubes else [word])]
    return colours


def split_players(text: str) -> tuple[str, ...]:
    """The names in a text, separated by commas or, without any, by spaces."""
    return tuple(name.strip() for name in (text.split(",") if "," in text else text.split() or [text]))


def parse_players(text: str) -> tuple[str, ...]:
    """Two to five names, separated by commas or spaces; a table checks each."""
    names = split_players(text)
    if not 2 <= len(names) <= 5:
        message = "[Only one name|{count} names]; give 2 to 5, separated by commas or spaces."
        raise InputError(say_count(message, len(names)))
    return names
