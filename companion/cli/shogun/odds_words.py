"""Odds as they are told: to a player in sentences and bars, to a program as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import click

from companion.cli.shogun.curve import share
from companion.cli.shogun.drawing import fits
from companion.cli.voice import said, speak
from companion.data.towers import TowerPreset
from companion.rules.shogun.cubes import armies as armies_in_words
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.odds.curve import Point, enough
from companion.rules.shogun.odds.odds import Odds
from companion.rules.shogun.tower.contents import Ages, Contents, Guess
from companion.sentences import Sentence, say_count

__all__ = ["as_answer", "speak_chances", "speak_enough", "speak_head", "speak_survivors"]


def as_answer(odds: Odds, survivors: bool = False, points: Sequence[Point] = ()) -> dict[str, object]:
    """The odds for a program, as ``--json`` gives them."""
    answer: dict[str, object] = {
        "win": odds.win,
        "tie": odds.tie,
        "lose": odds.lose,
        "expected_survivors": odds.expected_survivors,
        "thrown": odds.thrown,
        "preset": odds.preset,
    }
    if survivors:
        answer["survivors"] = {colour: pmf.tolist() for colour, pmf in odds.survivors.items()}
    if points:
        answer["curve"] = [asdict(point) for point in points]
    return answer


def speak_head(odds: Odds, notes: Sequence[Sentence], contents: Contents, preset: TowerPreset) -> None:
    """What goes in, what cards and events added, and what is inside."""
    for note in notes:
        speak(note)
    speak(
        say_count(
            "{count} cube goes into the tower ({preset}).",
            "{count} cubes go into the tower ({preset}).",
            odds.thrown,
            preset=odds.preset,
        )
    )
    if isinstance(contents, Guess):
        speak("Inside, not remembered: {mean} on average.", mean=round(contents.lodged(preset), 1))
    elif isinstance(contents, Ages) and any(contents.ages.values()):
        inside = {colour: len(ages) for colour, ages in contents.ages.items()}
        speak("Inside: {cubes}.", cubes=armies_in_words(inside))
    else:
        speak("Inside: nothing. A tower in play holds cubes; see --lodged.")


def speak_chances(chances: Sequence[tuple[Sentence, float]]) -> None:
    """One line an outcome, with a bar."""
    block = "█" if fits("█") else "#"
    width = max(len(said(what)) for what, _ in chances)
    for what, chance in chances:
        click.echo(f"  {said(what):<{width}}  {share(chance):>7}  {block * round(30 * chance)}".rstrip())


def speak_survivors(odds: Odds) -> None:
    """How many armies of each player survive, with the chance of each number."""
    for colour, pmf in odds.survivors.items():
        listed = [f"{count} ({share(float(chance))})" for count, chance in enumerate(pmf) if chance >= 0.0005]
        speak(
            "Armies of {player} that survive, {mean} on average: {listed}",
            player=daimyo(colour),
            mean=round(odds.expected_survivors[colour], 2),
            listed="  ".join(listed),
        )


def speak_enough(points: Sequence[Point]) -> None:
    """How many armies win in half, three quarters and nine tenths of cases."""
    for chance in (0.5, 0.75, 0.9):
        armies = enough(points, chance)
        if armies is not None:
            speak(
                say_count(
                    "{count} army wins in at least {chance} of cases.",
                    "{count} armies win in at least {chance} of cases.",
                    armies,
                    chance=share(chance, 0),
                )
            )
