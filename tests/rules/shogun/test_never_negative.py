"""No action makes anything negative, however poor a player is and whatever they try."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.shogun import facts
from companion.data.shogun.towers import shipped_presets
from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.shogun.campaign import Campaign, Order, act, faults
from companion.rules.shogun.components import BUILDINGS
from companion.rules.shogun.realm import Land, Seat
from companion.rules.shogun.round.bids import ACTIONS, SPECIALS
from companion.rules.shogun.round.stages import Calendar, Season, Stage
from companion.rules.shogun.rulings import RULINGS
from companion.rules.shogun.setup import realm_of
from companion.rules.shogun.tower.sampling import SeededRandomness
from companion.rules.shogun.tower.tower import fill, filling, throw
from tests.rules.shogun.realms import BOARD

PLAYERS = ("blue", "yellow", "red", "black")
NEAR = ("Kai", "Suruga", "Sagami", "Musashi", "Shinano", "Totomi")
FILLED = fill(shipped_presets()["shogun"], filling(PLAYERS), SeededRandomness("poor")).tower


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_action_makes_anything_negative(data: st.DataObject) -> None:
    owners = st.sampled_from([*PLAYERS, None])
    lands = {}
    for name in NEAR:
        owner = data.draw(owners)
        if owner is not None:
            count = min(BOARD.provinces[name].sites, data.draw(st.integers(0, 3)))
            chosen = data.draw(st.permutations(BUILDINGS))[:count]
            kinds = tuple(kind for kind in BUILDINGS if kind in chosen)
            armies = data.draw(st.sampled_from([1, 2, 3, 7]))
            lands[name] = Land(owner, armies, kinds, data.draw(st.integers(0, 3)))
    seats = {
        player: Seat(0, data.draw(st.integers(0, 3)), data.draw(st.integers(0, 18))) for player in PLAYERS
    }
    realm = realm_of(BOARD, PLAYERS, lands, FILLED.counts(), seats)
    # A far province takes in most of a supply, so that it runs short.
    for player in PLAYERS:
        left = data.draw(st.integers(0, 4))
        hidden = realm.seats[player].supply - left
        far = {"blue": "Aki", "yellow": "Iyo", "red": "Tosa", "black": "Noto"}[player]
        realm = realm.with_land(far, Land(player, hidden))
        realm = realm.with_seat(
            player, replace(realm.seats[player], supply=realm.seats[player].supply - hidden)
        )
    assert not [*faults(realm, FILLED)]
    action = data.draw(st.sampled_from(ACTIONS))
    cards = data.draw(st.permutations(SPECIALS))
    calendar = Calendar(
        PLAYERS,
        (),
        (),
        season=Season.SPRING,
        stage=Stage.ACTIONS,
        event=data.draw(st.integers(1, 12)),
        actions=(action, *(name for name in ACTIONS if name != action)),
        specials=SPECIALS,
        taken=dict(zip(PLAYERS, cards, strict=False)),
        order=PLAYERS,
    )
    rulings = Rulings(RULINGS, {each.name: data.draw(st.sampled_from(each.values)) for each in RULINGS})
    province = data.draw(st.sampled_from(NEAR))
    order = Order(
        realm.lands[province].owner or data.draw(st.sampled_from(PLAYERS)),
        action,
        province,
        data.draw(st.sampled_from([*NEAR, None])),
        data.draw(st.integers(0, 12)),
    )
    try:
        came = act(
            Campaign(calendar, realm, frozenset(realm.lands)),
            FILLED,
            order,
            facts().events,
            rulings,
            lambda tower, cubes, judged: throw(tower, cubes, SeededRandomness("thrown")),
        )
    except Refused:
        return
    assert not [*faults(came.campaign.realm, came.tower)]
