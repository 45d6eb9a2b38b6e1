"""Placing armies: five for 3 chests, three for 2, one for 1.

Source: Shogun booklet, Placing 5 armies, 3 armies, 1 army; special card '6 armies'; event card 12.
"""

from dataclasses import replace

from companion.rules.rulings import Rulings
from companion.rules.shogun.action.result import ActionResult, short_of_chests
from companion.rules.shogun.components import chest_words
from companion.rules.shogun.cubes import daimyo
from companion.rules.shogun.realm import Realm
from companion.rules.shogun.round.actions import RECRUITING
from companion.rules.shogun.round.events import LESS_RECRUITING
from companion.sentences import Sentence, say, say_count


def recruits(action: str, event: str, special: str | None, rulings: Rulings) -> int:
    """The number of armies a recruiting action brings: the event first, then the special card '6 armies'.

    The ruling is ``six-armies``: 6, or 4 under reduced recruiting.
    """
    less = {"five": 3, "three": 2} if event == LESS_RECRUITING else {}
    armies = less.get(action, RECRUITING[action][0])
    if action == "five" and special == "six":
        return int(rulings["six-armies"]) if less else 6
    return armies


def recruit(
    realm: Realm, player: str, province: str, action: str, event: str, special: str | None, rulings: Rulings
) -> ActionResult:
    """Pay and place armies from the supply.

    Where chests are short the action is lost; where armies are short, the ruling ``short-action`` says
    whether it is lost or places what there is at the full price.
    """
    wanted = recruits(action, event, special, rulings)
    said: dict[str, object] = {"player": daimyo(player)}
    cost = RECRUITING[action][1]
    seat = realm.seats[player]
    if seat.chests < cost:
        return ActionResult(realm, (short_of_chests(player, seat.chests, cost),), lost=True)
    placed = min(wanted, seat.supply)
    if placed < wanted and (rulings["short-action"] == "lost" or not placed):
        why = say_count(
            "{player} has no army in the supply; the action is lost.",
            "{player} has not {count} armies in the supply; the action is lost.",
            wanted,
            **said,
        )
        return ActionResult(realm, (why,), lost=True)
    lines: list[Sentence] = []
    if placed < wanted:
        lines.append(
            say(
                "{player} has not {wanted} armies in the supply and places what is there.",
                **said,
                wanted=wanted,
            )
        )
    paid = realm.paying(player, cost)
    seat = paid.seats[player]
    land = paid.lands[province]
    after = paid.with_seat(player, replace(seat, supply=seat.supply - placed))
    after = after.with_land(province, replace(land, armies=land.armies + placed))
    lines.append(placed_words(player, province, placed, cost))
    return ActionResult(after, tuple(lines))


def placed_words(player: str, province: str, count: int, cost: int) -> Sentence:
    """Armies that were placed, and what was paid for them."""
    return say_count(
        "{player} places {count} army in {province} for {cost}.",
        "{player} places {count} armies in {province} for {cost}.",
        count,
        player=daimyo(player),
        province=province,
        cost=chest_words(cost),
    )
