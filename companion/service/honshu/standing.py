"""The maps of a table of Honshu as they stand: scored and ranked, with everything that was done."""

from dataclasses import dataclass

from companion.answers import Answer
from companion.data.honshu.scoring_cards import scoring_cards
from companion.data.vocabulary import game_words
from companion.errors import Refused
from companion.play.honshu.views import View
from companion.service.honshu.scored import ScoredMap, scored
from companion.service.honshu.scoring import score


@dataclass(frozen=True, slots=True)
class ScoringCard:
    """An end-of-game scoring card in the words that are printed on it."""

    number: int
    name: str
    text: str


def worded_cards(language: str) -> tuple[ScoringCard, ...]:
    """The end-of-game scoring cards in a language."""
    words = game_words("honshu", language)
    return tuple(
        ScoringCard(card, words[f"scoring.name.{card}"], words[f"scoring.text.{card}"])
        for card in scoring_cards()
    )


def score_of(seen: View, seat: str) -> ScoredMap | None:
    """The score of a map so far; ``None`` while it has no square, and nothing was counted."""
    map_ = seen.map_of(seat)
    return None if map_.land is None else scored(map_.name, map_.land, seen.card, seen.rulings)


def standing(seen: View) -> Answer:
    """All maps that have a square or were counted, scored and ranked; refused when none has."""
    maps = [(map_.name, map_.land) for map_ in seen.maps.values() if map_.land is not None]
    if not maps:
        raise Refused("No map has a square yet.")
    return score(maps, seen.card, seen.rulings)
