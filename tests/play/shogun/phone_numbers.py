"""Numbers of both phones, sealed, opened and thrown, to test with."""

from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.fights.fight import TakeTurn, TellFight
from companion.play.shogun.trust.attempts import number_seal
from companion.play.shogun.trust.declaring import Declare
from companion.play.shogun.trust.numbers import OpenNumber, SealNumber
from companion.table.verify import verify_log
from tests.table.games import attack, history

A, B = "a" * 32, "b" * 32
SALT = "5" * 32


def declared(fight=None, begun=None, older: bool = False, **changes):
    """A table with a fight declared; ``older`` as by programs that knew no order of opening."""
    begun = begun or history(trust="phones", **changes)
    asked = fight or attack()
    if older:
        begun.do(Declare(asked))
        return begun
    begun.do(asked if isinstance(asked, TakeTurn) else TellFight(asked))
    return begun


def sealed(begun, player: str, number: str, salt: str = SALT):
    state = begun.state
    label, attempt = state.label(state.declared), state.attempt.number
    return begun.do(
        SealNumber(player, number_seal(state.seal.commitment, label, attempt, player, number, salt))
    )


def opened(begun, player: str, number: str, salt: str = SALT):
    return begun.do(OpenNumber(player, number, salt))


def thrown(begun):
    return begun.do(begun.state.declared)


def both(begun, first: str = A, second: str = B, players=("blue", "yellow")):
    for player, number in zip(players, (first, second), strict=True):
        sealed(begun, player, number)
    numbers = dict(zip(players, (first, second), strict=True))
    for player, number in ((each, numbers[each]) for each in begun.state.attempt.unopened):
        opened(begun, player, number)
    return thrown(begun)


def true(begun) -> bool:
    return verify_log([step.event for step in begun], SHOGUN).true
