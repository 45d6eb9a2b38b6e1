"""One map scored, every line explained, or several ranked: who won, and by what."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from companion.answers import Answer, Figure, written
from companion.codec import encode
from companion.data.honshu.counts import Counts
from companion.rules.honshu.board import doubts_together
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.rules.honshu.score.scoring import (
    Elsewhere,
    Land,
    Ranked,
    elsewhere,
    fallow_wanted,
    rank,
    winners,
)
from companion.rules.rulings import Rulings
from companion.sentences import ENGLISH, Language, Sentence, joined, listed, say
from companion.service.honshu.scored import ScoredMap, scored, warned, write_pictures
from companion.service.remembered.evenings import ScoredPlayer, TakenScore


@dataclass(frozen=True, slots=True)
class MapRanking(Figure):
    """The maps of a table, best first, each with its rank and a note on it."""

    rows: tuple[tuple[ScoredMap, Ranked, Sentence | None], ...]
    other_winners: tuple[Sentence, ...]
    other_totals: tuple[Sentence, ...]  # of rulings that change totals, and nobody's win


def score(
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


@dataclass(frozen=True, slots=True)
class RankedMap:
    """A map in a ranking."""

    rank: int
    file: str  # or its player's name
    total: int
    fallow: int | None
    shared: bool


def _ranking(ranked: Sequence[Ranked], maps: Sequence[tuple[str, Land]]) -> list[RankedMap]:
    return [
        RankedMap(each.rank, maps[each.index][0], each.total, maps[each.index][1].fallow, each.shared)
        for each in ranked
    ]


def taken_score(outcome: Any, day: date) -> TakenScore:
    """A ranking as it is remembered; files that bear a name alone are called by it."""
    ranking, maps = outcome["ranking"], {each["file"]: each for each in outcome["maps"]}
    stems = {each.file: Path(each.file).stem for each in ranking}
    names = stems if len(set(stems.values())) == len(ranking) else {file: file for file in stems}
    players = (
        ScoredPlayer(names[each.file], each.rank, each.total, maps[each.file]["parts"]) for each in ranking
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
