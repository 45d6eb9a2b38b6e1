"""A tower in front of the players: its tray is judged, its throws become a preset of one's own."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.answers import Answer, answering
from companion.data.shogun.throws import Observation
from companion.data.shogun.towers import keep_preset, preset_named
from companion.play.shogun.telling.figures import Tray
from companion.rules.rulings import Rulings
from companion.rules.shogun.battle.battle import Battle, resolve_battle
from companion.rules.shogun.battle.revolt import Revolt, resolve_revolt
from companion.rules.shogun.tower.calibration import calibrate
from companion.sentences import say

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
    """Measure a real tower: p and B, with the intervals that hold them with 95 %; keep it under a name.

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
                "{name} = {value}, between {low} and {high} with 95 %.",
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
