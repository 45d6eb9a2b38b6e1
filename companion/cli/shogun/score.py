"""``companion shogun score``: the sum of a finished board, every line explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.asking import read_amounts, read_file, side_option
from companion.cli.voice import json_option, said, speak, speak_json, translated
from companion.data.shogun import Board, Side, facts
from companion.rules.score import Score
from companion.rules.shogun.components import chest_words, point_words
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.score.finished_board import FinishedBoard, read_finished_board
from companion.rules.shogun.score.scoring import MAJORITIES, Place, rank_players, score_board

__all__ = ["as_ranking", "as_score", "score", "speak_ranking", "speak_scores"]


@click.command(cls=SpokenCommand)
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@side_option
@click.option(
    "--players",
    type=click.IntRange(3, 5),
    metavar="NUMBER",
    help="How many play; with 3, eight provinces are out and refused.",
)
@click.option(
    "--points", multiple=True, metavar="COLOUR=NUMBER", help="Points from the first year; repeatable."
)
@click.option(
    "--chests", multiple=True, metavar="COLOUR=NUMBER", help="Chests, which decide a tie; repeatable."
)
@json_option
def score(
    file: Path,
    side: str,
    players: int | None,
    points: Sequence[str],
    chests: Sequence[str],
    as_json: bool,
) -> None:
    """Count the points of a board typed as a small table: province, owner, buildings.

    FILE has a line PROVINCE OWNER BUILDINGS for each owned province, its cells parted by blanks, tabs,
    commas or semicolons; - reads from the keyboard or a pipe. Buildings are castle, temple, theatre, or
    c, t, n. Lines such as 'points blue=23' and 'chests blue=4' may follow.

    \b
    Settsu   blue    castle
    Omi      yellow  castle temple theatre
    Kai      red
    points   blue=23 yellow=19 red=25

    \b
    companion shogun score board.txt
    companion shogun score board.csv --side moon --points blue=23,yellow=19
    printf 'Settsu blue c\\nOmi yellow c+t+n\\n' | companion shogun score -
    """
    board = facts().board(Side(side))
    found = read_finished_board(read_file(file), board, players, str(file))
    earlier = {**found.points, **read_amounts(points, 999)}
    purses = {**found.chests, **read_amounts(chests, 999)}
    colours = (*found.players, *(c for c in {**earlier, **purses} if c not in found.players))
    scores = score_board(board, found.lands, colours)
    totals = {player: scores[player].total + earlier.get(player, 0) for player in colours}
    ranking = rank_players(totals, purses)
    if as_json:
        speak_json(as_score(board, found, scores, earlier, ranking))
        return
    speak_scores(scores, earlier)
    click.echo()
    speak_ranking(ranking)


def as_score(
    board: Board,
    found: FinishedBoard,
    scores: Mapping[str, Score[str]],
    earlier: Mapping[str, int],
    ranking: Sequence[Place],
) -> dict[str, Any]:
    """The score for a program."""
    return {
        "side": board.side.value,
        "players": {
            player: {
                "total": one.total,
                "before": earlier.get(player, 0),
                "parts": {
                    "provinces": one.part("provinces"),
                    "buildings": one.part("castles", "temples", "theatres"),
                    "majorities": one.part(*MAJORITIES),
                },
                "lines": [
                    {
                        "rule": line.rule,
                        "provinces": list(line.where),
                        "points": line.points,
                        "text": said(line.text),
                    }
                    for line in one.lines
                ],
            }
            for player, one in scores.items()
        },
        "ranking": as_ranking(ranking),
    }


def as_ranking(ranking: Sequence[Place]) -> list[dict[str, Any]]:
    """The places for a program."""
    return [
        {
            "place": place.place,
            "player": place.player,
            "points": place.points,
            "chests": place.chests,
        }
        for place in ranking
    ]


def speak_scores(scores: Mapping[str, Score[str]], earlier: Mapping[str, int]) -> None:
    """Tell every player's points, a line each."""
    for number, (player, one) in enumerate(scores.items()):
        if number:
            click.echo()
        speak("{player}: {points}", player=daimyo(player), points=point_words(one.total))
        for line in one.lines:
            where = translated(": {names}").format(names=", ".join(line.where)) if line.where else ""
            click.echo(f"  {line.points:>3}  {said(line.text)}{where}")
        if player in earlier:
            speak(
                "  {before} from before: {total} in all",
                before=earlier[player],
                total=one.total + earlier[player],
            )


def speak_ranking(ranking: Sequence[Place]) -> None:
    """Tell the places; the first is the Shogun."""
    for place in ranking:
        tied = sum(other.place == place.place for other in ranking) > 1
        even = sum(other.points == place.points for other in ranking) > 1
        if place.chests is not None and even:
            speak(
                "{place}. {player}: {points}, {chests}",
                place=place.place,
                player=daimyo(place.player),
                points=point_words(place.points),
                chests=chest_words(place.chests),
            )
        else:
            speak(
                "{place}. {player}: {points}",
                place=place.place,
                player=daimyo(place.player),
                points=point_words(place.points),
            )
        if tied and place.chests is None:
            speak("   Equal points: most chests decide; give them with --chests, or share the place.")
