"""Honshu for Python programs: score a finished map, from its notation or from a photo of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from companion.data.files import read_text
from companion.data.honshu.map import parse_map
from companion.rules.honshu.board import RULINGS
from companion.rules.rulings import Rulings
from companion.service.honshu import scoring
from companion.service.honshu.photo import PhotoRead, score_photo
from companion.service.honshu.scoring import MapScore
from companion.vision.honshu.reading import MAP_CARDS


def score(map: str | Path, card: int | None = None, rulings: Mapping[str, str] | None = None) -> MapScore:
    """Score a map: its notation as text, or the file that holds it; `card` is the scoring card."""
    name, text = (str(map), read_text(map)) if isinstance(map, Path) else ("map", map)
    answer = scoring.score_maps([(name, parse_map(text, name))], card, Rulings(RULINGS, rulings))
    return cast(MapScore, answer.outcome)


def read_photo(
    file: str | Path, card: int | None = None, cards: int = MAP_CARDS, without: Sequence[str] = ()
) -> PhotoRead:
    """Read a map of so many `cards`, printed with seals, from a photo and score it; doubts are reported.

    `without` names cards in the photo that do not belong to the map.
    """
    answer = score_photo(Path(file), card, cards=cards, without=without)
    return cast(PhotoRead, answer.outcome)
