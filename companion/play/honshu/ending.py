"""The players say that all maps are finished; or that they are not."""

from dataclasses import dataclass, replace

from companion.errors import Refused
from companion.play.game import FinalRank
from companion.play.honshu.state import HonshuState
from companion.play.honshu.views import view
from companion.rules.honshu.score.ranking import rank
from companion.rules.honshu.score.scoring import score
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class EndGame:
    """Say that all maps are finished; or that they are not."""

    over: bool = True


def _play(state: HonshuState, request: EndGame, recorded: Body | None) -> Played[HonshuState]:
    if request.over == state.over:
        raise Refused(
            "The maps of this table are finished already." if state.over else "This game is going on already."
        )
    if request.over and not any(each.pile.cards for each in state.maps.values()):
        raise Refused("No map has a square yet.")
    return Played({}, replace(state, over=request.over))


def _line(step: Step[HonshuState]) -> Sentence:
    return say("All maps are finished.") if step.request.over else say("The maps are worked on again.")


KIND = EventKind("end", EndGame, _play, line=_line)


def stands(here: Moment[HonshuState]) -> Sentence:
    """The squares of every map; or that the game is over."""
    seen = view(here.state)
    if seen.over:
        return say("The game is over.")
    squares = ", ".join(f"{map_.name} {map_.squares}" for map_ in seen.maps.values())
    return say("Squares so far: {squares}", squares=squares or "–")


def final_ranks(here: Moment[HonshuState]) -> list[FinalRank]:
    """Everybody's rank, of those whose map has a square; nobody's before the maps are finished."""
    seen = view(here.state)
    maps = [map_ for map_ in seen.maps.values() if map_.squares] if seen.over else []
    ranking = rank([(score(each.map, seen.card, seen.rulings).total, each.map.fallow) for each in maps])
    return [
        FinalRank(maps[each.index].seat, maps[each.index].name, each.rank, each.total) for each in ranking
    ]
