"""The likeliest kind of square for a look: by what holds in any edition, then by the map itself.

Forests are green, lakes blue, towns busy, fallow land pale; production shows some of its colour and a factory
more. That is all that is known beforehand, and little of it is sure. So the kinds then move towards squares
that look alike on the map at hand, and towards the cards that explain it. Squares that a person has named,
on this map or on maps of the same copy before, count for more than all of it.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log

from companion.data.honshu.map import SQUARES
from companion.paths import assets
from companion.vision.eyes import AROUND, LOOKS, Look
from companion.vision.honshu.by_hand.arranging import arranged
from companion.vision.matrices import median

_EXPECTED = tomllib.loads((assets() / "games/honshu/looks.toml").read_text("utf-8"))
_KINDS, _COMMON = tuple(_EXPECTED["common"]), tuple(_EXPECTED["common"].values())
"""Squares that are proposed, and the number of each; where no card lies comes last."""

_ROUNDS = 6  # times the kinds move; more changes little
_AT_FIRST = 0.15
"""The weight of looks in the first round. A whole deck may look otherwise than expected; its squares, all
wrong alike, are then no witnesses of their own. Later rounds compare squares of one map; there they count."""

_FORESEEN = (0.3, 1.0)
"""Squares that an expectation is worth beside those of the map: of land, and of wares, which are few."""

_NAMED = 3.0  # squares that those are worth which a person has named of a kind
_BEFORE = 6.0  # at most, those named on maps before: another evening has another lamp
_ARRANGED = 3  # times the cards are looked for that explain the map
_NEVER = 30.0  # by which a card is likelier not to lie where the photo shows nothing
_TRUSTED = 0.1  # of what a square's looks tell then: thirteen measures of one square often err together
_NOTHING = 1e-9  # a share below which a square says nothing of a kind
_SPREAD = 0.12  # distance in looks of the others of a kind from those that a person has named

Example = tuple[str, Sequence[float]]
"""A square that a person has named: its symbol, and its ``LOOKS``."""


@dataclass
class _Expected:
    """How a kind of square looks, as far as that is known by now."""

    mean: Sequence[float]  # by look, likewise the spread
    spread: Sequence[float]  # squared
    weight: float  # squares of a map that this is worth

    @cached_property
    def width(self) -> float:
        """What a wide spread costs: much is like it."""
        return sum(map(log, self.spread))


def likeliest(
    looks: Sequence[Sequence[Look]], known: Mapping[tuple[int, int], str], before: Sequence[Example] = ()
) -> list[list[str]]:
    """The likeliest symbol of each square.

    ``looks`` has those round the map with them. Where the photo does not show a square, no card is supposed.
    ``known`` are symbols of squares that a person has named; ``before`` tells of maps of the same copy.
    """
    inner = [row[AROUND:-AROUND] for row in looks[AROUND:-AROUND]]
    columns, squares = len(inner[0]), [look for row in inner for look in row]
    named = {row * columns + column: _kind(symbol) for (row, column), symbol in known.items()}
    edges = [*looks[0], *looks[-1], *(look for row in looks[1:-1] for look in (row[0], row[-1]))]
    first = _expected([look.measures for look in edges if look.shown])
    for kind in range(len(_KINDS) - 1):
        here = [squares[at].measures for at, named_kind in named.items() if named_kind == kind]
        once = [measures for symbol, measures in before if _kind(symbol) == kind]
        if here or once:
            first[kind] = _told(here, once)
    found, shown = first, [at for at, look in enumerate(squares) if look.shown]
    for done in range(_ROUNDS):
        trust = 1 if before else _AT_FIRST + (1 - _AT_FIRST) * done / _ROUNDS
        shares = [(squares[at].measures, _shares(at, squares[at], found, named, trust)) for at in shown]
        found = [
            _moved(each, [(seen, share[kind]) for seen, share in shares if share[kind] > _NOTHING])
            for kind, each in enumerate(first)
        ]
    letters, nothing = "".join(each[0] for each in _KINDS), [0.0] * (len(_KINDS) - 1) + [_NEVER]
    for _ in range(_ARRANGED):
        fits = [_likely(look, found, _TRUSTED) if look.shown else nothing for look in squares]
        told = arranged(fits, columns, letters, named)
        found = [
            _moved(each, [(squares[at].measures, 1) for at in shown if _kind(told[at]) == kind])
            for kind, each in enumerate(first)
        ]
    return [told[at : at + columns] for at in range(0, len(told), columns)]


def _told(here: Sequence[Sequence[float]], once: Sequence[Sequence[float]]) -> _Expected:
    """What is expected of a kind of which a person has named squares, on this map and on others before."""
    all_ = [*here, *here, *once]  # the same lamp shines on those of this map
    mean = [sum(values) / len(all_) for values in zip(*all_, strict=True)]
    apart = (sum((each[at] - of) ** 2 for each in once) for at, of in enumerate(mean))
    spread = [(each + 2 * _SPREAD**2) / (len(once) + 2) for each in apart]
    return _Expected(mean, spread, min(_NAMED * bool(here) + len(once), _BEFORE))


def _moved(first: _Expected, seen: Sequence[tuple[Sequence[float], float]]) -> _Expected:
    """What was expected of a kind, moved towards squares that are of it by such shares."""
    count, means, spreads = first.weight + sum(share for _, share in seen), [], []
    for at, (mean, spread) in enumerate(zip(first.mean, first.spread, strict=True)):
        now = (first.weight * mean + sum(share * each[at] for each, share in seen)) / count
        apart = first.weight * spread + sum(share * (each[at] - now) ** 2 for each, share in seen)
        means.append(now)
        spreads.append(apart / count + 0.02**2)
    return _Expected(means, spreads, first.weight)


def _shares(
    at: int, look: Look, expected: Sequence[_Expected], named: Mapping[int, int], trust: float = 1.0
) -> list[float]:
    """Probability of each kind for a square, where looks count for so much."""
    if at in named:
        return [float(kind == named[at]) for kind in range(len(_KINDS))]
    likely = _likely(look, expected, trust)
    most = max(likely)
    share = [exp(each - most) for each in likely]
    whole = sum(share)
    return [each / whole for each in share]


def _likely(look: Look, expected: Sequence[_Expected], trust: float) -> list[float]:
    """Log likelihood of each kind for a square, but for what they all share."""
    likely = []
    for common, each in zip(_COMMON, expected, strict=True):
        # one odd look does not decide alone, nor does how often a kind is met
        far = each.width
        for seen, mean, spread in zip(look.measures, each.mean, each.spread, strict=True):
            off = (seen - mean) * (seen - mean) / spread
            far += off if off < 60 else 60
        likely.append(log(common) / 2 - trust * far / 2)
    return likely


def _kind(symbol: str) -> int:
    """The kind of a symbol, whatever its value or its cube."""
    return next(at for at, each in enumerate(_KINDS) if each[0] == symbol[0])


def _expected(table: Sequence[Sequence[float]]) -> list[_Expected]:
    """What is expected of every kind before the map is looked at.

    ``table`` are looks of squares round the map, where no card lies.
    """
    found = []
    for symbol in _KINDS[:-1]:
        mean, off = zip(*_expected_of(symbol), strict=True)
        found.append(_Expected(mean, [each**2 for each in off], _FORESEEN[symbol not in "FTL-"]))
    if not table:
        return [*found, _Expected([0.5] * len(LOOKS), [1.0] * len(LOOKS), 1)]
    middle = [median(values) for values in zip(*table, strict=True)]  # a hand or a cube may lie there
    away = [median(abs(look[at] - middle[at]) for look in table) for at in range(len(LOOKS))]
    return [*found, _Expected(middle, [(1.48 * each + 0.04) ** 2 for each in away], len(table))]


def _expected_of(symbol: str) -> list[tuple[float, float]]:
    """The ``LOOKS`` expected of a kind, each with how far it may be from that."""
    wanted = {look: land[symbol] for look, land in _EXPECTED["land"].items() if symbol in land}
    if not wanted:
        factory = _EXPECTED["factory"] if SQUARES[symbol].value else {}
        named = {"ware": _EXPECTED["wares"][symbol[0].lower()]}
        wares = {**_EXPECTED["production"], **factory}.items()
        # Of grey wares the grey of their colour counts, not that of any production.
        wanted = {named.get(look, look): told for look, told in wares}
    return [wanted.get(look, _EXPECTED["unsaid"].get(look, (0.0, 0.05))) for look in LOOKS]
