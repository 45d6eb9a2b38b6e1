"""The likeliest kind of square for a look: by what holds in any edition, then by the map itself.

Forests are green, lakes blue, towns busy, fallow land pale; production shows some of its colour and a factory
more. That is all that is known beforehand, and little of it is sure. So the kinds then move towards squares
that look alike on the map at hand, and a square that a person has named counts for more than all of it.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from companion.data.honshu.map import NO_CARD, SQUARES
from companion.vision.honshu.by_hand.looks import LOOKS

Array = NDArray[np.float64]

_KINDS = ("F", "T", "L", "-", *"bngy", "B2", "N2", "G2", "Y2", NO_CARD)
"""Squares that are proposed; where no card lies comes last."""

_COMMON = np.array([40, 116, 28, 96, *[10] * 8, 180], np.float64)
"""The number of each: as on the 60 map cards, and a third of a map's box is table."""

_LAND = {
    "green": {"F": (0.7, 0.3)},
    "blue": {"F": (0.1, 0.25), "L": (0.85, 0.25)},
    "yellow": {"-": (0.05, 0.15)},
    "brown": {"T": (0.25, 0.2), "-": (0.05, 0.2)},
    "grey": {"F": (0.1, 0.2), "T": (0.3, 0.25), "L": (0.05, 0.2)},
    "pale": {"T": (0.4, 0.25), "L": (0.1, 0.2), "-": (0.9, 0.25)},
    "dark": {"F": (0.1, 0.2)},
    "edges": {"F": (0.5, 0.3), "T": (0.8, 0.25), "L": (0.4, 0.3), "-": (0.3, 0.25)},
    "contrast": {"F": (0.35, 0.2), "T": (0.7, 0.2), "L": (0.3, 0.2), "-": (0.2, 0.2)},
    "pattern": {"F": (0.2, 0.2), "T": (0.4, 0.2), "L": (0.2, 0.2), "-": (0.1, 0.2)},
}
"""The looks expected of land, each with how far it may be from that."""

_WARES = {"b": "blue", "n": "brown", "g": "grey", "y": "yellow"}
_UNSAID = {
    "edges": (0.6, 0.35),
    "contrast": (0.5, 0.25),
    "pattern": (0.5, 0.3),
    "light": (0.55, 0.3),
    "red": (0.0, 0.15),
    "warm": (0.05, 0.15),
}
"""The looks expected where nothing is said; of a colour, nearly none."""

_ROUNDS = 6  # times the kinds move; more changes little
_AT_FIRST = 0.15
"""The weight of looks in the first round. A whole deck may look otherwise than expected; its squares, all
wrong alike, are then no witnesses of their own. Later rounds compare squares of one map; there they count."""

_FORESEEN = (0.3, 1.0)
"""Squares that an expectation is worth beside those of the map: of land, and of wares, which are few."""

_NAMED = 3.0  # squares that those are worth which a person has named of a kind
_SPREAD = 0.08  # distance in looks of the others of a kind from those that a person has named


def likeliest(
    looks: Array, inside: NDArray[np.bool_], known: Mapping[tuple[int, int], str]
) -> list[list[str]]:
    """The likeliest symbol of each square.

    ``looks`` has those round the map with them (rows + 2, columns + 2, looks). ``inside`` says which of them
    the photo shows; elsewhere no card is supposed. ``known`` are symbols of squares that a person has named.
    """
    rows, columns = looks.shape[0] - 2, looks.shape[1] - 2
    table = np.ones(inside.shape, bool)
    table[1:-1, 1:-1] = False
    squares, seen = looks[1:-1, 1:-1].reshape(rows * columns, -1), inside[1:-1, 1:-1].ravel()
    named = {row * columns + column: _kind(symbol) for (row, column), symbol in known.items()}
    mean, spread, weight = _expected(looks[table & inside])
    for kind in range(len(_KINDS) - 1):
        like = [at for at, named_kind in named.items() if named_kind == kind]
        if like:
            mean[kind], spread[kind], weight[kind] = squares[like].mean(0), _SPREAD**2, _NAMED
    first, wide = mean, spread
    for done in range(_ROUNDS):
        trust = _AT_FIRST + (1 - _AT_FIRST) * done / _ROUNDS
        share = _shares(squares, mean, spread, named, trust) * seen[:, None]
        count = (weight + share.sum(0))[:, None]
        mean = (weight[:, None] * first + share.T @ squares) / count
        apart = np.einsum("sk,skl->kl", share, (squares[:, None] - mean) ** 2)
        spread = (weight[:, None] * wide + apart) / count + 0.02**2
    best = np.where(seen, _shares(squares, mean, spread, named).argmax(1), len(_KINDS) - 1)
    return [[_KINDS[kind] for kind in row] for row in best.reshape(rows, columns)]


def _shares(
    squares: Array, mean: Array, spread: Array, named: Mapping[int, int], trust: float = 1.0
) -> Array:
    """Probability of each kind for each square (squares, kinds), where looks count for so much."""
    # one odd look does not decide alone, nor does how often a kind is met
    far = np.minimum((squares[:, None] - mean) ** 2 / spread, 60)
    likely = np.log(_COMMON) / 2 - trust * (far + np.log(spread)).sum(2) / 2
    share = np.exp(likely - likely.max(1, keepdims=True))
    for square, kind in named.items():
        share[square] = np.eye(len(_KINDS))[kind]
    return np.asarray(share / share.sum(1, keepdims=True))


def _kind(symbol: str) -> int:
    """The kind of a symbol, whatever its value or its cube."""
    return next(at for at, each in enumerate(_KINDS) if each[0] == symbol[0])


def _expected(table: Array) -> tuple[Array, Array, Array]:
    """Mean, spread (squared) and weight of every kind before the map is looked at.

    ``table`` are looks of squares round the map (squares, looks), where no card lies.
    """
    kinds = [_expected_of(symbol) for symbol in _KINDS[:-1]]
    means = [[pair[0] for pair in kind] for kind in kinds]
    spreads = [[pair[1] ** 2 for pair in kind] for kind in kinds]
    if len(table):  # the middle one: a hand or a cube may lie there
        middle = np.median(table, axis=0)
        means.append(middle.tolist())
        spreads.append(((1.48 * np.median(np.abs(table - middle), axis=0) + 0.04) ** 2).tolist())
    else:
        means.append([0.5] * len(LOOKS))
        spreads.append([1.0] * len(LOOKS))
    weights = [*(_FORESEEN[symbol not in "FTL-"] for symbol in _KINDS[:-1]), max(1, len(table))]
    return np.array(means), np.array(spreads), np.array(weights, np.float64)


def _expected_of(symbol: str) -> list[tuple[float, float]]:
    """The ``LOOKS`` expected of a kind, each with how far it may be from that."""
    wanted = {look: land[symbol] for look, land in _LAND.items() if symbol in land}
    if not wanted:
        ware = _WARES[symbol[0].lower()]
        wanted = {"grey": (0.1, 0.15), "pale": (0.55, 0.25), ware: (0.2, 0.1)}
        if SQUARES[symbol].value:
            wanted |= {
                "pale": (0.33, 0.25),
                "edges": (0.95, 0.35),
                "contrast": (0.7, 0.25),
                ware: (0.42, 0.15),
            }
    return [wanted.get(look, _UNSAID.get(look, (0.0, 0.05))) for look in LOOKS]
