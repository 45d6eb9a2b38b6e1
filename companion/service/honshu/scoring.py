"""One map scored, every line explained, or several ranked: who won, and by what; the picture of a map."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.answers import Answer, Figure, written
from companion.codec import encode
from companion.data.files import write_together
from companion.data.honshu.cards import scoring_cards
from companion.data.honshu.map import Counts
from companion.data.vocabulary import game_words
from companion.errors import Refused
from companion.play.honshu.ending import PARTS
from companion.play.honshu.views import View
from companion.rules.honshu.board import Position, doubts, doubts_together
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.rules.honshu.score import (
    Alternative,
    Elsewhere,
    Land,
    Ranked,
    alternatives,
    elsewhere,
    fallow_wanted,
    parts,
    rank,
    score,
    winners,
)
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.sentences import ENGLISH, Language, Sentence, joined, listed, say, say_count
from companion.service.remembered import ScoredPlayer, TakenScore

if TYPE_CHECKING:
    from companion.press.frame.frame import Frame


_PARTS = {part.name: part.words for part in PARTS}
_COLOURS = {"forest": "forest-ink", "town": "vermilion", "factory": "ink", "lake": "lake-ink"}
"""Rule -> colour of its outline; that of a scoring card is violet."""


@dataclass(frozen=True, slots=True)
class MapScore:
    """The points of a map, what they are made of, and what other tables would count."""

    total: int
    parts: Mapping[str, int]
    fallow: int | None
    lines: Sequence[Mapping[str, object]]
    alternatives: Sequence[Alternative]
    warnings: Sequence[Sentence]


@dataclass(frozen=True, slots=True)
class ScoredMap(Figure):
    """A map, called by its player's name or its file's, with its score and those of other rulings."""

    name: str
    map: Land
    card: int | None
    score: Score[Position]
    others: tuple[Alternative, ...]

    @property
    def table(self) -> tuple[tuple[Sentence, int | str], ...]:
        """The points by part, a bonus only with a scoring card; the total; the fallow that breaks a tie.

        The fallow is a dash where nobody counted it.
        """
        points = parts(self.score)
        if self.card is None:
            del points["bonus"]
        told = ((_PARTS[part], number) for part, number in points.items())
        fallow = "–" if self.map.fallow is None else self.map.fallow
        return (*told, (say("total"), self.score.total), (say("fallow"), fallow))

    @property
    def other_counts(self) -> tuple[Sentence, ...]:
        """The totals of other tables, below a heading; empty where all count the same."""
        told = [say("Other tables may count this map otherwise:")] if self.others else []
        for other in self.others:
            total, meaning = f"{other.total:>3}", dict(other.question.options)[other.value]
            told.append(
                say("{total} with {ruling}: {meaning}", total=total, ruling=other.ruling, meaning=meaning)
            )
        return tuple(told)

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """All that is odd about the map, or about its text."""
        return () if isinstance(self.map, Counts) else (*self.map.odd, *doubts(self.map))

    @property
    def told(self) -> MapScore:
        """The score for a program."""
        lines = self.score.told("squares")
        total, fallow = self.score.total, self.map.fallow
        return MapScore(total, parts(self.score), fallow, lines, self.others, self.warnings)


def warned(file: str, warnings: Iterable[Sentence]) -> Iterator[Sentence]:
    """Warnings, each with the file or the player it is about."""
    return (say("Warning: {file}: {warning}", file=file, warning=warning) for warning in warnings)


def scored(name: str, map_: Land, card: int | None, rulings: Rulings) -> ScoredMap:
    """Score one map."""
    return ScoredMap(name, map_, card, score(map_, card, rulings), alternatives(map_, card, rulings))


def write_pictures(
    scored: ScoredMap,
    language: Language,
    svg: Path | None = None,
    pdf: Path | None = None,
    overwrite: bool = False,
) -> tuple[Path, ...]:
    """Write the pictures asked for, all or none."""
    pictures: dict[Path, bytes] = {}
    if svg is not None:
        pictures[svg] = map_svg(scored, language).encode("utf-8")
    if pdf is not None:
        pictures[pdf] = map_pdf(scored, language)
    write_together(pictures, overwrite=overwrite)
    return tuple(pictures)


def map_svg(scored: ScoredMap, language: Language) -> str:
    """The scored map as an SVG document."""
    from companion.press.ink.svg import svg

    return svg(_frame(scored, language, cropped=True))


def map_pdf(scored: ScoredMap, language: Language) -> bytes:
    """The scored map as a PDF of one page."""
    from companion.press.frame.frame import Page
    from companion.press.ink.pdf import pdf

    return pdf([Page(_frame(scored, language, cropped=False))], _title(scored).said(language), language.code)


def _frame(scored: ScoredMap, language: Language, *, cropped: bool) -> Frame:
    from companion.press.games.honshu.scored import ScoreLine, map_picture

    if isinstance(scored.map, Counts):
        raise Refused("There is no picture of what was only counted.")
    *parts, (total, points), (fallow, squares) = (
        (word.said(language).capitalize(), points) for word, points in scored.table
    )
    table = [(word, str(points)) for word, points in parts]
    table += [(fallow, f"({squares})"), (total, str(points))]
    lines = []
    for line in scored.score.lines:
        colour, bonus = _COLOURS.get(line.rule, "violet"), line.rule not in _COLOURS
        text = line.text.said(language)
        lines.append(ScoreLine(line.where, line.points, text, line.joined, colour, bonus))
    return map_picture(scored.map, _title(scored).said(language), table, lines, cropped=cropped)


def _title(scored: ScoredMap) -> Sentence:
    total = scored.score.total
    if scored.card is None:
        return say_count("Honshu: {count} point[|s]", total)
    return say_count("Honshu: {count} point[|s] with scoring card {card}", total, card=scored.card)


@dataclass(frozen=True, slots=True)
class MapRanking(Figure):
    """The maps of a table, best first, each with its rank and a note on it."""

    rows: tuple[tuple[ScoredMap, Ranked, Sentence | None], ...]
    other_winners: tuple[Sentence, ...]
    other_totals: tuple[Sentence, ...]  # of rulings that change totals, and nobody's win


def score_maps(
    maps: Sequence[tuple[str, Land]],
    card: int | None = None,
    rulings: Rulings = DEFAULT_RULINGS,
    language: Language = ENGLISH,
    svg: Path | None = None,
    pdf: Path | None = None,
    overwrite: bool = False,
) -> Answer:
    """Score one map, every line explained, or several and rank them.

    Args:
        maps: At least one map, each with the player's name or the file's.
        svg: The file for a picture of the first map; ``pdf`` likewise.
    """
    results = [scored(name, map_, card, rulings) for name, map_ in maps]
    notices = [notice for result in results for notice in warned(result.name, result.warnings)]
    files = write_pictures(results[0], language, svg, pdf, overwrite)
    if len(results) == 1:
        return Answer(results[0].told, (results[0], *written(files)), notices=tuple(notices), files=files)
    together = tuple(doubts_together([map_ for _, map_ in maps if not isinstance(map_, Counts)]))
    notices += [say("Warning: {warning}", warning=warning) for warning in together]
    ranking = rank([(result.score.total, result.map.fallow or 0) for result in results])
    others = elsewhere([map_ for _, map_ in maps], card, rulings)
    names = [result.name for result in results]
    if tied := fallow_wanted([(result.score.total, result.map.fallow) for result in results]):
        *these, those = [names[index] for index in tied]
        who = say("{these} and {those}", these=listed(these), those=those)
        notices.append(say("Nobody has counted the fallow of {names}, which may part the tie.", names=who))
    data = {
        "ranking": _ranking(ranking, maps),
        "alternatives": [
            {
                "ruling": _ruling(other),
                "winners": [names[index] for index in winners(other.ranking)],
                "ranking": _ranking(other.ranking, maps),
            }
            for other in others
        ],
        "warnings": together,
        "maps": [{"file": result.name, **encode(result.told)} for result in results],
    }
    rows = tuple((results[ranked.index], ranked, _note(ranked)) for ranked in ranking)
    other_winners = tuple(_other_winner(other, names, maps) for other in others)
    if other_winners:
        other_winners = (say("Other tables may crown another winner:"), *other_winners)
    other_totals = tuple(_other_totals(results, {_ruling(other) for other in others}))
    return Answer(data, (MapRanking(rows, other_winners, other_totals),), notices=tuple(notices), files=files)


def _ranking(ranked: Sequence[Ranked], maps: Sequence[tuple[str, Land]]) -> list[dict[str, Any]]:
    """Maps in their order; each under its file, or its player's name."""
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


def taken_score(outcome: Any, day: date) -> TakenScore:
    """A ranking as it is remembered; files that bear a name alone are called by it."""
    ranking, maps = outcome["ranking"], {each["file"]: each for each in outcome["maps"]}
    stems = {each["file"]: Path(each["file"]).stem for each in ranking}
    names = stems if len(set(stems.values())) == len(ranking) else {file: file for file in stems}
    players = (
        ScoredPlayer(names[each["file"]], each["rank"], each["total"], maps[each["file"]]["parts"])
        for each in ranking
    )
    return TakenScore("honshu", day.isoformat(), tuple(players))


def _ruling(other: Elsewhere) -> str:
    """The choices as they are typed, a blank between two."""
    return " ".join(f"{ruling.name}={value}" for ruling, value in other.changes)


def _other_winner(other: Elsewhere, names: Sequence[str], maps: Sequence[tuple[str, Land]]) -> Sentence:
    first = other.ranking[0]
    named = ", ".join(names[index] for index in winners(other.ranking))
    level = [each.index for each in other.ranking if each.total == first.total]
    if len(level) > 1 and any(maps[index][1].fallow is None for index in level):
        who = say("{names} are level, and their fallow parts them", names=listed(names[i] for i in level))
    elif first.shared:
        who = say("{names} share the win", names=named)
    elif first.by_fallow:
        who = say("{name} wins by its fallow", name=named)
    else:
        who = say("{name} wins", name=named)
    return say(
        "{who} with {ruling} ({totals}): {meaning}",
        who=who,
        ruling=_ruling(other),
        totals=listed(f"{names[ranked.index]} {ranked.total}" for ranked in other.ranking),
        meaning=joined((dict(ruling.options)[value] for ruling, value in other.changes), "; "),
    )


def _other_totals(results: Sequence[ScoredMap], told: Collection[str]) -> Iterator[Sentence]:
    """The totals that other rulings change, below a heading, of those that were not told of before."""
    changed = dict.fromkeys(other.ruling for each in results for other in each.others)
    for at, ruling in enumerate(each for each in changed if each not in told):
        if not at:
            yield say("Other tables may count otherwise, and crown the same:")
        found = [(each.name, other) for each in results for other in each.others if other.ruling == ruling]
        (_, other), *_ = found
        yield say(
            "{ruling} ({totals}): {meaning}",
            ruling=ruling,
            totals=listed(f"{name} {each.total}" for name, each in found),
            meaning=dict(other.question.options)[other.value],
        )


def _note(ranked: Ranked) -> Sentence | None:
    if ranked.shared:
        return say("the win is shared") if ranked.rank == 1 else say("shared")
    if ranked.by_fallow:
        return say("wins by its fallow") if ranked.rank == 1 else say("placed by fallow")
    return say("wins") if ranked.rank == 1 else None


def worded_cards(language: str) -> list[dict[str, object]]:
    """The end-of-game scoring cards in the words of a language that are printed on them."""
    words = game_words("honshu", language)
    return [
        {"number": card, **{what: words[f"scoring.{what}.{card}"] for what in ("name", "text")}}
        for card in scoring_cards()
    ]


def score_of(seen: View, seat: str) -> ScoredMap | None:
    """The score of a map so far; ``None`` while it has no square, and nothing was counted."""
    map_ = seen.map_of(seat)
    return None if map_.land is None else scored(map_.name, map_.land, seen.card, seen.rulings)


def standing(seen: View) -> Answer:
    """All maps that have a square or were counted, scored and ranked; refused when none has."""
    maps = [(map_.name, map_.land) for map_ in seen.maps.values() if map_.land is not None]
    if not maps:
        raise Refused("No map has a square yet.")
    return score_maps(maps, seen.card, seen.rulings)
