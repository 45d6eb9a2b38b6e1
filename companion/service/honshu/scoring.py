"""Score a map with every line explained, rank several maps, and draw the picture of a scored map."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.answers import Answer, Figure, describe_files
from companion.codec import encode
from companion.data.files import STANDARD_INPUT, write_files
from companion.data.honshu.cards import scoring_cards
from companion.data.honshu.map import Counts
from companion.data.vocabulary import game_words
from companion.errors import Refused
from companion.play.honshu.ending import PARTS
from companion.play.honshu.views import View
from companion.rules.honshu import score as counting
from companion.rules.honshu.board import DEFAULT_RULINGS, Position, find_doubts, find_shared_doubts
from companion.rules.honshu.score import Alternative, FinalMap, OtherRanking, RankedMap
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.sentences import ENGLISH, Language, Sentence, join_sentences, join_with_commas, say, say_count
from companion.service.results import ScoredPlayer, TakenScore

if TYPE_CHECKING:
    from companion.press.frame.frame import Frame


_PARTS = {part.name: part.words for part in PARTS}
_COLOURS = {"forest": "forest-ink", "town": "vermilion", "factory": "ink", "lake": "lake-ink"}
"""The colour of the outline for each scoring rule; that of a scoring card is violet."""


@dataclass(frozen=True, slots=True)
class MapScore:
    """The points of a map, their parts and lines, and the totals under other rulings."""

    total: int
    parts: Mapping[str, int]
    fallow: int | None
    lines: Sequence[Mapping[str, object]]
    alternatives: Sequence[Alternative]
    warnings: Sequence[Sentence]


@dataclass(frozen=True, slots=True)
class ScoredMap(Figure):
    """A map, named after its player or its file, with its score and its totals under other rulings."""

    name: str
    map: FinalMap
    card: int | None
    score: Score[Position]
    other_rulings: tuple[Alternative, ...]

    @property
    def table(self) -> tuple[tuple[Sentence, int | str], ...]:
        """The points by part, with a bonus only for a scoring card; the total; the fallow, a dash if not counted."""
        points = counting.sum_parts(self.score)
        if self.card is None:
            del points["bonus"]
        numbers = ((_PARTS[part], number) for part, number in points.items())
        fallow = "–" if self.map.fallow is None else self.map.fallow
        return (*numbers, (say("total"), self.score.total), (say("fallow"), fallow))

    @property
    def other_counts(self) -> tuple[Sentence, ...]:
        """The totals under other rulings, below a heading; empty if all are the same."""
        lines = [say("Other rulings give this map another total:")] if self.other_rulings else []
        for other in self.other_rulings:
            total, meaning = f"{other.total:>3}", dict(other.question.options)[other.value]
            lines.append(say("{total} with {ruling}: {meaning}", total=total, ruling=other.ruling, meaning=meaning))
        return tuple(lines)

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """Warnings about the map, or about its text."""
        return () if isinstance(self.map, Counts) else (*self.map.remarks, *find_doubts(self.map))

    @property
    def outcome(self) -> MapScore:
        lines = self.score.list_lines("squares")
        total, fallow = self.score.total, self.map.fallow
        return MapScore(total, counting.sum_parts(self.score), fallow, lines, self.other_rulings, self.warnings)


def format_warnings(file: str, warnings: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield warnings, each with the name of the file or player it is about."""
    return (say("Warning: {file}: {warning}", file=file, warning=warning) for warning in warnings)


def build_scored_map(name: str, map_: FinalMap, card: int | None, rulings: Rulings) -> ScoredMap:
    return ScoredMap(
        name, map_, card, counting.score_map(map_, card, rulings), counting.find_alternatives(map_, card, rulings)
    )


def write_pictures(
    scored_map: ScoredMap, language: Language, svg: Path | None = None, pdf: Path | None = None, overwrite: bool = False
) -> tuple[Path, ...]:
    """Write a scored map as SVG, PDF or both: all files or none."""
    pictures: dict[Path, bytes] = {}
    if svg is not None:
        pictures[svg] = render_map_svg(scored_map, language).encode("utf-8")
    if pdf is not None:
        pictures[pdf] = render_map_pdf(scored_map, language)
    write_files(pictures, overwrite=overwrite)
    return tuple(pictures)


def render_map_svg(scored_map: ScoredMap, language: Language) -> str:
    from companion.press.ink.svg import render_svg

    return render_svg(_lay_out_map(scored_map, language, cropped=True))


def render_map_pdf(result: ScoredMap, language: Language) -> bytes:
    from companion.press.frame.frame import Page
    from companion.press.ink.pdf import render_pdf

    return render_pdf(
        [Page(_lay_out_map(result, language, cropped=False))], _format_title(result).translate(language), language.code
    )


def _lay_out_map(scored_map: ScoredMap, language: Language, *, cropped: bool) -> Frame:
    from companion.press.games.honshu import ScoreLine, draw_map

    if isinstance(scored_map.map, Counts):
        raise Refused("A map that was only counted has no picture.")
    *parts, (total, points), (fallow, squares) = (
        (word.translate(language).capitalize(), points) for word, points in scored_map.table
    )
    table = [(word, str(points)) for word, points in parts]
    table += [(fallow, f"({squares})"), (total, str(points))]
    lines = []
    for line in scored_map.score.lines:
        colour, bonus = _COLOURS.get(line.rule, "violet"), line.rule not in _COLOURS
        text = line.text.translate(language)
        lines.append(ScoreLine(line.where, line.points, text, line.joined, colour, bonus))
    return draw_map(scored_map.map, _format_title(scored_map).translate(language), table, lines, cropped=cropped)


def _format_title(scored_map: ScoredMap) -> Sentence:
    total = scored_map.score.total
    if scored_map.card is None:
        return say_count("Honshu: {count} point[|s]", total)
    return say_count("Honshu: {count} point[|s] with scoring card {card}", total, card=scored_map.card)


@dataclass(frozen=True, slots=True)
class MapRanking(Figure):
    """The maps of a table, best first, each with its rank and a note on it."""

    rows: tuple[tuple[ScoredMap, RankedMap, Sentence | None], ...]
    other_winners: tuple[Sentence, ...]
    other_totals: tuple[Sentence, ...]  # of rulings that change totals but not the winner


def score_maps(
    maps: Sequence[tuple[str, FinalMap]],
    card: int | None = None,
    rulings: Rulings = DEFAULT_RULINGS,
    language: Language = ENGLISH,
    svg: Path | None = None,
    pdf: Path | None = None,
    overwrite: bool = False,
) -> Answer:
    """Score one map, or score and rank several, named by player or file; ``svg`` and ``pdf`` show the first."""
    results = [build_scored_map(name, map_, card, rulings) for name, map_ in maps]
    notices = [notice for result in results for notice in format_warnings(result.name, result.warnings)]
    files = write_pictures(results[0], language, svg, pdf, overwrite)
    if len(results) == 1:
        return Answer(results[0].outcome, (results[0], *describe_files(files)), notices=tuple(notices), files=files)
    doubts = tuple(find_shared_doubts([map_ for _, map_ in maps if not isinstance(map_, Counts)]))
    notices += [say("Warning: {warning}", warning=warning) for warning in doubts]
    ranking = counting.rank_maps([(result.score.total, result.map.fallow or 0) for result in results])
    others = counting.find_other_rankings([map_ for _, map_ in maps], card, rulings)
    names = [result.name for result in results]
    if tied_seats := counting.find_uncounted_fallow([(result.score.total, result.map.fallow) for result in results]):
        *first_names, last = [names[index] for index in tied_seats]
        names_tied = say("{these} and {those}", these=join_with_commas(first_names), those=last)
        notices.append(say("Nobody has counted the fallow of {names}, which may break the tie.", names=names_tied))
    data = {
        "ranking": _encode_ranking(ranking, maps),
        "alternatives": [
            {
                "ruling": _format_ruling(other),
                "winners": [names[index] for index in counting.list_winners(other.ranking)],
                "ranking": _encode_ranking(other.ranking, maps),
            }
            for other in others
        ],
        "warnings": doubts,
        "maps": [{"file": result.name, **encode(result.outcome)} for result in results],
    }
    rows = tuple((results[ranked.index], ranked, _describe_rank(ranked)) for ranked in ranking)
    other_winners = tuple(_describe_other_winner(other, names, maps) for other in others)
    if other_winners:
        other_winners = (say("Other rulings give another winner:"), *other_winners)
    other_totals = tuple(_describe_other_totals(results, {_format_ruling(other) for other in others}))
    return Answer(data, (MapRanking(rows, other_winners, other_totals),), notices=tuple(notices), files=files)


def _encode_ranking(ranked: Sequence[RankedMap], maps: Sequence[tuple[str, FinalMap]]) -> list[dict[str, Any]]:
    """Ranked maps as JSON values; ``file`` is the map's file or its player's name."""
    return [
        {
            "rank": each.rank,
            "file": maps[each.index][0],
            "total": each.total,
            "fallow": maps[each.index][1].fallow,
            "shared": each.shared,
        }
        for each in ranked
    ]


def build_taken_score(outcome: Any, day: date) -> TakenScore | None:
    """A ranking in the form that is remembered; players are named after their files without endings.

    ``None`` where two have the same name, or one came from the standard input.
    """
    ranking, maps = outcome["ranking"], {each["file"]: each for each in outcome["maps"]}
    stems = {each["file"]: Path(each["file"]).stem for each in ranking}
    if len(set(stems.values())) < len(ranking) or STANDARD_INPUT in stems:
        return None
    players = (
        ScoredPlayer(stems[each["file"]], each["rank"], each["total"], maps[each["file"]]["parts"]) for each in ranking
    )
    return TakenScore("honshu", day.isoformat(), tuple(players))


def _format_ruling(other: OtherRanking) -> str:
    """The differing rulings as they are typed, separated by spaces."""
    return " ".join(f"{ruling.name}={value}" for ruling, value in other.changes)


def _describe_other_winner(other: OtherRanking, names: Sequence[str], maps: Sequence[tuple[str, FinalMap]]) -> Sentence:
    first = other.ranking[0]
    winners = ", ".join(names[index] for index in counting.list_winners(other.ranking))
    level = [each.index for each in other.ranking if each.total == first.total]
    if len(level) > 1 and any(maps[index][1].fallow is None for index in level):
        text = say("{names} are tied, and their fallow breaks the tie", names=join_with_commas(names[i] for i in level))
    elif first.shared:
        text = say("{names} share the win", names=winners)
    elif first.by_fallow:
        text = say("{name} wins by its fallow", name=winners)
    else:
        text = say("{name} wins", name=winners)
    return say(
        "{who} with {ruling} ({totals}): {meaning}",
        who=text,
        ruling=_format_ruling(other),
        totals=join_with_commas(f"{names[ranked.index]} {ranked.total}" for ranked in other.ranking),
        meaning=join_sentences((dict(ruling.options)[value] for ruling, value in other.changes), "; "),
    )


def _describe_other_totals(results: Sequence[ScoredMap], names: Collection[str]) -> Iterator[Sentence]:
    """Yield the totals that other rulings change, below a heading, except the rulings in ``names``."""
    rulings = dict.fromkeys(other.ruling for each in results for other in each.other_rulings)
    for index, ruling in enumerate(each for each in rulings if each not in names):
        if not index:
            yield say("Other rulings change totals, not the winner:")
        totals = [(each.name, other) for each in results for other in each.other_rulings if other.ruling == ruling]
        (_, other), *_ = totals
        yield say(
            "{ruling} ({totals}): {meaning}",
            ruling=ruling,
            totals=join_with_commas(f"{name} {each.total}" for name, each in totals),
            meaning=dict(other.question.options)[other.value],
        )


def _describe_rank(ranked: RankedMap) -> Sentence | None:
    if ranked.shared:
        return say("the win is shared") if ranked.rank == 1 else say("shared")
    if ranked.by_fallow:
        return say("wins by its fallow") if ranked.rank == 1 else say("placed by fallow")
    return say("wins") if ranked.rank == 1 else None


def list_scoring_cards(language: str) -> list[dict[str, object]]:
    """The scoring cards as printed in a language: number, name and text."""
    words = game_words("honshu", language)
    return [
        {"number": card, **{part: words[f"scoring.{part}.{card}"] for part in ("name", "text")}}
        for card in scoring_cards()
    ]


def score_seat(view: View, seat: str) -> ScoredMap | None:
    """The score of a seat's map so far; ``None`` while it has no square and nothing was counted."""
    map_ = view.get_map(seat)
    return None if map_.land is None else build_scored_map(map_.name, map_.land, view.card, view.rulings)


def score_table(view: View) -> Answer:
    """Score and rank all maps of a table that have a square or were counted; refused when none has."""
    maps = [(map_.name, map_.land) for map_ in view.maps.values() if map_.land is not None]
    if not maps:
        raise Refused("No map has a square yet.")
    return score_maps(maps, view.card, view.rulings)
