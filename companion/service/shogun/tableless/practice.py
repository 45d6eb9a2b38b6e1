"""Thousands of throws of a practice tower, and how far they are from the formulas."""

import secrets
from time import perf_counter

from companion.answers import Answer, Told, answering
from companion.codec import encode
from companion.data.shogun.towers import TowerPreset
from companion.play.shogun.telling.figures import Frequencies
from companion.rules.shogun.cubes import colour_word
from companion.rules.shogun.odds.practice import AGE_BANDS, Practice, Tally, practise
from companion.rules.shogun.tower.sampling import SeededRandomness
from companion.sentences import Sentence, say, say_count


@answering
def practise_throws(
    tower: TowerPreset, throws: int, cubes: int, players: int, seed: str | None = None
) -> Answer:
    """Throw a tower many times, and compare what came out with what should; a new seed by default."""
    seed = secrets.token_hex(8) if seed is None else seed
    began = perf_counter()
    seen = practise(tower, throws, lambda game: SeededRandomness(f"{seed} {game}"), cubes, players)
    rate = seen.throws / max(perf_counter() - began, 1e-9)
    rows = _rows(seen)
    mean = sum(seen.inside) / len(seen.inside) if seen.inside else None
    lines: list[Told] = [
        say_count(
            "{count} throw of {cubes} cubes, tower {preset}, seed {seed}; {rate} a second.",
            "{count} throws of {cubes} cubes, tower {preset}, seed {seed}; {rate} a second.",
            seen.throws,
            cubes=cubes,
            preset=tower.name,
            seed=seed,
            rate=round(rate),
        ),
        Frequencies(
            tuple(
                (what, t.tries, t.happened / t.tries, t.expected / t.tries, t.deviation) for what, t in rows
            )
        ),
    ]
    if mean is not None:
        lines.append(
            say(
                "Inside in the middle of a game: {mean} cubes on average, {least} to {most}.",
                mean=round(mean, 1),
                least=min(seen.inside),
                most=max(seen.inside),
            )
        )
    data = {
        "throws": seen.throws,
        "cubes": cubes,
        "preset": tower.name,
        "seed": seed,
        "inside": mean,
        "lines": [{"text": what, **encode(tally)} for what, tally in rows],
    }
    return Answer(data, tuple(lines))


def _rows(seen: Practice) -> list[tuple[Sentence, Tally]]:
    """The tallies with at least one try, in words."""
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
