"""What players of Shogun ask of a table; a request is written in its log field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.data.shogun import Side
from companion.rules.shogun.battle.muster import Attack, Rising
from companion.rules.shogun.game.turn import Order
from companion.rules.shogun.realm import Land
from companion.rules.shogun.round.calendar import Season
from companion.rules.shogun.rulings import OPEN
from companion.table.codec import SPARSE, UNSAID

SEED, NUMBERS, PHONES = TRUSTS = "seed", "numbers", "phones"
"""How fights are thrown: from the seed alone, with a number given after the armies were declared, or with
numbers that both sides' phones seal before any is opened."""

Counts = Mapping[str, int]  # cubes by colour
Words = tuple[tuple[str, str], ...]  # colour and word of players, in the order they were said


@dataclass(frozen=True, slots=True)
class NamedTower:
    """A tower by its name, with every parameter written out."""

    name: str
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BeginTable:
    """Begin a table.

    Attributes:
        players: Their colours.
        preset: The tower.
        seed: The secret text; nothing in a log that was exported without it.
        salt: 128 random bits in hexadecimal; likewise.
        chosen: Whether a person chose the seed.
        words: The words that have been said already.
        rulings: What the table plays by; every ruling that is not named has its default.
        inside: What players are told of the inside of the tower.
        out: What fell out of a real tower when it was filled; ``None`` to fill Companion's.
        numbering: How throws get their numbers: 1 by the number of the throw and the cube, as older programs
            did; 2 by the fight and the place of the cube, and words are sealed before any is shown.
        holding: What a real tower holds already, in place of a filling.
        tray: What lies in the tray of that tower.
        trust: One of ``TRUSTS``: what fights are thrown from.
    """

    players: tuple[str, ...]
    preset: NamedTower
    seed: str = field(default="", metadata=UNSAID)
    salt: str = field(default="", metadata=UNSAID)
    chosen: bool = False
    words: Words = ()
    rulings: Mapping[str, str] = field(default_factory=dict)
    inside: str = OPEN
    out: Counts | None = None
    numbering: int = field(default=1, metadata=UNSAID)
    holding: Counts | None = field(default=None, metadata=UNSAID)
    tray: Counts | None = field(default=None, metadata=UNSAID)
    trust: str = field(default=SEED, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class ThrowAttack:
    """Throw an attack.

    Attributes:
        attack: As it was declared.
        markers: Revolt markers in the province.
        province: Its name, for the log.
        supply: What is left in the supplies, where the players know it.
        out: What came out of a real tower; ``None`` to throw into Companion's.
        order: The turn it comes from, where the board is kept.
        number: The number that was given for it, at a table of numbers.
        by: Who gave it, if not who was asked.
        late: Whether it is of an earlier round, where the board is not kept.
    """

    attack: Attack = field(metadata=SPARSE)
    markers: int = 0
    province: str = ""
    supply: Counts = field(default_factory=dict)
    out: Counts | None = None
    order: Order | None = field(default=None, metadata=UNSAID)
    number: int | None = field(default=None, metadata=UNSAID)
    by: str | None = field(default=None, metadata=UNSAID)
    late: bool = field(default=False, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class Hungry:
    """A province drawn to revolt in winter."""

    player: str
    province: str


@dataclass(frozen=True, slots=True)
class ThrowRevolt:
    """Throw a revolt; see ``ThrowAttack``.

    Attributes:
        hungry: The winter revolt it is, where the board is kept.
    """

    rising: Rising = field(metadata=SPARSE)
    province: str = ""
    supply: Counts = field(default_factory=dict)
    out: Counts | None = None
    order: Order | None = field(default=None, metadata=UNSAID)
    hungry: Hungry | None = field(default=None, metadata=UNSAID)
    number: int | None = field(default=None, metadata=UNSAID)
    by: str | None = field(default=None, metadata=UNSAID)
    late: bool = field(default=False, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class ThrowCubes:
    """Throw cubes nobody fights with: what comes out stays in the tray.

    Attributes:
        cubes: How many of each colour go in, the tray not counted.
        out: What came out of a real tower; ``None`` to throw into Companion's.
    """

    cubes: Counts
    province: str = ""
    supply: Counts = field(default_factory=dict)
    out: Counts | None = None


@dataclass(frozen=True, slots=True)
class CorrectTray:
    """Put the tray right by hand: how many cubes of each colour lie there."""

    tray: Counts


@dataclass(frozen=True, slots=True)
class ChangeTray:
    """Put the tray right by what changes in it; it is written as how the tray is then.

    Attributes:
        changes: For each colour ``+`` or ``-`` and how many more or fewer, or nothing and how many in all;
            ``None`` empties the tray.
    """

    changes: Mapping[str, tuple[str, int]] | None


@dataclass(frozen=True, slots=True)
class CorrectInside:
    """Put the inside of a real tower right: how many cubes of each colour it holds.

    Attributes:
        inside: By colour.
        fell: Whether what is taken out of it lies in the tray.
    """

    inside: Counts
    fell: bool = False


@dataclass(frozen=True, slots=True)
class ChangeInside:
    """Put the inside right by what changes in it, as ``ChangeTray`` does; written as what it holds then."""

    changes: Mapping[str, tuple[str, int]] | None
    fell: bool = False


@dataclass(frozen=True, slots=True)
class ChooseTower:
    """Throw a real tower from now on, or Companion's."""

    real: bool


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Take a turn on a kept board; it is written as an act, or as the attack or revolt it leads to.

    Attributes:
        order: The turn.
        out: What came out of a real tower, if one is thrown.
        blanks: Whether turns before it that nobody told were blanks; it is refused otherwise.
        late: Whether it was passed over as a blank, and is told only now; it is refused otherwise.
    """

    order: Order
    out: Counts | None = None
    blanks: bool = True
    late: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """A turn that needed no throw."""

    order: Order


@dataclass(frozen=True, slots=True)
class Amounts:
    """A player's chests, rice and points, as far as they are told."""

    chests: int | None = field(default=None, metadata=UNSAID)
    rice: int | None = field(default=None, metadata=UNSAID)
    points: int | None = field(default=None, metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class SetUp:
    """Begin to keep a game.

    Attributes:
        mode: One of ``MODES``.
        side: The side of the board.
        added: Sea routes that are there besides those of the Sun side.
        removed: Sea routes that are not there.
        first: Who begins the draft: the oldest player.
        open: Numbers of the open event cards, where the players shuffle their own.
        lands: The provinces as they stand, for the mode ``board``.
        seats: Chests, rice and points, for the mode ``board``.
        year: The year, where a game is under way; ``season`` is the season that begins.
        letters: For the mode ``fixed``, each player's set-up by seats: ``BAC``, ``drawn``; else A first.
    """

    mode: str
    side: Side = Side.SUN
    added: tuple[tuple[str, str], ...] = ()
    removed: tuple[tuple[str, str], ...] = ()
    first: str | None = None
    open: tuple[int, ...] | None = None
    lands: Mapping[str, Land] = field(default_factory=dict)
    seats: Mapping[str, Amounts] = field(default_factory=dict)
    year: int = 1
    season: Season = Season.SPRING
    letters: str = field(default="", metadata=UNSAID)


@dataclass(frozen=True, slots=True)
class DraftCard:
    """Take an open province card, or the top of the pile, and place a group there."""

    player: str
    card: str
    group: int


@dataclass(frozen=True, slots=True)
class CorrectBoard:
    """Put provinces and possessions right by hand; supplies and stock follow from them."""

    lands: Mapping[str, Land] = field(default_factory=dict)
    seats: Mapping[str, Amounts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LayCards:
    """Lay the cards of a round: as the seed shuffles them, or as the players' own fell."""

    actions: tuple[str, ...] | None = None
    specials: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawEvent:
    """Draw the event of a round, or tell which one was drawn."""

    event: int | None = None


@dataclass(frozen=True, slots=True)
class RevealBids:
    """Reveal the bids.

    Attributes:
        bids: Each player's bid, as it is typed: a number, a province, or ``none``.
        chests: What players own, where the board is not kept.
    """

    bids: Mapping[str, str]
    chests: Counts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TakeSpecial:
    """Take a special card."""

    player: str
    special: str


@dataclass(frozen=True, slots=True)
class NextAction:
    """End an action where the board is not kept, and turn up the next card.

    Attributes:
        turned: The card that was turned up, where players shuffle their own.
    """

    turned: str | None = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """End a round; turns that were not told were blanks."""


@dataclass(frozen=True, slots=True)
class FinishRound:
    """End a round; where turns are left, they were said to be ``blanks``, or it is refused."""

    blanks: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A player at the beginning of winter, where the board is not kept.

    Attributes:
        provinces: Their names, or how many they are.
        rice: The rice before the loss.
    """

    provinces: int | tuple[str, ...]
    rice: int


@dataclass(frozen=True, slots=True)
class BeginWinter:
    """Reckon the hunger of winter, and draw the provinces that revolt.

    Attributes:
        players: Provinces and rice of each player, where the board is not kept.
        drawn: The provinces that were drawn by hand, by player; ``None`` to draw them from the seed.
        event: The open event card that was left, where several are open.
    """

    players: Mapping[str, Hand] = field(default_factory=dict)
    drawn: Mapping[str, tuple[str, ...]] | None = None
    event: int | None = None


@dataclass(frozen=True, slots=True)
class DrawWinter:
    """Begin a winter; it is written as its beginning, the provinces drawn by hand with their owners.

    Attributes:
        players: Provinces and rice of each player, where the board is not kept.
        drawn: The provinces that were drawn by hand; none to draw them from the seed.
        event: The open event card that was left, where several are open.
    """

    players: Mapping[str, Hand] = field(default_factory=dict)
    drawn: tuple[str, ...] = ()
    event: int | None = None


@dataclass(frozen=True, slots=True)
class WinterRevolt:
    """Throw the revolt of a province that was drawn, on a kept board; it is written as a revolt.

    Attributes:
        province: Which of the provinces of the player whose turn it is.
        out: What came out of a real tower, if one is thrown.
    """

    province: str
    out: Counts | None = None


@dataclass(frozen=True, slots=True)
class CountPoints:
    """Count the points and end the year.

    Attributes:
        open: Numbers of the event cards opened for the new year, where the players shuffle their own.
        points: What each player has won this winter, where the board is not kept.
        chests: What each player owns, likewise.
    """

    open: tuple[int, ...] | None = None
    points: Counts | None = field(default=None, metadata=UNSAID)
    chests: Counts | None = field(default=None, metadata=UNSAID)
