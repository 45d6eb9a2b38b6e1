"""A tower in front of the players: its tray judged, its throws measured, a practice tower compared."""

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

from companion.answers import Answer, Told, answering
from companion.codec import encode
from companion.data.shogun.throws import Observation
from companion.data.shogun.towers import TowerPreset, keep_preset, preset_named
from companion.play.shogun.telling.figures import Frequencies, Tray
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.battle import Battle, Revolt, resolve_battle, resolve_revolt
from companion.rules.shogun.odds.practice import AGE_BANDS, Practice, Tally, practise
from companion.rules.shogun.realm import colour_word
from companion.rules.shogun.tower.calibration import calibrate
from companion.rules.shogun.tower.sampling import SeededRandomness
from companion.sentences import Sentence, say, say_count

_VAGUE = 8  # an interval whose upper end is so many times its lower one says little


@answering
def judge_tray(tray: Mapping[str, int], fight: Battle | Revolt, rulings: Rulings) -> Answer:
    """The verdict on a tray: who wins, who loses what, where the cubes go, what becomes of the province."""
    resolve = resolve_battle if isinstance(fight, Battle) else resolve_revolt
    verdict = resolve(tray, fight, rulings)  # type: ignore[arg-type]  # each takes its own kind of fight
    return Answer(verdict, (Tray(tray), *verdict.lines.values()))


@answering
def calibrate_tower(
    throws: Sequence[Observation],
    only_thrown: bool | None = None,
    *,
    like: str = "shogun",
    keep: str | None = None,
    presets: Path | None = None,
) -> Answer:
    """Measure a real tower: p and B, with the intervals that hold them with 95%; keep it under a name.

    Args:
        only_thrown: True when only the colour thrown was counted; ``None`` to tell from the throws.
    """
    base = preset_named(like, presets if presets is not None and presets.exists() else None)
    found = calibrate(throws, only_thrown)
    preset = found.preset(keep or like, base)
    kept = None if keep is None else keep_preset(preset, presets)
    lines = [
        say("{count} throws; only the colour thrown was counted.", count=found.throws)
        if found.only_thrown
        else say("{count} throws; all that came out was counted.", count=found.throws)
    ]
    for name, estimate in (("p", found.p), ("B", found.b)):
        lines.append(
            say(
                "{name} = {value}, between {low} and {high} with 95%.",
                name=name,
                value=estimate.value,
                low=estimate.low,
                high=estimate.high,
            )
        )
    if found.b.high > _VAGUE * found.b.low:
        lines.append(
            say("The throws say little about B: make more of them, and count every colour that comes out.")
        )
    if kept is not None:
        lines.append(say("Kept as the tower {name} in {file}.", name=keep, file=str(kept)))
    data = {
        "throws": found.throws,
        "counted": "thrown" if found.only_thrown else "all",
        "p": found.p,
        "B": found.b,
        "preset": preset.words(),
        "kept": kept,
    }
    return Answer(data, tuple(lines), files=() if kept is None else (kept,))


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
            "{count} throw[|s] of {cubes} cubes, tower {preset}, seed {seed}; {rate} a second.",
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
            what = say_count("lodged {count} throw[|s] ago", first)
        elif (first, last) == AGE_BANDS[-1]:
            what = say("lodged {first} throws ago or more", first=first)
        else:
            what = say("lodged {first} to {last} throws ago", first=first, last=last)
        rows.append((what, seen.lodged[first, last]))
    rows.append((say("battles won by the attacker"), seen.wins))
    return [(what, tally) for what, tally in rows if tally.tries]
