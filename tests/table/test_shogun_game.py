"""A table keeps a whole game: the golden ones, step by step in a log, end as the rules alone end them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.data.shogun import Side
from companion.data.towers import shipped_presets
from companion.errors import CompanionError, InputError
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.game.turn import Order
from companion.rules.shogun.realm import Land, Seat
from companion.rules.shogun.round.calendar import Season, Stage
from companion.table.fold import START, UNDO, Course
from companion.table.shogun.fights import asked_turn, asked_winter_revolt
from companion.table.shogun.game import SHOGUN
from companion.table.shogun.kept import Drafting, Refused, calendar_of
from companion.table.shogun.opening import asked_start
from companion.table.shogun.setting_up import asked_setup
from companion.table.shogun.state import ShogunState
from companion.table.verify import verify_log
from tests.rules.shogun.playthrough import Game

Shogun = Course[ShogunState]


def begun(players: tuple[str, ...] = ("blue", "yellow", "red"), seed: str = "golden 3") -> Shogun:
    course: Shogun = Course(SHOGUN)
    do(course, START, asked_start(players, shipped_presets()["shogun"], seed, "0" * 32))
    return course


def do(course: Shogun, kind: str, asked: object) -> None:
    assert isinstance(asked, dict)
    course.follow(course.next(kind, asked))


def full(course: Shogun) -> Campaign:
    kept = course.state.kept
    assert isinstance(kept, Campaign)
    return kept


def follow(course: Shogun, requests: list[tuple[str, object]]) -> Iterator[Campaign | None]:
    """Ask a table for the steps of a game."""
    for kind, asked in requests:
        if isinstance(asked, Order):
            do(course, *asked_turn(course.state, asked))
        elif isinstance(asked, tuple):
            do(course, "revolt", asked_winter_revolt(course.state, *asked))
        else:
            do(course, kind, asked)
        kept = course.state.kept
        yield kept if isinstance(kept, Campaign) else None


@pytest.mark.parametrize(("players", "side"), [(3, Side.SUN), (5, Side.MOON)])
def test_a_log_and_the_rules_play_the_same_game(players: int, side: Side) -> None:
    game = Game(players, f"golden {players}", side)
    list(game.play())
    course = begun(game.players, f"golden {players}")
    do(course, "setup", asked_setup("draft", side))
    list(follow(course, game.requests))
    assert full(course) == game.campaign
    tower = course.state.tower
    assert (tower.lodged, tower.tray) == (game.tower.lodged, game.tower.tray)
    assert full(course).calendar.stage == Stage.OVER
    assert verify_log([step.event for step in course], SHOGUN).true


def test_every_step_can_be_undone() -> None:
    game = Game(3, "golden 3")
    list(game.play())
    course = begun()
    do(course, "setup", asked_setup("draft"))
    for request in game.requests[:160]:
        before = course.state
        list(follow(course, [request]))
        after = course.state
        do(course, UNDO, {})
        assert course.state == before
        list(follow(course, [request]))
        assert course.state == after


def test_a_changed_result_is_found() -> None:
    game = Game(3, "golden 3")
    list(game.play())
    course = begun()
    do(course, "setup", asked_setup("draft"))
    list(follow(course, game.requests[:40]))
    events = [step.event for step in course]
    from companion.table.log import GENESIS, Event, link

    for kind, key, value in [
        ("lay", "specials", ["six", "chest", "rice", "attack", "defence"]),
        ("event", "event", 4),
        ("bids", "order", ["red", "blue", "yellow"]),
        ("draft", "province", "Aki"),
    ]:
        forged: list[Event] = []
        head = GENESIS
        for event in events:
            result = dict(event.result)
            if event.kind == kind and result[key] != value:
                result[key] = value
            forged.append(link(event.number, event.kind, event.asked, result, head))
            head = forged[-1].hash
        assert not verify_log(forged, SHOGUN).true, kind


def fixed() -> Shogun:
    course = begun()
    do(course, "setup", asked_setup("fixed"))
    return course


def in_action(actions: list[str] | None = None) -> Shogun:
    """A fixed set-up, first round, ready for its actions; Blue, Yellow, Red in this order."""
    course = fixed()
    order = ["tax", "castle", "combat-a", "five", "rice", "temple", "combat-b", "three", "one", "theatre"]
    specials = ["chest", "attack", "defence", "six", "rice"]
    do(course, "lay", {"actions": actions or order, "specials": specials})
    do(course, "event", {"event": full(course).calendar.open[1]})
    do(course, "bids", {"bids": {"blue": "3", "yellow": "Yamato", "red": "0"}, "chests": {}})
    for player, special in (("blue", "chest"), ("yellow", "attack"), ("red", "defence")):
        do(course, "take", {"player": player, "special": special})
    return course


def test_a_turn_on_the_board() -> None:
    course = in_action()
    assert full(course).realm.seats["blue"].chests == 15
    do(course, *asked_turn(course.state, Order("blue", "tax", "Suruga")))
    after = full(course)
    # Event 8, at least 6 chests: the card says 7; +1 chest.
    assert after.realm.seats["blue"].chests == 23
    assert after.realm.lands["Suruga"].markers == 1
    assert after.calendar.player == "yellow"


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Order("yellow", "tax", "Suruga"), "Suruga is not Yellow's."),
        (Order("yellow", "tax", "Yamato"), "The card of Yamato has been played this round"),
        (Order("blue", "combat-a", "Suruga", "Aki", 2), "Aki is no neighbour of Suruga"),
        (Order("blue", "combat-a", "Suruga", "Kai", 5), "One army must stay behind"),
        (Order("blue", "combat-a", "Musashi", "Kazusa", 1), "Kazusa is out with three players"),
        (Order("blue", "one", "Suruga", "Kai", 1), "This action only moves between one's own provinces"),
        (Order("blue", "tax", "Echigo"), "Echigo is out with three players"),
    ],
)
def test_illegal_turns_are_refused(order: Order, why: str) -> None:
    course = in_action()
    with pytest.raises(Refused) as refused:
        asked_turn(course.state, order)
    assert why in str(refused.value)


def test_a_turn_that_is_over_is_refused() -> None:
    course = in_action()
    do(course, *asked_turn(course.state, Order("red", "tax", "Omi")))
    with pytest.raises(Refused, match="Blue's turn for this action is over"):
        asked_turn(course.state, Order("blue", "tax", "Suruga"))


def test_a_battle_changes_board_and_tower_together() -> None:
    course = in_action()
    before = course.state
    kind, asked = asked_turn(before, Order("blue", "combat-a", "Suruga", "Kai", 4))
    assert kind == "attack"
    do(course, kind, asked)
    assert course.state.tower.throws == 1
    assert full(course).realm.lands["Suruga"].armies == 1
    # Blue's card has been played; a conquered card cannot be played this round.
    assert not {"Suruga", "Kai"} & full(course).cards


def test_a_forged_request_does_not_fit_the_board() -> None:
    course = in_action()
    kind, asked = asked_turn(course.state, Order("blue", "combat-a", "Suruga", "Kai", 4))
    asked["attack"] = {**asked["attack"], "armies": 9}
    with pytest.raises(InputError, match="does not fit the board"):
        course.next(kind, asked)


def test_a_battle_without_the_board_is_refused_where_it_is_kept() -> None:
    course = in_action()
    asked = {"attack": {"attacker": "blue", "armies": 3, "defender": "red", "defenders": 2}, "markers": 0}
    with pytest.raises(Refused, match="companion shogun act"):
        course.next("attack", {**asked, "province": "", "supply": {}, "out": None})


def test_a_real_tower_decides_on_a_kept_board() -> None:
    course = in_action()
    order = Order("blue", "combat-a", "Suruga", "Kai", 4)
    do(course, *asked_turn(course.state, order, {"blue": 4, "green": 1}))
    assert full(course).realm.lands["Kai"] == Land("blue", 3)


def test_hands_in_the_tray_are_counted_on_the_board() -> None:
    course = fixed()
    before = full(course).realm.seats["blue"].supply
    do(course, "tray", {"tray": {"blue": 2}})
    assert full(course).realm.seats["blue"].supply == before - 2
    do(course, "throw", {"cubes": {"blue": 3}, "out": {"blue": 5}, "province": "", "supply": {}})
    assert full(course).realm.seats["blue"].supply == before - 5


def test_a_word_fills_the_tower_anew_and_the_supplies_follow() -> None:
    course = fixed()
    do(course, "word", {"words": [["blue", "sakura"]], "out": None})
    inside = course.state.tower.counts()
    realm = full(course).realm
    for player in realm.players:
        assert realm.seats[player].supply == 62 - 27 - inside.get(player, 0)


def test_the_board_can_be_put_right() -> None:
    course = fixed()
    land = {"owner": "red", "armies": 3, "buildings": ["castle"], "markers": 1}
    do(course, "correct", {"lands": {"Kai": land}, "seats": {"blue": {"chests": 20, "rice": 4}}})
    realm = full(course).realm
    assert realm.lands["Kai"] == Land("red", 3, ("castle",), 1)
    assert realm.seats["blue"].chests == 20
    assert realm.stock.castle == 27
    with pytest.raises(InputError, match="more buildings than sites"):
        course.next(
            "correct",
            {"lands": {"Kai": {**land, "buildings": ["castle", "temple"]}}, "seats": {}},
        )


def test_a_province_put_right_in_winter_revolts_no_more() -> None:
    course = begun()
    do(course, "setup", asked_setup("fixed", season=Season.AUTUMN))
    do(course, "lay", {"actions": None, "specials": None})
    do(course, "event", {"event": None})
    do(course, "bids", {"bids": {"blue": "0", "yellow": "1", "red": "2"}, "chests": {}})
    for player, special in (("red", "six"), ("yellow", "chest"), ("blue", "rice")):
        do(course, "take", {"player": player, "special": special})
    do(course, "end", {})
    do(course, "winter", {"players": {}, "drawn": None, "event": None})
    hungry = full(course).revolting
    assert hungry is not None
    pending = full(course).pending
    assert pending is not None
    gone, *left = pending[hungry][0]
    neutral = {"owner": None, "armies": 0, "buildings": [], "markers": 0}
    do(course, "correct", {"lands": {gone: neutral}, "seats": {}})
    with pytest.raises(Refused, match=f"{gone} was not drawn"):
        asked_winter_revolt(course.state, hungry, gone)
    do(course, "revolt", asked_winter_revolt(course.state, hungry, left[0]))


def test_a_board_under_way() -> None:
    course = begun()
    lands = {
        "Kai": Land("blue", 3, ("castle",), 1),
        "Aki": Land("yellow", 2),
        "Omi": Land("red", 62),
    }
    seats = {player: Seat(0, 4, 5, 20) for player in ("blue", "yellow", "red")}
    with pytest.raises(InputError, match="Red has 62 armies on the board"):
        course.next("setup", asked_setup("board", lands=lands, seats=seats))
    lands["Omi"] = Land("red", 6)
    crowded = {**lands, "Kai": Land("blue", 2, ("castle", "temple"), 0)}
    with pytest.raises(InputError, match="Kai has more buildings than sites"):
        course.next("setup", asked_setup("board", lands=crowded, seats=seats))
    do(course, "setup", asked_setup("board", lands=lands, seats=seats, year=2, season=Season.AUTUMN))
    assert len(full(course).calendar.open) == 2
    assert full(course).realm.seats["red"].points == 20


def test_sea_routes_as_the_table_has_them() -> None:
    course = begun()
    routes = {"added": [("Kii", "Izu")], "removed": [("Shima", "Izu")]}
    do(course, "setup", asked_setup("fixed", **routes))  # type: ignore[arg-type]
    realm = full(course).realm
    assert "Kii" in realm.neighbours("Izu")
    assert "Shima" not in realm.neighbours("Izu")
    with pytest.raises(InputError, match="No sea route joins Aki and Kai"):
        begun().next("setup", asked_setup("fixed", removed=[("Aki", "Kai")]))
    with pytest.raises(InputError, match="neighbours already"):
        begun().next("setup", asked_setup("fixed", added=[("Aki", "Bingo")]))


def test_the_light_calendar_holds_cards_bids_and_winters() -> None:
    course = begun()
    do(course, "setup", asked_setup("light"))
    for _ in range(3):
        do(course, "lay", {"actions": None, "specials": None})
        do(course, "event", {"event": None})
        do(course, "bids", {"bids": {"blue": "3", "yellow": "0", "red": "0"}, "chests": {"blue": 3}})
        while (calendar := calendar_of(course.state.kept)) and calendar.stage == Stage.CHOICE:
            free = next(s for s in calendar.specials if s not in calendar.special_of.values())
            do(course, "take", {"player": calendar.player, "special": free})
        do(course, "end", {})
    players = {
        "blue": {"provinces": 9, "rice": 18},
        "yellow": {"provinces": ["Kai", "Aki", "Omi"], "rice": 0},
        "red": {"provinces": 1, "rice": 18},
    }
    do(course, "winter", {"players": players, "drawn": None, "event": None})
    result = course.step(len(course)).event.result
    assert len(result["drawn"]["yellow"]) == 2
    assert result["needs"]["blue"]["missing"] == 0
    do(course, "points", {"open": None})
    calendar = calendar_of(course.state.kept)
    assert calendar is not None
    assert (calendar.year, calendar.season, len(calendar.open)) == (2, Season.SPRING, 4)
    attack = {"attack": {"attacker": "blue", "armies": 3, "defender": "neutral"}, "markers": 0}
    do(course, "attack", {**attack, "province": "", "supply": {}, "out": None})


def test_the_light_calendar_needs_no_step_told() -> None:
    """Bids, battles and winters alone: what was not told is passed over."""
    course = begun()
    do(course, "setup", asked_setup("light"))
    for season in (Season.SPRING, Season.SUMMER, Season.AUTUMN):
        do(course, "bids", {"bids": {"blue": "2", "yellow": "2", "red": "0"}, "chests": {}})
        calendar = calendar_of(course.state.kept)
        assert calendar is not None
        assert calendar.season == season
        with pytest.raises(Refused, match="were not laid here"):
            course.next("take", {"player": calendar.player, "special": "six"})
    with pytest.raises(Refused, match="winter begins"):
        course.next("bids", {"bids": {"blue": "2", "yellow": "2", "red": "0"}, "chests": {}})
    players = {player: {"provinces": 9, "rice": 9} for player in ("blue", "yellow", "red")}
    with pytest.raises(InputError, match="Several event cards are open"):
        course.next("winter", {"players": players, "drawn": None, "event": None})
    do(course, "winter", {"players": players, "drawn": None, "event": 1})
    assert course.step(len(course)).event.result["needs"]["blue"]["missing"] == 5
    do(course, "lay", {"actions": None, "specials": None})
    calendar = calendar_of(course.state.kept)
    assert calendar is not None
    assert (calendar.year, calendar.season) == (2, Season.SPRING)
    do(course, "end", {})
    do(course, "winter", {"players": players, "drawn": None, "event": 7})
    do(course, "points", {"open": None})
    with pytest.raises(Refused, match="the game is over"):
        course.next("lay", {"actions": None, "specials": None})
    assert verify_log([step.event for step in course], SHOGUN).true


def test_cards_that_players_shuffled_themselves() -> None:
    course = begun()
    do(course, "setup", asked_setup("light", opened=[12, 1, 7, 3]))
    calendar = calendar_of(course.state.kept)
    assert calendar is not None
    assert calendar.open == (12, 1, 7, 3)
    with pytest.raises(InputError, match="Every card lies there once"):
        course.next("lay", {"actions": None, "specials": ["six", "six", "rice", "attack", "defence"]})
    do(course, "lay", {"actions": None, "specials": ["six", "chest", "rice", "attack", "defence"]})
    with pytest.raises(InputError, match="The event card 2 is not open"):
        course.next("event", {"event": 2})
    do(course, "event", {"event": 7})
    with pytest.raises(InputError, match="4 different event cards"):
        begun().next("setup", asked_setup("light", opened=[1, 1, 2, 3]))


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("lay", {"actions": None, "specials": None}),
        ("event", {"event": None}),
        ("bids", {"bids": {"blue": "0", "yellow": "0", "red": "0"}, "chests": {}}),
        ("take", {"player": "blue", "special": "six"}),
        ("end", {}),
        ("winter", {"players": {}, "drawn": None, "event": None}),
        ("points", {"open": None}),
        ("draft", {"player": "blue", "card": "pile", "group": 5}),
        ("correct", {"lands": {}, "seats": {}}),
    ],
)
def test_nothing_is_kept_before_the_set_up(kind: str, asked: dict[str, object]) -> None:
    with pytest.raises(Refused):
        begun().next(kind, asked)


def test_steps_come_in_their_order() -> None:
    course = fixed()
    for kind, asked in [
        ("event", {"event": None}),
        ("bids", {"bids": {"blue": "0", "yellow": "0", "red": "0"}, "chests": {}}),
        ("take", {"player": "blue", "special": "six"}),
        ("end", {}),
        ("winter", {"players": {}, "drawn": None, "event": None}),
        ("points", {"open": None}),
        ("setup", asked_setup("light")),
    ]:
        with pytest.raises(Refused):
            course.next(kind, asked)  # type: ignore[arg-type]


def test_a_revealed_seed_shuffles_nothing_more() -> None:
    course = fixed()
    do(course, "reveal", {})
    with pytest.raises(InputError, match="no more cards can be drawn"):
        course.next("lay", {"actions": None, "specials": None})


def test_two_players_have_no_set_up() -> None:
    course = begun(("blue", "red"))
    with pytest.raises(InputError, match="for 3, 4 or 5 players"):
        course.next("setup", asked_setup("light"))


def test_a_draft_keeps_its_order() -> None:
    course = begun()
    do(course, "setup", asked_setup("draft", first="red"))
    kept = course.state.kept
    assert isinstance(kept, Drafting)
    assert kept.draft.player == "red"
    with pytest.raises(Refused, match="It is Red's turn, not Blue's"):
        course.next("draft", {"player": "blue", "card": "pile", "group": 5})


def test_the_log_is_json_all_through(tmp_path: Path) -> None:
    course = in_action()
    do(course, *asked_turn(course.state, Order("blue", "combat-a", "Suruga", "Kai", 4)))
    for step in course:
        assert json.loads(step.event.record)["result"] == step.event.result
    with pytest.raises(CompanionError):
        course.next("nonsense", {})
