"""Words are sealed before any is shown: nobody chooses theirs to fit the others'."""

from functools import cache

import pytest

from companion.errors import InputError, Refused
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.round import LayCards
from companion.play.shogun.set_up import SetUp
from companion.play.shogun.trust.sealed_words import OpenWords, SayWords, SealWords, seal_word
from companion.table.history import Undo
from companion.table.verify import verify_log
from tests.table.games import attack, history

pytestmark = pytest.mark.usefixtures("quick_seals")
WORDS = {"blue": "thé", "yellow": "plum", "red": "rain"}


@cache
def sealed(player: str) -> str:
    """The seal of a player's word, the same at every table that begins as these do."""
    return seal_word(WORDS[player], history().state.seal.commitment, player)


def seals(*players: str) -> SealWords:
    return SealWords({player: sealed(player) for player in players})


def opened(*players: str, without: tuple[str, ...] = ()) -> OpenWords:
    return OpenWords(tuple((player, WORDS[player]) for player in players), without)


def test_no_word_stands_in_the_log_before_all_are_sealed() -> None:
    begun = history()
    before = begun.state.tower
    begun.do(seals("red"))
    begun.do(seals("blue", "yellow"))
    for step in begun:
        assert not any(word in step.event.record for word in ("th\\u00e9", "plum", "rain"))
    assert begun.state.tower == before
    begun.do(opened("yellow", "red", "blue"))
    assert begun.state.seal.words == tuple(WORDS.items())
    assert begun.state.tower != before
    assert verify_log([step.event for step in begun], SHOGUN).true


def test_who_seals_or_opens_first_changes_nothing() -> None:
    towers = []
    for order in (("blue", "yellow", "red"), ("red", "blue", "yellow")):
        begun = history()
        for player in order:
            begun.do(seals(player))
        begun.do(opened(*order))
        towers.append(begun.state.tower)
    assert towers[0] == towers[1]


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (lambda: opened("blue", without=("red",)), "missing is that of Yellow"),
        (lambda: opened("blue", "yellow"), "Red may still seal"),
        (lambda: opened("blue", "yellow", "red"), "Red has not sealed"),
        (lambda: opened("blue", without=("yellow", "red")), "Yellow has sealed"),
        (lambda: OpenWords((("blue", "tea"), ("yellow", "plum")), ("red",)), "not the word Blue sealed"),
        (lambda: seals("blue"), "Blue has sealed a word already"),
        (lambda: SayWords((("red", "rain"),)), "sealed before any is shown"),
        (lambda: attack(), "First the sealed words are opened: Blue and Yellow"),
        (lambda: attack(out={"blue": 3}), "First the sealed words"),
        (lambda: SetUp("light"), "First the sealed words"),
        (lambda: LayCards(), "First the sealed words"),
    ],
)
def test_sealed_words_cannot_be_dodged(request_: object, said: str) -> None:
    begun = history()
    begun.do(seals("blue", "yellow"))
    with pytest.raises(Refused, match=said):
        begun.do(request_())
    begun.do(opened("blue", "yellow", without=("red",)))
    with pytest.raises(Refused, match="no more can be sealed"):
        begun.do(seals("red"))


@pytest.mark.parametrize("digest", ["0" * 63, "0" * 65, "G" * 64, "\n" * 64, ""])
def test_a_seal_is_a_hash(digest: str) -> None:
    with pytest.raises(InputError, match="64 hexadecimal digits"):
        history().do(SealWords({"blue": digest}))


def test_words_are_never_said_with_the_start_of_a_table() -> None:
    with pytest.raises(Refused, match="sealed before any is shown"):
        history(words=[("blue", "tea")], numbering=2)


def test_seals_cannot_be_undone_nor_sealed_after_a_throw_or_an_undo() -> None:
    begun = history()
    begun.do(seals("blue"))
    with pytest.raises(Refused, match="nothing to undo"):
        begun.do(Undo())
    begun = history()
    begun.do(attack())
    with pytest.raises(Refused, match="before the first throw"):
        begun.do(seals("blue"))
    begun.do(Undo())
    with pytest.raises(Refused, match="drawn anew"):
        begun.do(seals("blue"))
