"""A table of Shogun that was begun or thrown at, and whose answer never came: it is told, not done again."""

from pathlib import Path

import pytest

from companion.data.shogun.towers import preset_named
from companion.errors import InputError
from companion.play.shogun.fights.fight import TellFight
from companion.play.shogun.start import LONGEST_TEXT
from companion.play.shogun.trust.attempts import number_seal
from companion.play.shogun.trust.numbers import OpenNumber, SealNumber
from companion.service.playing import play
from companion.service.shogun.session import ShogunSession, begin_table, open_table, seal_words, throw_opened
from tests.table.games import PLAYERS, attack

SALT, NUMBERS = "5" * 32, {"blue": "a" * 32, "yellow": "b" * 32}


def begun(tmp_path: Path, seed: str | None = None, name: str = "friday") -> ShogunSession:
    return begin_table(tmp_path / "store", name, PLAYERS, preset_named("shogun"), seed=seed)


def test_a_seed_nobody_chose_is_drawn_and_differs(tmp_path: Path) -> None:
    seeds = set()
    for name in ("friday", "moon"):
        with begun(tmp_path, name=name) as here:
            seeds.add(here.state.seal.seed)
            assert not here.state.seal.chosen
            assert len(here.state.seal.seed) == len(here.state.seal.salt) == 32
    assert len(seeds) == 2
    with begun(tmp_path, "plum", "harvest") as here:
        assert (here.state.seal.seed, here.state.seal.chosen) == ("plum", True)


def test_a_table_begun_again_before_it_was_told_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.taps.is_running", lambda program: False)
    for number, seed in enumerate((None, "plum")):
        with begun(tmp_path, seed, f"table {number}") as here:
            first = here.head  # and the program is killed: nobody is told
        with begun(tmp_path, seed, f"table {number}") as here:
            assert here.repeated is not None
            assert (here.head, len(here.history)) == (first, 1)
            here.acknowledge()
    begun(tmp_path, "plum", "moon").close()
    with pytest.raises(InputError, match="already"):
        begun(tmp_path, "pear", "moon")  # another seed is another table


def test_numbers_that_are_open_already_are_thrown(tmp_path: Path) -> None:
    with begin_table(
        tmp_path / "store", "friday", PLAYERS, preset_named("shogun"), seed="a", trust="phones"
    ) as here:
        play(here, TellFight(attack()))
        state, attempt = here.state, here.state.attempt
        assert attempt is not None
        label = state.label(state.declared)
        for player, number in NUMBERS.items():
            seal = number_seal(state.seal.commitment, label, attempt.number, player, number, SALT)
            here.do(SealNumber(player, seal))
        for player in here.state.attempt.unopened:  # type: ignore[union-attr]
            here.do(OpenNumber(player, NUMBERS[player], SALT))
        assert here.state.attempt.ready  # type: ignore[union-attr]
    with open_table(tmp_path / "store", "friday") as here:  # it was stopped before the throw
        answer = throw_opened(here)
        assert answer.data["throw"] == 1
        assert here.state.attempt is None


def test_sealed_words_are_kept_by_player(tmp_path: Path, quick_seals: None) -> None:
    with begun(tmp_path) as here:
        answer = seal_words(here, {"blue": "plum", "red": "x" * LONGEST_TEXT})
        assert answer.yes
        assert set(here.state.seal.sealed) == {"blue", "red"}
        assert "plum" not in str(here.history.steps[-1].event.record)
