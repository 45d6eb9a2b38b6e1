"""What is told of a game that is over is true: found again by slow ways that share nothing with it."""

import re
from collections import Counter, defaultdict
from itertools import pairwise
from random import Random

import pytest

from companion.data.hogen.events import Accused, Answered, Called, Passed
from companion.data.hogen.log import Opening, read_log
from companion.play.game import game_of
from companion.play.games import GAMES, game_named
from companion.play.hogen.views import noted_by, view
from companion.play.honshu.ending import EndGame
from companion.play.honshu.working import LayCard, TakeBack
from companion.play.shogun.by_hand import Amounts, CorrectBoard
from companion.play.shogun.fights import THROWS
from companion.rules.shogun.campaign import Campaign, fight
from companion.rules.shogun.tower.sampling import SeededRandomness
from companion.rules.shogun.tower.tower import throw
from companion.service.opened_tables import OpenTables
from companion.service.playing import play
from companion.table.history import Moment
from companion.table.shelf import MemoryShelf
from tests.play.hogen.played import do, table
from tests.play.hogen.played import play as play_hogen
from tests.play.honshu.moves import begin
from tests.rules.hogen.brute import worlds_after
from tests.rules.honshu import slow
from tests.service.test_remembered import brought

pytestmark = pytest.mark.deep


def at(table: str):
    shelf = MemoryShelf()
    brought(shelf, table)
    return OpenTables(shelf).open(table)


def told(here) -> list[str]:
    return [str(each) for each in game_of(here).remarkable(here)]


@pytest.mark.parametrize("table", ["full", "honshu", "hogen-dealt", "hogen-real"])
def test_at_most_five_are_told_and_none_before_the_end(table: str) -> None:
    here = at(table)
    game = game_of(here)
    assert len(told(here)) <= 5
    early = Moment(table, here.history.until(len(here.history) // 2))
    assert not game.final_ranks(early)
    assert not game.remarkable(early)


def test_every_game_has_its_own_remarkable_things() -> None:
    assert len({game_named(name).remarkable for name in GAMES}) == len(GAMES)


def finished_hogen(seed: int) -> Moment:
    """A game of three played at random to its end."""
    chance = Random(seed)
    while True:
        course = play_hogen(3, chance, 60, accuse=0.2)
        if game_named("hogen").final_ranks(Moment("some", course)) and course.state.first is not None:
            return Moment("some", course)


def opening_of(state, seat: str) -> Opening:
    return read_log(noted_by(state, seat), "").opening


@pytest.mark.parametrize("seed", [1, 3])
def test_the_call_that_told_most_left_the_smallest_share_of_all_ways_to_lie(seed: int) -> None:
    here = finished_hogen(seed)
    state = here.state
    shares: dict[tuple[str, str, int, int], float] = {}
    certain: dict[str, int] = {}
    for seat in state.seats:
        opening = opening_of(state, seat)
        heard = [event for event in read_log(noted_by(state, seat), "").events]
        events = [each.event for each in heard]
        for number, event in enumerate(events):
            if isinstance(event, Called) and event.seat == seat:
                end = number + 1
                while end < len(events) and isinstance(events[end], Passed | Answered):
                    end += 1
                before, after = (len(worlds_after(opening, events[:n])) for n in (number, end))
                shares[seat, str(event.call), before, after] = after / before
        for number in range(len(events) + 1):
            accusations = [event for event in events[:number] if isinstance(event, Accused)]
            if any(event.right for event in accusations):  # it opened them itself
                break
            rallied = {world[0] for world in worlds_after(opening, events[:number])}
            if len(rallied) == 1:
                if seat not in {event.seat for event in accusations}:
                    certain[seat] = sum(isinstance(e, Called) for e in events[:number])
                break
    lines = told(here)
    most = [line for line in lines if line.startswith("The call that told most")]
    if not shares or min(shares.values()) == 1:
        assert not most
    else:
        (line,) = most
        before, after = map(int, re.findall(r"of (\d+) ways .* lie (\d+) were", line)[0])
        assert after / before == min(shares.values())
        seat = next(seat for seat, name in state.players.items() if f"{name} called" in line)
        assert any((each[0], each[2], each[3]) == (seat, before, after) for each in shares)
    knew = [line for line in lines if "could have known" in line]
    calls = min(certain.values(), default=0)
    assert bool(knew) == bool(calls)
    if knew:
        name, said = re.match(r"(\w+) could .* after (\d+) calls?\.", knew[0]).groups()
        seats = {state.players[seat] for seat, count in certain.items() if count == calls}
        assert name in seats
        assert int(said) == calls


def test_a_lucky_accusation_before_any_call_was_known_by_nobody() -> None:
    course = table(3, "luck")
    for seat in course.state.seats:
        do(course, "rally", seat=seat, card=view(course.state, seat).own.hand[0])
    active = view(course.state).active
    named = {seat: str(card) for seat, card in course.state.game.rallied.items() if seat != active}
    do(course, "accuse", seat=active, named=named)
    here = Moment("some", course)
    assert game_named("hogen").final_ranks(here)
    assert not told(here)


def test_what_is_counted_in_a_game_of_hogen_was_heard() -> None:
    here = at("hogen-dealt")
    laid, passed = Counter(), Counter()
    for event in map(str, here.state.heard):
        words = event.split()
        if words[0] == "answer":
            laid[words[3]] += 1
        elif words[0] == "pass":
            passed[words[1]] += 1
    lines = told(here)
    (card, count) = laid.most_common(1)[0]
    assert f"{card[:-1]} {card[-1]} was laid most often: {count} times." in lines
    (seat, count) = passed.most_common(1)[0]
    assert f"{here.state.players[seat]} passed most often: {count} times." in lines


def test_the_largest_town_and_the_best_card_are_those_of_a_slow_count() -> None:
    here = at("honshu")
    lines, names, state = told(here), here.state.names, here.state

    def rows(pile):
        squares = pile.symbols()
        edge = [[place[i] for place in squares] for i in (0, 1)]
        return [
            [squares.get((r, c), ".") for c in range(min(edge[1]), max(edge[1]) + 1)]
            for r in range(min(edge[0]), max(edge[0]) + 1)
        ]

    towns = {}
    for seat, own in state.maps.items():
        if own.pile.cards:
            drawn = {(r, c): s for r, row in enumerate(rows(own.pile)) for c, s in enumerate(row)}
            towns[seat] = max(map(len, slow.joined(drawn, "T")), default=0)
    best = max(towns.values())
    owners = [names[seat] for seat, size in towns.items() if size == best]
    assert any(f"The largest town lies with {name}: {best} squares." in lines for name in owners)
    gains = {}
    for seat, own in state.maps.items():
        for done in own.done:
            if isinstance(done.asked, LayCard):
                before, after = (
                    slow.total(rows(pile), state.card, state.rulings) if pile.cards else 0
                    for pile in (done.before, done.after)
                )
                gains[names[seat], done.asked.card] = after - before
    most = max(gains.values())
    line = next(line for line in lines if line.startswith("The best card"))
    assert any(
        f"{name} got {most} point" in line and line.endswith(f"card {card}.")
        for (name, card), gain in gains.items()
        if gain == most
    )


def test_what_was_taken_back_is_told_and_brings_no_best_card() -> None:
    here = begin(MemoryShelf(), "some", {"blue": "Aya", "red": "Bo"}, 5)
    for asked in (LayCard("blue", "A1", 0, 0), TakeBack("blue"), LayCard("blue", "A2", 0, 0)):
        play(here, asked)
    play(here, LayCard("red", "B3", 0, 0))
    play(here, EndGame())
    lines = told(here)
    assert "Aya had the most second thoughts: 1 thing taken back." in lines
    assert not any("card A1" in line for line in lines)


def test_the_luckiest_throw_is_the_rarest_of_many_thrown_anew() -> None:
    """Each throw of a whole game is thrown 400 times more, from other seeds, and judged as it was."""
    here = at("full")
    line = next(line for line in told(here) if line.startswith("The luckiest throw"))
    number, chance = int(re.search(r"Throw (\d+)", line)[1]), float(re.search(r"([\d.]+)%\.$", line)[1]) / 100
    again: dict[int, float] = {}
    largest = Counter()
    for step in here.history:
        if step.event.kind not in THROWS or here.history.undone(step.event):
            continue
        fought, tower = step.report.fought, step.before.tower
        largest[fought.throw.number] = len(step.event.result["in"])
        if fought.verdict.winner == "tie":
            continue
        came = sum(
            fight(
                tower,
                fought.muster,
                fought.judged,
                step.before.rulings,
                lambda tower, cubes, judged, seed=seed: throw(tower, cubes, SeededRandomness(str(seed))),
            ).verdict.winner
            == fought.verdict.winner
            for seed in range(400)
        )
        again[fought.throw.number] = came / 400
    assert abs(again[number] - chance) < 0.08
    assert min(again.values()) > chance - 0.08
    ((greatest, cubes),) = largest.most_common(1)
    assert any(f"of {cubes} cubes: Throw {greatest}," in each for each in told(here))


def test_armies_and_provinces_are_those_of_the_boards_event_by_event() -> None:
    here = at("full")
    owners, most = defaultdict(list), 0
    for number in sorted(here.history.standing):
        game = here.history.step(number).after.game
        if isinstance(game, Campaign):
            for name, land in game.realm.lands.items():
                if land.owner:
                    owners[name].append(land.owner)
                    most = max(most, land.armies)
    changes = {name: sum(a != b for a, b in pairwise(each)) for name, each in owners.items()}
    lines = told(here)
    assert any(re.search(rf"The largest army: \w+ with {most} in ", line) for line in lines)
    fought = max(changes.values())
    found = [line for line in lines if "was fought for most" in line]
    assert bool(found) == (fought > 1)
    assert not found or f"{fought} times" in found[0]


def test_the_points_of_the_lakes_are_those_of_a_slow_count() -> None:
    """Three points for every square of a lake after its first, over all lakes of a map."""
    here = at("honshu")
    assert here.state.card != 4  # which counts lakes otherwise
    lakes = {
        here.state.names[seat]: sum(3 * (len(lake) - 1) for lake in slow.joined(own.pile.symbols(), "L"))
        for seat, own in here.state.maps.items()
        if own.pile.cards
    }
    most = max(lakes.values())
    owners = [name for name, points in lakes.items() if points == most]
    assert any(f"The lakes of {name} brought most: {most} points." in told(here) for name in owners)


@pytest.mark.parametrize("cards", [("A1", "A2", "B3"), ("A6", "B1", "B2"), ("B4", "B5", "B6")])
def test_the_margin_lies_between_the_first_two_of_a_slow_count(cards: tuple[str, str, str]) -> None:
    here = begin(MemoryShelf(), "some", {"blue": "Aya", "red": "Bo", "yellow": "Chen"}, 5)
    for seat, card in zip(here.state.maps, cards, strict=True):
        play(here, LayCard(seat, card, 0, 0))
    play(here, EndGame())
    totals = []
    for own in here.state.maps.values():
        squares = own.pile.symbols()
        rows = [[squares.get((row, column), ".") for column in range(3)] for row in range(3)]
        totals.append(slow.total(rows, here.state.card, here.state.rulings))
    first, second = sorted(totals, reverse=True)[:2]
    lines = [line for line in told(here) if line.startswith("Between the first")]
    points = f"{first - second} point{'' if first - second == 1 else 's'}"
    assert lines == ([f"Between the first and the second lay {points}."] if first > second else [])


@pytest.mark.parametrize("seed", range(1, 13))
def test_an_accusation_that_was_nearly_right_named_all_but_one_as_they_lay_then(seed: int) -> None:
    here = finished_hogen(seed)
    names, near = here.state.players, []
    for step in here.history:
        if step.event.kind == "accuse" and step.event.number in here.history.standing:
            lay = step.before.game.rallied
            wrong = [seat for seat, card in step.event.asked["named"].items() if str(lay[seat]) != card]
            if len(wrong) == 1:
                seat = step.event.asked["seat"]
                near.append(f"{names[seat]} accused rightly in all but the samurai of {names[wrong[0]]}.")
    assert [line for line in told(here) if "rightly in all but" in line] == near[:1]


@pytest.mark.parametrize("points", [None, {"red": 60}, {"yellow": 57}, {"red": 90, "yellow": 80}])
def test_who_was_behind_after_the_first_winter_and_won_is_told(points: dict[str, int] | None) -> None:
    """The points of the last winter are put right, so that others win; the boards tell who was behind."""
    here = at("full")
    if points is not None:
        play(here, CorrectBoard({}, {seat: Amounts(points=all_) for seat, all_ in points.items()}))
    boards = [step.after.game.realm.seats for step in here.history if step.event.kind == "points"]
    now = here.state.game.realm.seats
    best = max(seat.points for seat in now.values())
    winners = {player for player, seat in now.items() if seat.points == best}
    behind = {
        player: max(seat.points for seat in boards[0].values()) - boards[0][player].points for player in now
    }
    found = [line for line in told(here) if "behind after the first winter" in line]
    expected = [f"{each.capitalize()} was {behind[each]} points behind" for each in winners if behind[each]]
    assert len(found) == bool(expected)
    assert not found or any(found[0].startswith(each) for each in expected)
