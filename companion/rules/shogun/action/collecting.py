"""Collecting rice and taxes: the yield of a province, and the revolt its farmers may rise in.

Source: Shogun booklet, Collecting rice; Collecting taxes; Farmers in revolt against a player.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules.rulings import Rulings
from companion.rules.shogun.action.result import ActionResult, Clash
from companion.rules.shogun.battle.muster import Rising, muster_revolt
from companion.rules.shogun.battle.revolt import Revolt
from companion.rules.shogun.components import RICE_TRACK, chest_words
from companion.rules.shogun.cubes import GREEN, armies, daimyo
from companion.rules.shogun.realm import Realm
from companion.rules.shogun.round.actions import YIELDS
from companion.rules.shogun.round.events import limit
from companion.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Harvest:
    """The yield of a province, in steps: its card, then the event, then the special card."""

    printed: int
    event: int
    amount: int

    def lines(self) -> Iterator[Sentence]:
        """The steps that changed something, in words."""
        if self.event != self.printed:
            yield say("The event makes {event} of {printed}.", event=self.event, printed=self.printed)
        if self.amount != self.event:
            yield say("The special card adds 1 to {event}: {amount}.", event=self.event, amount=self.amount)


def harvest(printed: int, what: str, event: str, special: str | None) -> Harvest:
    """The yield of ``chests`` or ``rice``; the event applies first, then the special card."""
    limited = limit(event, what, printed)
    card = {"chests": "chest", "rice": "rice"}[what]
    return Harvest(printed, limited, limited + (special == card))


def collect(
    realm: Realm, player: str, province: str, action: str, event: str, special: str | None, rulings: Rulings
) -> ActionResult:
    """Collect rice or taxes: the yield is received, a revolt marker laid, and a second one means revolt."""
    what = YIELDS[action]
    said: dict[str, object] = {"player": daimyo(player), "province": province}
    land = realm.board.provinces[province]
    got = harvest(land.chests if what == "chests" else land.rice, what, event, special)
    lines = [*got.lines()]
    if what == "chests":
        lines.append(say("{player} takes {chests} from {province}.", **said, chests=chest_words(got.amount)))
        after = realm.earning(player, got.amount)
        if after.stock.more_chests > realm.stock.more_chests:
            lines.append(say("The chests have run out; use something else for those that are missing."))
    else:
        seat = realm.seats[player]
        lines.append(say("{player} takes {count} rice from {province}.", **said, count=got.amount))
        rice = min(seat.rice + got.amount, RICE_TRACK)
        after = realm.with_seat(player, replace(seat, rice=rice))
        if rice < seat.rice + got.amount:
            lines.append(say("The rice track ends at {last}.", last=RICE_TRACK))
    rising = after.lands[province].markers > 0
    after, laid = lay_marker(after, province)
    lines += laid
    if not rising:
        return ActionResult(after, tuple(lines))
    greens = armies({GREEN: after.lands[province].markers})
    lines.append(say("A marker lay there already: the farmers revolt, {greens}.", greens=greens))
    revolting, clash = raise_revolt(after, province, event, special, rulings)
    return ActionResult(revolting, tuple(lines), clash=clash)


def lay_marker(realm: Realm, province: str) -> tuple[Realm, list[Sentence]]:
    """Lay a revolt marker, and say how many there are now."""
    after = realm.marking(province)
    count = after.lands[province].markers
    lines = [say("{province} gets a revolt marker: {count} now.", count=count, province=province)]
    if after.stock.more_markers > realm.stock.more_markers:
        lines.append(say("The revolt markers have run out; use something else for those that are missing."))
    return after, lines


def raise_revolt(
    realm: Realm, province: str, event: str, special: str | None, rulings: Rulings, winter: int | None = None
) -> tuple[Realm, Clash]:
    """Send a province's armies and the farmers into the tower, once the new marker is laid.

    ``winter`` are the green armies of the revolt table; ``None`` outside winter. The table is given back
    without the cubes that are thrown, with what the tower must decide.
    """
    land = realm.lands[province]
    assert land.owner is not None  # farmers revolt against a player
    rising = Rising(
        land.owner,
        land.armies,
        land.markers,
        winter,
        defence_card=special == "defence",
        event=event,
        castle="castle" in land.buildings,
    )
    muster = muster_revolt(rising, realm.supplies, rulings)
    after = realm.with_land(province, replace(land, armies=0)).drawing(muster.from_supply)
    return after, Clash(province, muster, Revolt(land.owner, land.markers, winter is not None), rising)
