"""The sum of a finished board, every line explained, and who is the Shogun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.data.shogun import Side, facts
from companion.rules.score import Score
from companion.rules.shogun.components import chest_words, point_words
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.score.finished_board import FinishedBoard
from companion.rules.shogun.score.scoring import MAJORITIES, Ranked, rank_players, score_board
from companion.sentences import Sentence, say
from companion.service.answer import GAP, Answer, Told, answering
from companion.service.shogun.figures import ScoreSheet


@answering
def score_finished_board(
    found: FinishedBoard, side: Side, points: Mapping[str, int], chests: Mapping[str, int]
) -> Answer:
    """Count the points of a board.

    Args:
        found: The board, with points and chests as far as they stand there.
        side: The side of the board.
        points: Points from before, by colour; they go before those of the board.
        chests: Chests, by colour, likewise.
    """
    board = facts().board(side)
    earlier, purses = {**found.points, **points}, {**found.chests, **chests}
    colours = (*found.players, *(c for c in {**earlier, **purses} if c not in found.players))
    scores = score_board(board, found.lands, colours)
    ranking = rank_players(
        {player: one.total + earlier.get(player, 0) for player, one in scores.items()}, purses
    )
    data = {
        "side": side.value,
        "players": {player: _score_data(one, earlier.get(player, 0)) for player, one in scores.items()},
        "ranking": ranking_data(ranking),
    }
    lines = (*score_lines(scores, earlier), GAP, *ranking_lines(ranking))
    undecided = any(place.chests is None and _tied(place, ranking) for place in ranking)
    return Answer(data, lines, remedies=("chests",) if undecided else ())


def _score_data(score: Score[str], before: int) -> dict[str, Any]:
    return {
        "total": score.total,
        "before": before,
        "parts": {
            "provinces": score.part("provinces"),
            "buildings": score.part("castles", "temples", "theatres"),
            "majorities": score.part(*MAJORITIES),
        },
        "lines": [
            {"rule": line.rule, "provinces": list(line.where), "points": line.points, "text": line.text}
            for line in score.lines
        ],
    }


def ranking_data(ranking: Sequence[Ranked]) -> list[dict[str, Any]]:
    """The places for a program."""
    return [
        {"rank": each.rank, "player": each.player, "points": each.points, "chests": each.chests}
        for each in ranking
    ]


def score_lines(scores: Mapping[str, Score[str]], earlier: Mapping[str, int]) -> tuple[Told, ...]:
    """Every player's points, line by line.

    Args:
        scores: The scores of this winter.
        earlier: Points from before, by colour.
    """
    lines: list[Told] = []
    for player, one in scores.items():
        lines += [GAP] if lines else []
        lines += [
            say("{player}: {points}", player=daimyo(player), points=point_words(one.total)),
            ScoreSheet(one),
        ]
        if player in earlier:
            before = earlier[player]
            lines.append(
                say("  {before} from before: {total} in all", before=before, total=one.total + before)
            )
    return tuple(lines)


def ranking_lines(ranking: Sequence[Ranked]) -> tuple[Sentence, ...]:
    """The places; the first is the Shogun."""
    lines = []
    for place in ranking:
        named = {"place": place.rank, "player": daimyo(place.player), "points": point_words(place.points)}
        even = sum(other.points == place.points for other in ranking) > 1
        if place.chests is not None and even:
            chests = chest_words(place.chests)
            lines.append(say("{place}. {player}: {points}, {chests}", **named, chests=chests))
        else:
            lines.append(say("{place}. {player}: {points}", **named))
        if place.chests is None and _tied(place, ranking):
            lines.append(say("   Equal points: most chests decide, or the place is shared."))
    return tuple(lines)


def _tied(place: Ranked, ranking: Sequence[Ranked]) -> bool:
    return sum(other.rank == place.rank for other in ranking) > 1
