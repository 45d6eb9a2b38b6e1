"""The points of a winter: provinces, buildings, and majorities in the five regions, each line explained.

In each region the most castles bring 3, the most temples 2, the most theatres 1. Tied leaders get one point
less each; whoever has no building of the kind has no majority.
Source: Shogun booklet, Counting points; End of the game.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.data.shogun import Board
from companion.data.vocabulary import said_of, told_of
from companion.rules.score import Line, Score
from companion.rules.shogun.components import BUILDINGS
from companion.rules.shogun.realm import Land, Realm, daimyo, daimyos
from companion.sentences import Sentence, say, say_count

_KINDS = {"castle": say("castles"), "temple": say("temples"), "theatre": say("Nô theatres")}
PRIZES = {"castle": 3, "temple": 2, "theatre": 1}  # points for the most buildings of a kind in a region
MAJORITIES = tuple(f"most-{kind}s" for kind in BUILDINGS)
"""Names of the majority rules, as they stand in a line: ``most-castles`` and so on."""


@dataclass(frozen=True, slots=True)
class Majority:
    """The lead of a region in one kind of building."""

    region: str
    kind: str
    counts: tuple[tuple[str, int], ...]  # buildings by player, most first; players without one are left out
    leaders: tuple[str, ...]  # nobody where nothing stands
    points: int


def majorities(board: Board, lands: Mapping[str, Land]) -> tuple[Majority, ...]:
    """The fifteen majorities of a board, by region and kind."""
    found = []
    for region, provinces in board.regions.items():
        for kind in BUILDINGS:
            counts = Counter(
                land.owner
                for land in (lands.get(name, Land()) for name in provinces)
                if land.owner is not None and kind in land.buildings
            )
            most = max(counts.values(), default=0)
            leaders = tuple(sorted(player for player, count in counts.items() if count == most))
            points = PRIZES[kind] - (len(leaders) > 1) if leaders else 0
            ordered = tuple(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
            found.append(Majority(region, kind, ordered, leaders, points))
    return tuple(found)


def score_board(board: Board, lands: Mapping[str, Land], players: Sequence[str]) -> dict[str, Score[str]]:
    """The score of each player in a winter; a line's ``where`` names provinces."""
    leading = majorities(board, lands)
    return {player: Score(tuple(_lines(board, lands, player, leading))) for player in players}


def _lines(
    board: Board, lands: Mapping[str, Land], player: str, leading: Sequence[Majority]
) -> Iterator[Line[str]]:
    own = tuple(sorted(name for name, land in lands.items() if land.owner == player))
    yield Line("provinces", len(own), own, say_count("{count} province[|s]", len(own)))
    for kind in BUILDINGS:
        where = tuple(name for name in own if kind in lands[name].buildings)
        if where:
            yield Line(f"{kind}s", len(where), where, built_words(kind, len(where)))
    for majority in leading:
        counts = dict(majority.counts)
        if player not in counts:
            continue
        where = tuple(
            name
            for name in board.regions[majority.region]
            if name in own and majority.kind in lands[name].buildings
        )
        points = majority.points if player in majority.leaders else 0
        yield Line(f"most-{majority.kind}s", points, where, _majority_words(majority, player))


def built_words(kind: str, count: int) -> Sentence:
    """Buildings of a kind with their number."""
    return told_of("shogun", "built", kind, count)


def region_words(region: str) -> Sentence:
    """A region by its colour."""
    return said_of("shogun", "region")[region]


def _majority_words(majority: Majority, player: str) -> Sentence:
    said: dict[str, object] = {
        "region": region_words(majority.region),
        "kind": _KINDS[majority.kind],
        "own": dict(majority.counts)[player],
    }
    if player not in majority.leaders:
        first, most = majority.counts[0]
        leader = daimyo(first)
        return say("{region}, {kind}: {own}, but {leader} has {most}", **said, leader=leader, most=most)
    if len(majority.leaders) > 1:
        return say(
            "{region}, {kind}: {own}, as many as {others}; tied, {prize} less 1",
            **said,
            others=daimyos(leader for leader in majority.leaders if leader != player),
            prize=PRIZES[majority.kind],
        )
    if len(majority.counts) == 1:
        return say("{region}, {kind}: {own}, nobody else has any", **said)
    second, fewer = majority.counts[1]
    return say(
        "{region}, {kind}: {own}, the most; {second} has {fewer}", **said, second=daimyo(second), fewer=fewer
    )


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's rank at the end."""

    rank: int  # 1 is the Shogun; equal players share a rank
    player: str
    points: int
    chests: int | None  # they decide between equal points; ``None`` where they are not known


def final_ranking(realm: Realm) -> tuple[Ranked, ...]:
    """The ranking of a game after its second winter, from the victory track and everybody's chests."""
    return rank_players(
        {player: seat.points for player, seat in realm.seats.items()},
        {player: seat.chests for player, seat in realm.seats.items()},
    )


def rank_players(points: Mapping[str, int], chests: Mapping[str, int] | None = None) -> tuple[Ranked, ...]:
    """The final ranking: most points; then most chests; then the rank is shared.

    Chests decide only where all who have the same points have told theirs.
    """
    known = chests or {}
    untold = {points[player] for player in points if player not in known}
    keys = {player: (own, 0 if own in untold else known[player]) for player, own in points.items()}
    ordered = sorted(points, key=lambda player: (-keys[player][0], -keys[player][1], player))
    ranks = {player: 1 + sum(other > own for other in keys.values()) for player, own in keys.items()}
    return tuple(Ranked(ranks[player], player, points[player], known.get(player)) for player in ordered)
