"""The board as it stands, to be looked at and touched: our map, and what is in every province."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from companion.answers import Figure
from companion.data.papers import Point, Polygon
from companion.data.shogun import Board, Side, facts
from companion.data.shogun.landmap import land_map
from companion.play.shogun.state import board_of
from companion.play.shogun.telling.standing import land_words
from companion.play.shogun.views import ShogunView
from companion.rules.shogun.realm import Land
from companion.rules.shogun.score import region_words
from companion.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class MapProvince:
    """A province on the map, with what stands in it."""

    name: str
    region: str
    polygons: tuple[Polygon, ...]
    middle: Point  # where its label stands
    in_play: bool  # true when it may be entered with so many players
    chests: int  # what taxing yields
    rice: int  # what collecting rice yields
    sites: int
    land: Land
    region_words: Sentence
    words: Sentence


@dataclass(frozen=True, slots=True)
class MapRoute:
    """A sea route."""

    a: str
    b: str
    points: tuple[Point, ...]
    confirmed: bool  # true when the printed board is known to have it


@dataclass(frozen=True, slots=True)
class BoardMap(Figure):
    """A side of the board, drawn on 594 by 420 steps."""

    side: Side
    provinces: tuple[MapProvince, ...]
    routes: tuple[MapRoute, ...]
    borders: tuple[tuple[Point, ...], ...]  # the lines between two regions
    land: tuple[Polygon, ...]  # land that is not in the game
    lakes: tuple[Polygon, ...]

    def province(self, name: str) -> MapProvince | None:
        """A province by its name; none that is not on the board."""
        return next((each for each in self.provinces if each.name == name), None)


def board_map(seen: ShogunView) -> BoardMap | None:
    """The board that a table keeps; in a draft, as far as it is divided. None where it keeps none."""
    board = board_of(seen.game)
    return None if board is None else _drawn(*board, seen.players)


def bare_map(side: Side, players: Sequence[str]) -> BoardMap:
    """A side of the board before anything stands on it."""
    return _drawn(facts().board(side), {}, players)


def _drawn(board: Board, lands: Mapping[str, Land], players: Sequence[str]) -> BoardMap:
    drawn, playing = land_map(), board.in_play(len(players))
    return BoardMap(
        board.side,
        tuple(
            MapProvince(
                name,
                province.region,
                drawn.outlines[name].polygons,
                drawn.outlines[name].label,
                name in playing,
                province.chests,
                province.rice,
                province.sites,
                lands.get(name, Land()),
                region_words(province.region),
                land_words(lands.get(name, Land())) if name in playing else say("out with three players"),
            )
            for name, province in sorted(board.provinces.items())
        ),
        tuple(_routes(board)),
        _region_borders(board.side),
        tuple(piece for each in drawn.context if each.kind == "land" for piece in each.polygons),
        tuple(piece for each in drawn.context if each.kind == "lake" for piece in each.polygons),
    )


def _routes(board: Board) -> list[MapRoute]:
    """The routes as they are drawn; one that the table has added runs straight."""
    drawn = {frozenset((each.a, each.b)): each.parts[0] for each in land_map().sea_routes}
    outlines = land_map().outlines
    return [
        MapRoute(
            each.a,
            each.b,
            drawn.get(frozenset((each.a, each.b))) or (outlines[each.a].label, outlines[each.b].label),
            board.side == Side.SUN or each.moon_confirmed,
        )
        for each in board.borders
        if each.kind == "sea"
    ]


@cache
def _region_borders(side: Side) -> tuple[tuple[Point, ...], ...]:
    provinces = facts().board(side).provinces
    return tuple(
        part
        for each in land_map().borders
        if provinces[each.a].region != provinces[each.b].region
        for part in each.parts
    )
