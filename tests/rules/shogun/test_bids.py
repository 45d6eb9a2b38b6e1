"""Bids: order, ties, payment; names of actions; secret plans: which may be laid, or laid once more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.data.catalogue import language
from companion.data.shogun.facts import facts
from companion.data.vocabulary import game_words, normalize_name, vocabulary
from companion.errors import InputError, Refused
from companion.rules.shogun.bids import (
    ACTIONS,
    NO_BID,
    SPECIALS,
    Bid,
    Plan,
    Ranking,
    check_plan,
    copy_plan,
    format_action,
    name_action,
    name_special,
    parse_action,
    parse_bid,
    parse_special,
    propose_plan,
    rank_bids,
)
from companion.rules.shogun.campaign import Campaign, reveal_bids
from companion.rules.shogun.realm import DAIMYO, Land, SeededDraws
from companion.rules.shogun.stages import Calendar, Stage, parse_event
from tests.rules.shogun.realms import build_realm, choose_rulings

DRAWS = SeededDraws("bids")
NAMES = {card.province for card in facts().cards}
BIDS = st.one_of(
    st.integers(0, 4).map(lambda value: Bid(chests=value)),
    st.sampled_from(sorted(NAMES)).map(lambda name: Bid(province=name)),
    st.just(NO_BID),
)


def rank_with_draws(bids: dict[str, Bid], seed: str = "bids") -> Ranking:
    return rank_bids(bids, SeededDraws(seed), "1 spring bids")


def test_bids_rank_chests_then_province_then_zero_then_none() -> None:
    bids = {
        "black": NO_BID,
        "blue": Bid(chests=0),
        "purple": Bid(province="Kai"),
        "red": Bid(chests=1),
        "yellow": Bid(chests=4),
    }
    ranking = rank_with_draws(bids)
    assert ranking.order == ("yellow", "red", "purple", "blue", "black")
    assert ranking.drawn == ()
    assert [bids[player].cost for player in ranking.order] == [4, 1, 0, 0, 0]
    assert str(ranking.lines[2]) == "3. Purple: the card of Kai; pays 0."


def test_province_cards_before_all_chests_is_a_ruling() -> None:
    bids = {"blue": Bid(chests=4), "red": Bid(province="Kai"), "yellow": Bid(chests=0)}
    assert rank_with_draws(bids).order == ("blue", "red", "yellow")
    rulings = choose_rulings(province_bids="all")
    ranking = rank_bids(bids, DRAWS, "bids", rulings=rulings)
    assert ranking.order == ("red", "blue", "yellow")
    assert [each.pays for each in ranking.bids] == [0, 4, 0]


@given(
    st.permutations(DAIMYO),
    st.lists(BIDS, min_size=1, max_size=len(DAIMYO), unique_by=lambda bid: bid.province or object()),
    st.text(max_size=5),
)
def test_turn_order_is_a_permutation_and_never_rises(players: list[str], laid: list[Bid], seed: str) -> None:
    bids = dict(zip(players, laid, strict=False))
    ranking = rank_with_draws(bids, seed)
    assert sorted(ranking.order) == sorted(bids)
    strengths = [bids[player].compute_strength() for player in ranking.order]
    assert strengths == sorted(strengths, reverse=True)
    for group in ranking.drawn:
        assert len({bids[player].compute_strength() for player in group}) == 1
    assert rank_with_draws(bids, seed) == ranking


def test_ties_are_drawn_evenly() -> None:
    bids = {player: Bid(chests=2) for player in ("blue", "red", "yellow")}
    first = [rank_with_draws(bids, f"seed {number}").order[0] for number in range(600)]
    for player in bids:
        assert 150 < first.count(player) < 250


def test_a_bid_above_ones_chests_is_refused() -> None:
    bids = {"blue": Bid(chests=4), "red": Bid(chests=1)}
    with pytest.raises(Refused, match="Blue cannot bid 4; chests available: 3."):
        rank_bids(bids, DRAWS, "", {"blue": 3, "red": 1})
    assert rank_bids(bids, DRAWS, "", {"blue": 4}).order == ("blue", "red")


@pytest.mark.parametrize(
    ("typed", "bid"),
    [("3", Bid(chests=3)), (" awa-boso ", Bid(province="Awa-Boso")), ("none", NO_BID), ("aucune", NO_BID)],
)
def test_typed_bids_are_parsed(typed: str, bid: Bid) -> None:
    assert parse_bid(typed, NAMES) == bid
    assert parse_bid(str(bid), NAMES) == bid


def test_the_card_of_a_province_is_laid_once() -> None:
    twice = {"blue": Bid(province="Kai"), "red": Bid(province="Kai"), "yellow": Bid(chests=2)}
    with pytest.raises(Refused, match="Two players bid the card of Kai; there is only one."):
        rank_bids(twice, DRAWS, "1 spring bids")


@pytest.mark.parametrize("typed", ["5", "", "Atlantis"])
def test_words_that_are_no_bid_are_refused(typed: str) -> None:
    with pytest.raises(InputError, match=r"is not a bid|A bid is 0 to 4"):
        parse_bid(typed, NAMES)


def test_chest_bids_are_paid_to_the_stock_and_a_bid_province_acts_no_more() -> None:
    table = build_realm({"Kai": Land("yellow", 2), "Omi": Land("red", 1)}, chests=4)
    calendar = Calendar(table.players, (), (), stage=Stage.BIDS)
    bids = {"blue": Bid(chests=4), "yellow": Bid(province="Kai"), "red": Bid(chests=0)}
    after = reveal_bids(Campaign(calendar, table, frozenset({"Kai", "Omi"})), bids, ("blue", "yellow", "red"))
    assert isinstance(after, Campaign)
    assert {player: seat.chests for player, seat in after.realm.seats.items()} == {"blue": 0, "yellow": 4, "red": 4}
    assert after.realm.stock.chests == table.stock.chests + 4
    assert after.cards == {"Omi"}
    assert after.calendar.choosers == ("blue", "yellow", "red")


def test_actions_and_special_cards_are_read_as_people_write_them() -> None:
    actions = {"Château": "castle", "Nô": "theatre", "impôt": "tax", " Combat A ": "combat-a", "5": "five"}
    assert {typed: parse_action(typed) for typed in actions} == actions
    specials = {"+1 Défense": "defence", "6 armées": "six", "+1 chest": "chest", "riz": "rice"}
    assert {typed: parse_special(typed) for typed in specials} == specials


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_action_names_on_the_screen_can_be_typed(code: str) -> None:
    """In the player's language: the name of an action or card, as it is printed, and the word beside it."""
    spoken = language(code)
    for name in ACTIONS:
        assert parse_action(name_action(name).translate(spoken)) == name
        assert parse_action(format_action(name).translate(spoken)) == name
    for name in SPECIALS:
        assert parse_special(name_special(name).translate(spoken)) == name
        assert parse_special(vocabulary("shogun", "special").word(name).translate(spoken)) == name
    cards = game_words("shogun", code)
    for kind, names in (("action", map(name_action, ACTIONS)), ("special", map(name_special, SPECIALS))):
        printed = {normalize_name(cards[key]) for key in cards if key.startswith(f"{kind}.name.")}
        assert printed == {normalize_name(name.translate(spoken)) for name in names}


def test_a_mistyped_action_gets_a_guess() -> None:
    with pytest.raises(InputError, match=r"did you mean castle\?") as slip:
        parse_action("castel")
    assert "vouliez-vous dire château" in slip.value.sentence.translate(language("fr"))
    with pytest.raises(InputError, match=r"did you mean attack\?"):
        parse_special("+1 atack")
    with pytest.raises(InputError, match=r"did you mean temple\?"):
        parse_event("temples", facts().events)
    assert parse_event("max-coffres", facts().events) == parse_event("max-chests", facts().events)


OWN = ("Kai", "Aki", "Omi", "Bizen", "Mino", "Izu")


@pytest.mark.parametrize(
    ("cards", "bid", "reason"),
    [
        ({"tax": "Kozuke"}, "0", "is not"),
        ({"tax": "Kai", "rice": "Kai"}, "0", "laid twice"),
        ({"tax": "Kai"}, "Kai", "laid twice"),
        ({}, "0", "There are only five chest cards"),
        (dict(zip(ACTIONS, OWN, strict=False)), "4", "chests available: 3"),
        (dict(zip(ACTIONS, OWN[:5], strict=False)), "none", "cards enough to bid with one"),
    ],
)
def test_a_plan_is_checked_against_the_cards(cards: dict[str, str], bid: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        check_plan("blue", Plan(cards, bid), OWN, 3)


def test_every_space_takes_a_card_while_there_are_any() -> None:
    assert check_plan("blue", Plan(dict(zip(ACTIONS, OWN, strict=False)), "3"), OWN, 3).chests == 3
    assert check_plan("blue", Plan(dict(zip(ACTIONS, OWN[:5], strict=False)), "Izu"), OWN, 0).province == "Izu"
    assert check_plan("blue", Plan({"tax": "Kai"}, "none"), ("Kai",), 0).province is None
    with pytest.raises(InputError):
        check_plan("blue", Plan({"feast": "Kai"}), OWN, 3)


def test_a_copied_plan_leaves_out_lost_provinces_and_unaffordable_bids() -> None:
    plan = Plan({"tax": "Kai", "rice": "Aki"}, "4")
    assert copy_plan(plan, ("Kai",), 3) == Plan({"tax": "Kai"}, "0")
    assert copy_plan(plan, ("Kai", "Aki"), 4) == plan
    assert copy_plan(Plan({}, "Omi"), ("Kai",), 3).bid == "0"


def test_a_proposed_plan_can_be_laid() -> None:
    cards = list({card.province: card for card in facts().cards if card.province in OWN}.values())
    plan = propose_plan(cards)
    assert sorted(plan.cards.values()) == sorted(OWN)
    richest = max(cards, key=lambda card: card.chests).chests
    assert next(card.chests for card in cards if card.province == plan.cards["tax"]) == richest
    check_plan("blue", plan, OWN, 0)
