"""``companion shogun practice``: thousands of throws, and their statistics against the formulas."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import click

from companion.cli.lazy import SpokenCommand
from companion.cli.shogun.curve import share
from companion.cli.shogun.inputs import read_tower, tower_options
from companion.cli.voice import current, json_option, said, speak, speak_json, translated
from companion.rules.shogun.cubes import colour_word
from companion.rules.shogun.odds.practice import AGE_BANDS, Practice, Tally, practise
from companion.rules.shogun.tower.sampling import SeededRandomness
from companion.sentences import Sentence, say, say_count

__all__ = ["practice"]


@click.command(cls=SpokenCommand)
@click.option(
    "--throws",
    type=click.IntRange(1, 1_000_000),
    default=5000,
    show_default=True,
    metavar="NUMBER",
    help="Throws to make.",
)
@click.option(
    "--cubes",
    type=click.IntRange(2, 40),
    default=9,
    show_default=True,
    metavar="NUMBER",
    help="Cubes a throw.",
)
@click.option(
    "--players",
    type=click.IntRange(3, 5),
    default=4,
    show_default=True,
    metavar="NUMBER",
    help="Players whose cubes are thrown.",
)
@click.option("--seed", default=None, metavar="TEXT", help="Throw the same again; a new seed by default.")
@tower_options
@json_option
def practice(
    throws: int,
    cubes: int,
    players: int,
    seed: str | None,
    preset: str,
    parameters: Sequence[str],
    presets: Path | None,
    as_json: bool,
) -> None:
    """Throw a practice tower thousands of times, and see whether it keeps to the formulas.

    Each line says how often something happened, how often it should have, and how far apart that is,
    in standard deviations: beyond 3 is suspicious, once in 370 lines it happens anyway.

    \b
    companion shogun practice
    companion shogun practice --throws 20000 --preset deep --seed "four winds"
    """
    tower = read_tower(preset, parameters, presets)
    if seed is None:
        import secrets

        seed = secrets.token_hex(8)
    began = perf_counter()
    seen = practise(tower, throws, lambda game: SeededRandomness(f"{seed} {game}"), cubes, players)
    rate = seen.throws / max(perf_counter() - began, 1e-9)
    rows = _rows(seen)
    if as_json:
        speak_json(
            {
                "throws": seen.throws,
                "cubes": cubes,
                "preset": tower.name,
                "seed": seed,
                "inside": sum(seen.inside) / len(seen.inside) if seen.inside else None,
                "lines": [{"what": what.said(), **_as_answer(tally)} for what, tally in rows],
            }
        )
        return
    speak(
        "{throws} throws of {cubes} cubes, tower {preset}, seed {seed}; {rate} a second.",
        throws=seen.throws,
        cubes=cubes,
        preset=tower.name,
        seed=seed,
        rate=round(rate),
    )
    heads = [translated("cubes"), translated("came out"), translated("formula"), translated("apart")]
    width = max(len(said(what)) for what, _ in rows)
    click.echo(f"{'':<{width}}  {heads[0]:>9} {heads[1]:>9} {heads[2]:>9} {heads[3]:>8}")
    for what, tally in rows:
        happened, expected = tally.happened / tally.tries, tally.expected / tally.tries
        apart = f"{tally.deviation:+.1f}".replace(".", current().number(0.5).strip("05"))
        click.echo(
            f"{said(what):<{width}}  {tally.tries:>9} {share(happened):>9} {share(expected):>9} {apart:>8}"
        )
    if seen.inside:
        speak(
            "Inside in the middle of a game: {mean} cubes on average, {least} to {most}.",
            mean=round(sum(seen.inside) / len(seen.inside), 1),
            least=min(seen.inside),
            most=max(seen.inside),
        )


def _as_answer(tally: Tally) -> dict[str, float]:
    return {
        "tries": tally.tries,
        "happened": tally.happened,
        "expected": tally.expected,
        "deviation": tally.deviation,
    }


def _rows(seen: Practice) -> list[tuple[Sentence, Tally]]:
    """What was counted at least once, in words."""
    rows = [(say("filling the tower"), seen.filling), (say("thrown now"), seen.new)]
    rows += [
        (say("  of them {colour}", colour=colour_word(colour)), tally)
        for colour, tally in seen.colours.items()
    ]
    for first, last in AGE_BANDS:
        if first == last:
            what = say_count("lodged {count} throw ago", "lodged {count} throws ago", first)
        elif (first, last) == AGE_BANDS[-1]:
            what = say("lodged {first} throws ago or more", first=first)
        else:
            what = say("lodged {first} to {last} throws ago", first=first, last=last)
        rows.append((what, seen.lodged[first, last]))
    rows.append((say("battles won by the attacker"), seen.wins))
    return [(what, tally) for what, tally in rows if tally.tries]
