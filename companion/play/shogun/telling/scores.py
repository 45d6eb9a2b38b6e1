"""Points and ranks in words: every line explained, the first is the Shogun."""

from collections.abc import Mapping, Sequence

from companion.answers import GAP, Told
from companion.play.shogun.telling.figures import ScoreLines
from companion.rules.score import Score
from companion.rules.shogun.components import chest_words, point_words
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.score.scoring import Ranked
from companion.sentences import Sentence, say


def score_lines(scores: Mapping[str, Score[str]], earlier: Mapping[str, int]) -> tuple[Told, ...]:
    """Every player's points of this winter, line by line, and those from before by colour."""
    lines: list[Told] = []
    for player, one in scores.items():
        lines += [GAP] if lines else []
        lines += [
            say("{player}: {points}", player=daimyo(player), points=point_words(one.total)),
            ScoreLines(one),
        ]
        if player in earlier:
            before = earlier[player]
            lines.append(
                say("  {before} from before: {total} in all", before=before, total=one.total + before)
            )
    return tuple(lines)


def ranking_lines(ranking: Sequence[Ranked]) -> tuple[Sentence, ...]:
    """The ranks; the first is the Shogun."""
    lines = []
    for place in ranking:
        named = {"place": place.rank, "player": daimyo(place.player), "points": point_words(place.points)}
        even = sum(other.points == place.points for other in ranking) > 1
        if place.chests is not None and even:
            chests = chest_words(place.chests)
            lines.append(say("{place}. {player}: {points}, {chests}", **named, chests=chests))
        else:
            lines.append(say("{place}. {player}: {points}", **named))
        if place.chests is None and tied(place, ranking):
            lines.append(say("   Equal points: most chests decide, or the place is shared."))
    return tuple(lines)


def tied(place: Ranked, ranking: Sequence[Ranked]) -> bool:
    """True for a place that is shared."""
    return sum(other.rank == place.rank for other in ranking) > 1
