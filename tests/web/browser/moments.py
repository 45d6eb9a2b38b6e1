"""Tables at moments that few evenings come to: winter, revolts, words in a seed, the ends of games."""

from collections.abc import Callable

from companion.data.honshu.map import Counts
from companion.data.shogun.towers import load_presets
from companion.play.honshu.changes import EnterCounts
from companion.play.honshu.ending import EndGame
from companion.play.honshu.hands import PlayTrick
from companion.play.honshu.state import HonshuState
from companion.play.shogun.corrections import Amounts
from companion.play.shogun.fights import ThrowAttack, declare_winter_revolt
from companion.play.shogun.round import BeginWinter, CountPoints
from companion.play.shogun.standing import find_next_action
from companion.play.shogun.start import MixWords, SetUp
from companion.rules.shogun.battle import Attack
from companion.rules.shogun.stages import Season, Stage
from companion.service.playing import play
from companion.service.session import Session
from companion.service.shogun.session import ShogunSession, begin_table
from companion.table.shelf import Shelf
from tests.play.honshu import moves as honshu_moves
from tests.service.shogun.boards import COLOURS, begin_board, pass_rounds
from tests.web.browser.examples import Example, Way, make_tower_alone
from tests.web.browser.shogun_tables import STAGES
from tests.web.hogen import moments as hogen


def make_tower_with_words(shelf: Shelf, name: str) -> None:
    session = begin_table(shelf, name, COLOURS, load_presets()["shogun"], seed="spring rain")
    assert play(session, MixWords((("blue", "plum"), ("yellow", "tea")))).yes
    assert play(session, ThrowAttack(Attack("blue", 4, "yellow", 3), province="Kozuke")).yes


def make_shared_end(shelf: Shelf, name: str) -> None:
    seats = {"blue": Amounts(9, 0, 21), "yellow": Amounts(11, 0, 19), "red": Amounts(9, 0, 21)}
    session = begin_board(shelf, name, SetUp("board", seats=seats, year=2, season=Season.AUTUMN))
    pass_rounds(session, 1)
    assert play(session, BeginWinter()).yes
    assert play(session, CountPoints()).yes


def make_board_winter(shelf: Shelf, name: str) -> None:
    pass_rounds(begin_board(shelf, name))


def make_board_revolts(shelf: Shelf, name: str) -> None:
    """A board whose hungry provinces revolt, the first of them thrown."""
    session = begin_board(shelf, name)
    pass_rounds(session)
    assert play(session, BeginWinter()).yes
    assert play(session, declare_winter_revolt(find_next_action(session.state).provinces[0])).yes


def throw_revolts(session: ShogunSession) -> None:
    """Play on until the points of the year come next."""
    pass_rounds(session)
    assert play(session, BeginWinter()).yes
    while revolting := find_next_action(session.state).provinces:
        assert play(session, declare_winter_revolt(revolting[0])).yes


def make_board_end(shelf: Shelf, name: str) -> None:
    session = begin_board(shelf, name)
    while find_next_action(session.state).stage != Stage.OVER:
        throw_revolts(session)
        assert play(session, CountPoints()).yes


def make_board_draft(shelf: Shelf, name: str) -> None:
    begin_board(shelf, name, SetUp("draft"))


def make_ranking(shelf: Shelf, name: str) -> None:
    session = _make_judged_trick(shelf, name)
    for seat in ("blue", "red"):
        assert honshu_moves.take_in(session, seat, honshu_moves.GRID).yes
    assert play(session, EndGame()).yes


def make_counted_maps(shelf: Shelf, name: str) -> None:
    session = honshu_moves.begin(shelf, name, {"blue": "Aya", "red": "Bo"}, 3)
    for seat in ("blue", "red"):
        assert play(session, EnterCounts(seat, Counts(10, 17, (5, 1), (3, 2, 4, 2, 3), 3, (1, 2)))).yes


def _make_judged_trick(shelf: Shelf, name: str) -> Session[HonshuState]:
    """Honshu's second round, the first trick judged."""
    session = honshu_moves.begin(shelf, name, {"blue": "Aya", "red": "Bo"}, 5)
    assert play(session, PlayTrick(("12", "40", "5", "33"), ("blue", "red"))).yes
    return session


def _make_example(make: Callable[[Shelf, str], object]) -> Example:
    return Example("shogun", make, COLOURS)


MOMENTS: dict[str, Example] = {
    **{f"full-{stage}": _make_example(make) for stage, make in STAGES.items()},
    "board-draft": _make_example(make_board_draft),
    "board-winter": _make_example(make_board_winter),
    "board-revolts": _make_example(make_board_revolts),
    "board-end": _make_example(make_board_end),
    "shared-end": _make_example(make_shared_end),
    "worded": _make_example(make_tower_with_words),
    "untouched": Example("shogun", make_tower_alone, ()),
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
