"""A table of Shogun that was begun or thrown at, and whose answer never came: it is told, not done again."""

from pathlib import Path

from companion.data.shogun.towers import get_preset
from companion.service.shogun.session import ShogunSession, begin_table
from tests.table.games import PLAYERS


def begin_session(tmp_path: Path, seed: str | None = None, name: str = "friday") -> ShogunSession:
    return begin_table(tmp_path / "store", name, PLAYERS, get_preset("shogun"), seed=seed)


def test_a_seed_nobody_chose_is_drawn_and_differs(tmp_path: Path) -> None:
    seeds = set()
    for name in ("friday", "moon"):
        with begin_session(tmp_path, name=name) as here:
            seeds.add(here.state.seal.seed)
            assert not here.state.seal.chosen
            assert len(here.state.seal.seed) == len(here.state.seal.salt) == 32
    assert len(seeds) == 2
    with begin_session(tmp_path, "plum", "harvest") as here:
        assert (here.state.seal.seed, here.state.seal.chosen) == ("plum", True)
