"""The remarkable things of a game of Honshu that is over, found in its maps and told in a sentence each."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from companion.data.vocabulary import told_of
from companion.play.honshu.ending import final_ranks, points
from companion.play.honshu.laying import TakeCardBack
from companion.play.honshu.state import HonshuState
from companion.play.honshu.working import LayCard, TakeBack
from companion.rules.honshu.placing.laying import Pile
from companion.rules.honshu.score.scoring import score
from companion.sentences import Sentence
from companion.table.history import Moment

_told = partial(told_of, "honshu", "remarkable")


def remarkable(here: Moment[HonshuState]) -> tuple[Sentence, ...]:
    """What was remarkable at a table whose maps are finished; of several alike that of the first seat."""
    if not here.state.over:
        return ()
    return (*_greatest(here), *_best_card(here.state), *_margin(here), *_second_thoughts(here))


def _greatest(here: Moment[HonshuState]) -> Iterator[Sentence]:
    """The largest town, whose points are its squares, and the lakes that brought most."""
    counted, names = points(here), here.state.names

    def best(part: str) -> tuple[str, int]:
        seat = max(counted, key=lambda each: counted[each][part], default="")
        return (names[seat], counted[seat][part]) if seat else ("", 0)

    (name, town), (other, lakes) = best("town"), best("lake")
    if town:
        yield _told("town", town, name=name)
    if lakes:
        yield _told("lakes", lakes, name=other)


def _best_card(state: HonshuState) -> Iterator[Sentence]:
    """The card that brought its map most in the moment it was laid."""

    def total(pile: Pile) -> int:
        return score(pile.map(), state.card, state.rulings).total if pile.cards else 0

    laid = [
        (total(done.after) - total(done.before), -at, state.names[seat], done.asked.card)
        for at, (seat, own) in enumerate(state.maps.items())
        for done in own.done
        if isinstance(done.asked, LayCard)
    ]
    best, _, name, card = max(laid, key=lambda each: each[:2], default=(0, 0, "", ""))
    if best > 0:
        yield _told("card", best, name=name, card=card)


def _margin(here: Moment[HonshuState]) -> Iterator[Sentence]:
    """The points between the first two, where they are not the same."""
    ranks = [each.points or 0 for each in final_ranks(here)]
    if len(ranks) > 1 and ranks[0] > ranks[1]:
        yield _told("margin", ranks[0] - ranks[1])


def _second_thoughts(here: Moment[HonshuState]) -> Iterator[Sentence]:
    """Who took back most of what was laid."""
    history = here.history
    back = Counter(
        step.request.seat
        for step in history
        if isinstance(step.request, TakeBack | TakeCardBack) and not history.undone(step.event)
    )
    for seat, count in back.most_common(1):
        yield _told("second thoughts", count, name=here.state.names[seat])
