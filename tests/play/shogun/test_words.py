"""Words of the players, mixed into the seed for all to see, before anything is thrown or shuffled."""

import pytest

from companion.errors import InputError, Refused
from companion.play.shogun.corrections import CorrectTray
from companion.play.shogun.start import MixWords, RevealSeed, SetUp
from companion.table.history import Undo
from tests.table.games import begin_history, begin_real_tower, build_attack

WORDS = (("blue", "thé"), ("yellow", "plum"), ("red", "rain"))


@pytest.mark.parametrize(
    "request_",
    [build_attack(out={"blue": 3}), CorrectTray({"blue": 2}), SetUp("fixed"), SetUp("draft")],
    ids=["real throw", "tray", "fixed", "draft"],
)
def test_words_are_accepted_until_the_first_throw_or_shuffle(request_: object) -> None:
    begun = begin_history()
    begun.do(request_)
    with pytest.raises(Refused, match="before anything is thrown or shuffled"):
        begun.do(MixWords(WORDS))


def test_a_word_leaves_a_real_filling_alone() -> None:
    begun = begin_real_tower({"blue": 3, "yellow": 7, "red": 7, "green": 4})
    before = begun.state.tower
    begun.do(MixWords((("blue", "tea"),)))
    assert begun.state.tower == before


@pytest.mark.parametrize("seen", [SetUp("fixed"), build_attack()])
def test_an_undone_throw_or_shuffle_still_ends_the_words(seen: object) -> None:
    begun = begin_history()
    begun.do(seen)
    begun.do(Undo())
    with pytest.raises(Refused, match="redraw what was seen"):
        begun.do(MixWords(WORDS))


def test_no_word_is_taken_back_or_said_twice() -> None:
    begun = begin_history()
    begun.do(MixWords(WORDS[:2]))
    with pytest.raises(Refused, match="nothing to undo"):
        begun.do(Undo())
    with pytest.raises(Refused, match="Blue has said a word already"):
        begun.do(MixWords((("blue", "tea"),)))
    bad = {(): "No words were given", (("black", "rain"),): "does not play", (("red", "a\nb"),): "visible"}
    for words, message in bad.items():
        with pytest.raises((InputError, Refused), match=message):
            begun.do(MixWords(words))
    begun.do(RevealSeed())
    with pytest.raises(Refused, match="has been revealed"):
        begun.do(MixWords(WORDS[2:]))
