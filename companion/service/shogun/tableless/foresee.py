"""The outcome of one action in one province, step by step, without a table."""

from companion.answers import Answer, answering
from companion.data.shogun import Side, facts
from companion.errors import InputError
from companion.rules.rulings import Rulings
from companion.rules.shogun.action import build, collect, harvest, recruit
from companion.rules.shogun.components import BUILDINGS
from companion.rules.shogun.realm import GREEN, Land, Realm, Seat, Stock, armies
from companion.rules.shogun.round.bids import COMBATS, YIELDS, event_words
from companion.rules.shogun.score import check_sites
from companion.sentences import say


@answering
def foresee_action(
    action: str,
    province: str,
    player: str,
    land: Land,
    seat: Seat,
    *,
    side: Side,
    event: str,
    special: str | None,
    rulings: Rulings,
) -> Answer:
    """The outcome of any action but a battle: the event first, then the special card."""
    if action in COMBATS:
        raise InputError("Battles are not foreseen.", remedy="fight")
    board = facts().board(side)
    check_sites(board, province, land.buildings)
    realm = Realm(board, (player,), {province: land}, {player: seat}, Stock())
    if action in BUILDINGS:
        came = build(realm, player, province, action, event)
    elif action in YIELDS:
        came = collect(realm, player, province, action, event, special, rulings)
    else:
        came = recruit(realm, player, province, action, event, special, rulings)
    after, there = came.realm.seats[player], came.realm.lands[province]
    lines = [*([event_words(event)] if event else []), *came.lines]
    revolt = None
    if came.clash is not None:
        thrown = dict(came.clash.muster.cubes)
        revolt = {"green": thrown[GREEN], "thrown": thrown}
        cubes = armies(thrown)
        lines += [
            *came.clash.muster.notes,
            say("Into the tower go {cubes}, with all that lies in the tray.", cubes=cubes),
        ]
    # what is harvested is told as the sentence tells it, though the rice track may end before
    rice = harvest(board.provinces[province].rice, "rice", event, special).amount if action == "rice" else 0
    data = {
        "done": not came.lost,
        "chests": after.chests - seat.chests,
        "rice": rice,
        "armies": there.armies - land.armies if revolt is None else 0,
        "buildings": there.buildings,
        "markers": there.markers,
        "seat": after,
        "revolt": revolt,
        "lines": came.lines,
    }
    return Answer(data, tuple(lines))
