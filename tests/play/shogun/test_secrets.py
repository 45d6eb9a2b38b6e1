"""A secret never leaves: what is seen and heard at a table is the same whatever is hidden from it."""

import json
import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.codec import encode
from companion.errors import CompanionError
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun import standing
from companion.play.shogun.corrections import CorrectTray
from companion.play.shogun.fights import TakeTurn, ThrowAttack, ThrowCubes, ThrowRevolt, compute_forces
from companion.play.shogun.round import CountPoints, DrawEvent, EndRound, LayCards, RevealBids, TakeSpecial
from companion.play.shogun.start import DraftCard, MixWords, RevealSeed, SetUp
from companion.play.shogun.state import Drafting, KeptGame, ShogunState
from companion.play.shogun.throws import compute_odds, get_known_contents
from companion.play.shogun.views import ShogunView, view, without_hidden_cubes
from companion.rules.shogun.bids import ACTIONS
from companion.rules.shogun.campaign import Campaign, Order
from companion.rules.shogun.realm import COLOURS, GREEN, HIDDEN, INSIDE, OPEN, Cube, count_cubes, get_supply_size
from companion.rules.shogun.setup import build_realm
from companion.rules.shogun.stages import Calendar, Stage
from companion.rules.shogun.tower import LodgedCube, compute_commitment
from tests.play.shogun.playthrough import Game
from tests.table.games import begin_history, build_attack, build_revolt, moves

SEED, SALT = "kabuto hidden", "0" * 31 + "a"
PHYSICAL = re.compile(
    r"There (?:are not \d+ \w+ cubes|is no \w+ cube) outside the tower and the tray\."
    r"|One army must stay behind: you do not have enough left to attack with \d+ (?:army|armies)\."
    r"|\d+ cubes? \(\w+\) cannot have come out: (?:none was|so many were neither) thrown n?or inside\."
)
"""What is refused because the cubes are not there, as they would not be on the table; no number is told."""

chances = st.integers(0, 10**6).map(Random)


def build_other_world(state: ShogunState, chance: Random) -> ShogunState:
    """The same table as far as anybody at it can know, with what is hidden laid otherwise."""
    tower, kept, lodged, tray = state.tower, state.game, [], []
    for colour in COLOURS:
        inside = [each for each in tower.lodged if each.cube.colour == colour]
        lying = count_cubes(tower.tray).get(colour, 0)
        if state.inside_view == HIDDEN and colour in state.colours:
            board = kept.realm.count_armies(colour) if isinstance(kept, Campaign) else 0
            most = min(9, get_supply_size(colour) - board - lying)
            inside = [LodgedCube(Cube(colour, 1), 0)] * chance.randint(0, most)
        numbers = chance.sample(range(1, get_supply_size(colour) + 1), len(inside) + lying)
        tray += [Cube(colour, number) for number in numbers[len(inside) :]]
        for each, number in zip(inside, numbers, strict=False):
            since = each.lodged_at if state.inside_view == OPEN else chance.randint(0, tower.throws)
            lodged.append(LodgedCube(Cube(colour, number), since, since == 0))
    laid = replace(tower, lodged=tuple(sorted(lodged)), tray=tuple(sorted(tray)))
    seal = state.seal
    if not seal.is_revealed:
        seal = replace(seal, seed=f"another {chance.random()}", salt=f"{chance.getrandbits(128):032x}")
    return replace(
        state, tower=laid, seal=seal, game=mix_game(kept, count_cubes((*laid.lodged_cubes, *laid.tray)), chance)
    )


def mix_game(kept: KeptGame | None, within: dict[str, int], chance: Random) -> KeptGame | None:
    """The kept game with other cards face down, and supplies that fit the tower."""
    if isinstance(kept, Calendar):
        down = list(kept.actions[kept.face_up :])
        chance.shuffle(down)
        pile = chance.sample(kept.pile, len(kept.pile))
        return replace(kept, actions=(*kept.actions[: kept.face_up], *down), pile=tuple(pile))
    if isinstance(kept, Drafting):
        draft = replace(kept.draft, pile=tuple(chance.sample(kept.draft.pile, len(kept.draft.pile))))
        return replace(kept, draft=draft, events=tuple(chance.sample(kept.events, len(kept.events))))
    if kept is None:
        return None
    calendar, realm = mix_game(kept.calendar, within, chance), kept.realm
    assert isinstance(calendar, Calendar)
    fitting = build_realm(realm.board, realm.players, realm.lands, within, realm.seats)
    stock = replace(realm.stock, green=fitting.stock.green, more_green=fitting.stock.more_green)
    return replace(kept, calendar=calendar, realm=replace(realm, seats=fitting.seats, stock=stock))


def describe_seat_view(seen: ShogunView) -> str:
    data = [seen.cubes, seen.supply, seen.possessions, standing.game_data(seen)]
    lines = [standing.cubes_figure(seen), *standing.describe_log_of_view(seen, 7, "0" * 64)]
    lines += [*standing.describe_calendar(seen)]
    over = seen.calendar is not None and seen.calendar.stage == Stage.OVER
    if seen.game is not None and not over:
        lines += standing.describe_next_step(seen)
    return "\n".join([json.dumps(encode(data)), *map(str, lines)])


def list_requests(state: ShogunState, chance: Random) -> list[object]:
    """Things to ask of a table, possible and not, that name all that is drawn or thrown."""
    one, two = chance.sample(state.players, 2)
    many, few = chance.randint(40, 70), chance.randint(0, 6)
    # One colour that may lack: which of two lacks would be told by two different sentences.
    out = {one: min(few, 1), two: min(few, chance.randint(0, 2)), GREEN: chance.randint(0, 2)}
    asked: list[object] = [
        build_attack(f"{one}={few}", f"{two}=3", out=out),
        build_attack(f"{one}={many}", f"{two}=2", out={}),
        build_attack(f"{one}=3", f"{two}={many}", out={}),
        build_attack(f"{one}=3", "neutral", event="neutral_green=2", out={one: many}),
        build_revolt(f"{two}={few}", chance.randint(0, 3), out={two: out[two], GREEN: 2}),
        build_revolt(f"{two}={many}", 2, out={}),
        ThrowCubes({one: many}, out={}),
        ThrowCubes({one: few, two: 1}, out={one: few, two: few}),
        ThrowCubes({two: 2}, out={two: many}),
        CorrectTray({one: few, GREEN: 1}),
        CorrectTray(changes={one: ("-", few), GREEN: ("+", 1)}),
        MixWords(((one, "tea"),)),
        LayCards(ACTIONS, ("six", "chest", "rice", "attack", "defence")),
        DrawEvent(chance.randint(1, 12)),
        RevealBids({player: str(number) for number, player in enumerate(state.players)}),
        TakeSpecial(one, chance.choice(["six", "chest", "rice"])),
        EndRound(),
        SetUp("fixed", open=(7, 1, 8, 2)),
        DraftCard(one, "Kai", few),
        CountPoints(),
    ]
    if isinstance(state.game, Campaign):
        lands = sorted(state.game.realm.lands)
        for action in chance.sample(ACTIONS, 4):
            where, to = chance.sample(lands, 2)
            own = state.game.realm.list_provinces(one)
            where = chance.choice(own) if own and chance.random() < 0.8 else where
            near = state.game.realm.list_neighbours(where)
            to = chance.choice(near) if near and chance.random() < 0.8 else to
            moves = action in ("one", "combat-a", "combat-b")
            order = Order(one, action, where, to, few) if moves else Order(one, action, where)
            asked += [TakeTurn(order), TakeTurn(order, {one: 1, GREEN: 2})]
    return asked


def describe_answer(state: ShogunState, asked: object) -> str:
    """What players read after a request: the refusal, or everything recorded that is not hidden."""
    try:
        played = SHOGUN.by_name[SHOGUN.names[type(asked)]].apply(state, asked, None)
    except CompanionError as error:
        return f"no: {error}"
    kind = type(asked).__name__
    if isinstance(asked, MixWords) or (isinstance(asked, TakeTurn) and asked.out is None):
        return kind  # the tower is filled or thrown as the seed has it
    heard = {
        key: count_cubes(map(Cube.parse, value))
        if key in ("in", "out", "tray", "survivors", "to_supply", "added")
        else value
        for key, value in played.result.items()
        if key not in ("lodged", "supply", "removed", "events")
    }
    return f"{kind}: {json.dumps(heard)}"


def describe_odds(state: ShogunState, asked: object) -> str:
    """What is told of a fight before it: cubes, notes and odds, or why it may not be."""
    known = without_hidden_cubes(state)
    try:
        forces, sides = compute_forces(known, asked)
        odds = compute_odds(known, forces, sides, get_known_contents(state))
    except CompanionError as error:
        return str(error)
    chances = None if odds is None else (odds.win, odds.tie, odds.lose)
    return f"{dict(forces.cubes)} {list(map(str, forces.notes))} {chances}"


@cache
def list_golden_states() -> tuple[ShogunState, ...]:
    """Every state of a whole game that a table keeps, from the draft to the end."""
    game = Game(3, "golden 3")
    list(game.play())
    return tuple(step.after for step in game.log)


def play_throws(inside: str, requests: list[object]) -> ShogunState:
    table = begin_history(inside=inside)
    for request in requests:
        try:
            table.do(request)
        except CompanionError:
            continue
    return table.state


def runs_short(state: ShogunState, asked: object) -> bool:
    """Whether fewer cubes are thrown because no more lie there, as everybody sees on the table."""
    try:
        forces, _ = compute_forces(state, asked)
    except CompanionError:
        return False
    return any(note.template.startswith(("Only ", "{player} has no army left")) for note in forces.notes)


def check_worlds(state: ShogunState, chance: Random, worlds: int = 3) -> None:
    """Check that tables which differ only in hidden facts give the same answers."""
    asked = list_requests(state, chance)
    others = [build_other_world(state, chance) for _ in range(worlds)]
    for seat in (None, *state.players):
        assert all(view(other, seat) == view(state) for other in others)
    assert {describe_seat_view(view(other)) for other in others} == {describe_seat_view(view(state))}
    for request in asked:
        states = (state, *others)
        if isinstance(request, ThrowAttack | ThrowRevolt | ThrowCubes | TakeTurn):
            assert {describe_odds(other, request) for other in others} == {describe_odds(state, request)}
            states = tuple(each for each in states if not runs_short(each, request))
        heard = {describe_answer(each, request) for each in states}
        refused = {each for each in heard if PHYSICAL.fullmatch(each.removeprefix("no: "))}
        assert len(heard - refused) <= 1
        assert len(refused) <= 1


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(INSIDE), moves, chances)
def test_no_answer_depends_on_the_hidden_inside(inside: str, requests: list[object], chance: Random) -> None:
    check_worlds(play_throws(inside, requests), chance)


@pytest.mark.parametrize("inside", INSIDE)
def test_no_answer_depends_on_hidden_facts_in_a_whole_game(inside: str) -> None:
    chance = Random(7)
    for state in list_golden_states()[:: 9 if inside == HIDDEN else 27]:
        check_worlds(replace(state, inside_view=inside), chance, worlds=2)


@pytest.mark.parametrize("inside", INSIDE)
def test_the_seed_is_in_no_view_before_it_is_revealed(inside: str) -> None:
    table = begin_history(inside=inside, seed=SEED, salt=SALT)
    for request in [build_attack(), build_revolt(), CorrectTray({GREEN: 2})] * 3:
        table.do(request)
        text = repr(view(table.state)) + describe_seat_view(view(table.state))
        assert SEED not in text
        assert SALT not in text
    table.do(RevealSeed())
    assert view(table.state).seed == (SEED, SALT)
    assert view(table.state).commitment == compute_commitment(SEED, SALT)
    with pytest.raises(CompanionError, match="Black does not play"):
        view(table.state, "black")
