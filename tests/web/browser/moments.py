"""Tables at moments that few evenings come to: winter, revolts, words in a seed, the ends of games."""

import json
from collections.abc import Callable

from companion.data.honshu.map import Counts
from companion.data.shogun.towers import load_presets
from companion.paths import assets
from companion.play.honshu.changes import EnterCounts
from companion.play.honshu.ending import EndGame
from companion.play.honshu.hands import PlayTrick
from companion.play.honshu.state import HonshuState
from companion.play.shogun.corrections import Amounts
from companion.play.shogun.fights import ThrowAttack, declare_winter_revolt
from companion.play.shogun.round import BeginWinter, CountPoints, DrawEvent, EndRound, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.standing import find_next_action
from companion.play.shogun.start import MixWords, SetUp
from companion.rules.shogun.battle import Attack
from companion.rules.shogun.bids import Bid
from companion.rules.shogun.stages import Season, Stage
from companion.service.playing import play
from companion.service.session import Session
from companion.service.shogun.session import ShogunSession, begin_table
from companion.table.shelf import Shelf
from tests.play.honshu import moves as honshu_moves
from tests.web.browser.examples import ACTIONS, COLOURS, SPECIALS, Example, Way
from tests.web.browser.shogun_tables import STAGES
from tests.web.hogen import moments as hogen


def make_tower_with_words(shelf: Shelf, name: str) -> None:
    """A battle thrown with words mixed in."""
    here = begin_table(shelf, name, COLOURS, load_presets()["shogun"], seed="spring rain")
    assert play(here, MixWords((("blue", "plum"), ("yellow", "tea")))).yes
    assert play(here, ThrowAttack(Attack("blue", 4, "yellow", 3), province="Kozuke")).yes


def make_shared_end(shelf: Shelf, name: str) -> None:
    """A game that is over; two have the same points and chests."""
    here = begin_table(shelf, name, COLOURS, load_presets()["shogun"], seed="kabuto")
    seats = {"blue": Amounts(9, 0, 21), "yellow": Amounts(11, 0, 19), "red": Amounts(9, 0, 21)}
    assert play(here, SetUp("board", seats=seats, year=2, season=Season.AUTUMN)).yes
    _pass_rounds(here, 1)
    assert play(here, BeginWinter()).yes
    assert play(here, CountPoints()).yes


def _pass_rounds(here: ShogunSession, rounds: int = 3) -> None:
    """Play rounds on a board in which nobody acts."""
    for _ in range(rounds):
        assert play(here, LayCards(ACTIONS, SPECIALS)).yes
        assert play(here, DrawEvent()).yes
        play(
            here,
            RevealBids({player: str(bid) for player, bid in {"blue": Bid(0), "yellow": Bid(0), "red": Bid(0)}.items()}),
        )
        for special in SPECIALS[: len(COLOURS)]:
            assert play(here, TakeSpecial(str(find_next_action(here.state).player), special)).yes
        assert play(here, EndRound(blanks=True)).yes


def _begin_fixed_board(shelf: Shelf, name: str) -> ShogunSession:
    here = begin_table(shelf, name, COLOURS, load_presets()["shogun"], seed="kabuto")
    assert play(here, SetUp("fixed", letters="ABC")).yes
    return here


def make_board_winter(shelf: Shelf, name: str) -> None:
    """A board before its winter."""
    _pass_rounds(_begin_fixed_board(shelf, name))


def make_board_revolts(shelf: Shelf, name: str) -> None:
    """A board whose hungry provinces revolt, the first of them thrown."""
    here = _begin_fixed_board(shelf, name)
    _pass_rounds(here)
    assert play(here, BeginWinter()).yes
    assert play(here, declare_winter_revolt(find_next_action(here.state).provinces[0])).yes


def make_board_end(shelf: Shelf, name: str) -> None:
    """A board whose second winter has been counted."""
    here = _begin_fixed_board(shelf, name)
    while find_next_action(here.state).stage != Stage.OVER:
        _pass_rounds(here)
        assert play(here, BeginWinter()).yes
        while revolting := find_next_action(here.state).provinces:
            assert play(here, declare_winter_revolt(revolting[0])).yes
        assert play(here, CountPoints()).yes


def make_board_draft(shelf: Shelf, name: str) -> None:
    """A board whose provinces are being divided."""
    here = begin_table(shelf, name, COLOURS, load_presets()["shogun"], seed="kabuto")
    assert play(here, SetUp("draft")).yes


def make_ranking(shelf: Shelf, name: str) -> None:
    """Honshu's end: a trick judged, then two maps scored."""
    here = _make_judged_trick(shelf, name)
    example = json.loads((assets() / "games/honshu/example63.json").read_text(encoding="utf-8"))
    for seat in ("blue", "red"):
        assert honshu_moves.take_in(here, seat, "\n".join(example["grid"])).yes
    assert play(here, EndGame()).yes


def make_counted_maps(shelf: Shelf, name: str) -> None:
    """Two maps of Honshu that were counted with a scoring card, and are level."""
    here = honshu_moves.begin(shelf, name, {"blue": "Aya", "red": "Bo"}, 3)
    for seat in ("blue", "red"):
        assert play(here, EnterCounts(seat, Counts(10, 17, (5, 1), (3, 2, 4, 2, 3), 3, (1, 2)))).yes


def _make_judged_trick(shelf: Shelf, name: str) -> Session[HonshuState]:
    """Honshu's second round, the first trick judged."""
    here = honshu_moves.begin(shelf, name, {"blue": "Aya", "red": "Bo"}, 5)
    assert play(here, PlayTrick(("12", "40", "5", "33"), ("blue", "red"))).yes
    return here


def make_untouched_tower(shelf: Shelf, name: str) -> None:
    """A tower at which nobody sits yet."""
    begin_table(shelf, name, COLOURS, load_presets()["shogun"], seed="spring rain")


def _shogun(make: Callable[[Shelf, str], object]) -> Example:
    return Example("shogun", make, COLOURS)


MOMENTS: dict[str, Example] = {
    **{f"full-{stage}": _shogun(make) for stage, make in STAGES.items()},
    "board-draft": _shogun(make_board_draft),
    "board-winter": _shogun(make_board_winter),
    "board-revolts": _shogun(make_board_revolts),
    "board-end": _shogun(make_board_end),
    "shared-end": _shogun(make_shared_end),
    "worded": _shogun(make_tower_with_words),
    "untouched": Example("shogun", make_untouched_tower, ()),
    **{name: Example("hogen", make, ("A", "B", "C")) for name, make in hogen.MOMENTS.items()},
    "ranking": Example("honshu", make_ranking, ("blue", "red")),
    "trick": Example("honshu", _make_judged_trick, ("blue", "red")),
    "level": Example("honshu", make_counted_maps, ("blue", "red")),
}
"""Every moment by the name of its table; Aya sits on the first seat of each."""


WAYS: dict[str, tuple[Way, ...]] = {
    "/t/{table}": (
        *(Way(name) for name in MOMENTS if name != "untouched"),
        Way("hogen-over", "screen"),
        Way("full-laying", "family"),
    ),
    "/t/{table}/round": tuple(Way(f"full-{stage}", "screen") for stage in STAGES),
    "/t/{table}/plan": (Way("full-planning", after="?as=proposed"),),
    "/t/{table}/winter": tuple(Way(name, after="?look=1") for name in ("board-revolts", "board-end")),
    "/t/{table}/score": (Way("board-revolts"), Way("ranking"), Way("level")),
    "/t/{table}/counts": (Way("level"),),
    "/t/{table}/result": (Way("board-end"), Way("shared-end"), Way("hogen-over")),
    "/t/{table}/replay": (Way("board-end"),),
    "/t/{table}/history": (Way("board-end"), Way("worded")),
    "/t/{table}/board": (Way("board-end"), Way("board-draft", "screen"), Way("board-revolts", "screen")),
    "/t/{table}/thrown": (Way("board-revolts"), Way("worded")),
    "/t/{table}/tower": (
        Way("harvest", after="?attacker=12&who-defends=neutral&real=1"),
        Way("harvest", after="?kind=revolt&attacker=4&in-winter=1&winter=2"),
        Way("harvest", after="?kind=cubes"),
        Way("harvest", "screen"),
    ),
    "/t/{table}/words": (Way("untouched", "host"),),
    "/t/{table}/luck": (Way("board-end"),),
    "/t/{table}/verify": (Way("worded", "Bo"),),
    "/t/{table}/accuse": (Way("hogen-call"),),
    "/t/{table}/heard": (Way("hogen-over"),),
    "/t/{table}/sheet": (Way("hogen-wrong"), Way("hogen-real")),
    "/t/{table}/tricks": (Way("ranking"), Way("trick")),
    "/t/{table}/lobby": (Way("untouched", "host"),),
    "/t/{table}/seat": (Way("untouched"), Way("hogen-call", "family")),
    "/t/{table}/curtain": (Way("handed", "family", after="?to=yellow"),),
}
"""Path of a page -> the moments at which it shows something else than usual."""
