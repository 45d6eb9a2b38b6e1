"""Several maps: who won, and by what."""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.cli.honshu.parts import part_words, told_parts
from companion.cli.honshu.scored import Scored
from companion.cli.voice import said, speak, speak_json, translated
from companion.rules.honshu.map.doubts import doubts_together
from companion.rules.honshu.score.ranking import Ranked, rank

__all__ = ["tell_ranking"]


def tell_ranking(results: Sequence[Scored], as_json: bool) -> None:
    """Rank scored maps and say so."""
    together = doubts_together([result.map for result in results])
    for warning in together:
        speak("Warning: {warning}", warning=warning, err=True)
    ranking = rank([(result.score.total, result.map.fallow) for result in results])
    if as_json:
        speak_json(
            {
                "ranking": [
                    {
                        "rank": place.rank,
                        "file": results[place.index].file,
                        "total": place.total,
                        "fallow": place.fallow,
                        "shared": place.shared,
                    }
                    for place in ranking
                ],
                "warnings": [said(warning) for warning in together],
                "maps": [{"file": result.file, **result.as_json()} for result in results],
            }
        )
        return
    across = max(len(result.file) for result in results)
    words = [said(word) for word in part_words(results[0].card).values()]
    words += [translated("total"), translated("fallow")]
    heading = " " * (across + 5) + "  ".join(words)
    click.echo(heading)
    for place in ranking:
        result = results[place.index]
        told = [points for _, points in told_parts(result.score, result.card)] + [place.total, place.fallow]
        cells = "  ".join(f"{number:>{len(word)}}" for number, word in zip(told, words, strict=True))
        note = _note(place)
        click.echo(f"{place.rank:>2}.  {result.file:<{across}} {cells}  {note}".rstrip())


def _note(place: Ranked) -> str:
    if place.shared:
        return translated("the win is shared") if place.rank == 1 else translated("shared")
    if place.by_fallow:
        return translated("wins by its fallow") if place.rank == 1 else translated("placed by fallow")
    return translated("wins") if place.rank == 1 else ""
