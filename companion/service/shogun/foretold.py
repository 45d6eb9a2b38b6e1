"""The odds of a fight before it is thrown, and of other numbers of armies; nothing is written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.answers import Answer, Told, answering
from companion.codec import encode
from companion.data.shogun import facts
from companion.errors import CompanionError, InputError
from companion.play.shogun.fights.completing import completed
from companion.play.shogun.fights.fight import (
    Fight,
    TakeTurn,
    TellFight,
    ThrowAttack,
    ThrowRevolt,
    WinterRevolt,
)
from companion.play.shogun.keeping import campaign_at
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.chances import contents_told, odds_of
from companion.play.shogun.telling.figures import OddsRows, whole_percents
from companion.play.shogun.telling.throw_words import odds_words
from companion.play.shogun.trust.declaring import declared
from companion.play.shogun.views import as_known
from companion.rules.shogun.game.campaign import declare
from companion.rules.shogun.realm import Land
from companion.sentences import Sentence
from companion.service.shogun.session import ShogunSession


@answering
def foretell(here: ShogunSession, request: TellFight | TakeTurn | WinterRevolt) -> Answer:
    """The odds of a request, and of an attack with fewer armies; or what a turn without a fight brings."""
    state = as_known(here.state)
    if isinstance(request, TakeTurn):
        *_, most = _with_fewer(state, request)
        assert isinstance(most, TakeTurn)  # only its armies are fewer
        came = declare(campaign_at(state), most.order, facts().events, state.rulings)
        if came.clash is None:
            return Answer({"done": not came.lost, "lines": came.lines}, came.lines)
    asked: Fight = completed(here.state, request) if isinstance(request, TellFight) else request
    contents, numbers = contents_told(state), []
    for sent, each in enumerate(_with_fewer(state, asked), 1):
        muster, judged = declared(state, each)
        odds = odds_of(state, muster, judged, contents)
        if odds is None:
            raise InputError("There are odds for an attack or a revolt only.")
        numbers.append((sent, odds))
    told = numbers[-1][1]
    lines: list[Told] = [*muster.notes, odds_words(told, judged)]
    if len(numbers) == 1:
        return Answer(told, tuple(lines))
    lines.append(OddsRows(tuple((sent, each.win, each.tie, each.lose) for sent, each in numbers)))
    table = [{"armies": sent, **encode(each)} for sent, each in numbers]
    return Answer({**encode(told), "numbers": table}, tuple(lines))


def _with_fewer(state: ShogunState, request: Fight) -> Iterator[Fight]:
    """A fight with 1 army, with 2, and so on to what was asked; anything but an attack as it is.

    Where a turn names no number, all armies go that can: one stays behind.
    """
    match request:
        case TakeTurn(order=order) if order.target is not None and order.province is not None:
            land = campaign_at(state).realm.lands.get(order.province, Land())
            most = order.armies or max(1, land.armies - 1)
            for armies in range(1, most + 1):
                yield replace(request, order=replace(order, armies=armies))
        case ThrowAttack(attack=attack):
            for armies in range(1, attack.armies + 1):
                yield replace(request, attack=replace(attack, armies=armies))
        case _:
            yield request


@dataclass(frozen=True, slots=True)
class FightOdds:
    """The odds of a fight in whole percents, and the number of cubes that go in; or why it is refused."""

    thrown: int = 0
    percents: Sequence[int] = ()
    notes: Sequence[Sentence] = ()
    refused: Sentence | None = None


def odds_by_armies(here: ShogunSession, request: ThrowAttack, numbers: Sequence[int]) -> dict[int, FightOdds]:
    """The odds of an attack with each of several numbers of armies, as ``fight_odds`` tells them."""
    return {
        number: fight_odds(here, replace(request, attack=replace(request.attack, armies=number)))
        for number in numbers
    }


def fight_odds(here: ShogunSession, request: ThrowAttack | ThrowRevolt) -> FightOdds:
    """The odds of a fight before it is thrown."""
    state = as_known(here.state)
    try:
        muster, judged = declared(state, completed(here.state, TellFight(request, True)))
        odds = odds_of(state, muster, judged, contents_told(state))
    except CompanionError as error:
        return FightOdds(refused=error.sentence)
    assert odds is not None  # somebody fights
    return FightOdds(odds.thrown, whole_percents((odds.win, odds.tie, odds.lose)), muster.notes)
