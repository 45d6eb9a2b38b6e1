"""Points and ranks in words: every line explained, the first is the Shogun."""

from collections.abc import Iterator, Mapping, Sequence

from companion.answers import GAP, Told
from companion.play.shogun.telling.figures import ScoreLines
from companion.rules.score import Score
from companion.rules.shogun.components import chest_words, point_words
from companion.rules.shogun.realm import daimyo
from companion.rules.shogun.score.scoring import Ranked
from companion.sentences import Sentence, say


def score_lines(scores: Mapping[str, Score[str]], earlier: Mapping[str, int]) -> Iterator[Told]:
    """Every player's points of this winter, line by line, and those from before by colour."""
    for number, (player, one) in enumerate(scores.items()):
        if number:
            yield GAP
        yield say("{player}: {points}", player=daimyo(player), points=point_words(one.total))
        yield ScoreLines(one)
        if player in earlier:
            before = earlier[player]
            yield say("  {before} from before: {total} in all", before=before, total=one.total + before)


def ranking_lines(ranking: Sequence[Ranked]) -> Iterator[Sentence]:
    """The ranks; the first is the Shogun."""
    for place in ranking:
        named = {"place": place.rank, "player": daimyo(place.player), "points": point_words(place.points)}
        even = sum(other.points == place.points for other in ranking) > 1
        if place.chests is not None and even:
            chests = chest_words(place.chests)
            yield say("{place}. {player}: {points}, {chests}", **named, chests=chests)
        else:
            yield say("{place}. {player}: {points}", **named)
        if place.chests is None and tied(place, ranking):
            yield say("   Equal points: most chests decide, or the place is shared.")


def tied(place: Ranked, ranking: Sequence[Ranked]) -> bool:
    """True for a place that is shared."""
    return sum(other.rank == place.rank for other in ranking) > 1
