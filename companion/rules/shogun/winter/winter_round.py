"""The winter round of a game kept by Companion: rice, revolts one by one, points, and the year's end.

No event and no special card is in force; the fourth event card counts for its loss alone.
Source: Shogun booklet, Winter round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.data.shogun import EventCard
from companion.errors import Refused
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.rules.shogun.action.collecting import ActionResult, raise_revolt
from companion.rules.shogun.game.campaign import Campaign, Revolts, Thrower, TurnResult, fight_over
from companion.rules.shogun.realm import GREEN, armies, daimyo, not_on_turn
from companion.rules.shogun.round.events import NO_EVENT
from companion.rules.shogun.round.stages import Stage, close_winter, next_words
from companion.rules.shogun.rulings import DEFAULTS
from companion.rules.shogun.score.scoring import score_board
from companion.rules.shogun.tower.tower import Tower
from companion.rules.shogun.winter.hunger import Hunger, hunger, rice_lost
from companion.sentences import listed, say


def winter_hunger(
    campaign: Campaign, events: Sequence[EventCard], rulings: Rulings = DEFAULTS
) -> dict[str, Hunger]:
    """The winter of each player, in autumn's turn order."""
    calendar, realm = campaign.calendar, campaign.realm
    if calendar.stage != Stage.WINTER:
        raise Refused("This is not the moment for winter. Next: {next}", next=next_words(calendar))
    loss = rice_lost(events[calendar.open_events[0] - 1], rulings)
    return {
        player: hunger(len(realm.owned(player)), realm.seats[player].rice, loss)
        for player in calendar.order or calendar.players
    }


def begin_winter(
    campaign: Campaign,
    events: Sequence[EventCard],
    drawn: Mapping[str, Sequence[str]],
    rulings: Rulings = DEFAULTS,
) -> Campaign:
    """Take the winter's rice, and mark the provinces drawn to revolt."""
    realm = campaign.realm
    pending = {}
    for player, winter in winter_hunger(campaign, events, rulings).items():
        left = max(winter.left - winter.provinces, 0)
        realm = realm.with_seat(player, replace(realm.seats[player], rice=left))
        pending[player] = Revolts(tuple(drawn.get(player, ())), winter.greens)
    calendar = replace(campaign.calendar, stage=Stage.REVOLTS)
    return replace(campaign, calendar=calendar, realm=realm, pending=pending)


def declare_revolt(
    campaign: Campaign, player: str, province: str, rulings: Rulings
) -> tuple[Campaign, ActionResult]:
    """Choose which of a player's drawn provinces revolts next, as far as the tower is not asked."""
    turn = campaign.revolting
    if campaign.calendar.stage != Stage.REVOLTS or turn is None:
        raise Refused("No revolt of winter is left.")
    if player != turn:
        raise not_on_turn(player, turn)
    assert campaign.pending is not None  # somebody's revolts are pending
    provinces, greens = campaign.pending[player]
    if province not in provinces:
        raise Refused(
            "{province} was not drawn; these were: {names}.", province=province, names=listed(provinces)
        )
    left = tuple(name for name in provinces if name != province)
    realm, clash = raise_revolt(campaign.realm, province, NO_EVENT, None, rulings, winter=greens)
    after = replace(campaign, realm=realm, pending={**campaign.pending, player: Revolts(left, greens)})
    line = say(
        "{province} of {player} revolts: {greens}.",
        province=province,
        player=daimyo(player),
        greens=armies({GREEN: clash.muster.cubes.get(GREEN, 0)}),
    )
    return after, ActionResult(realm, (line, *clash.muster.notes), clash=clash)


def winter_revolt(
    campaign: Campaign, tower: Tower, player: str, province: str, rulings: Rulings, thrower: Thrower
) -> TurnResult:
    """Throw one of a player's winter revolts; the player chooses their order."""
    after, action = declare_revolt(campaign, player, province, rulings)
    return fight_over(after, tower, action, rulings, thrower)


def score_winter(campaign: Campaign) -> tuple[Campaign, dict[str, Score[str]]]:
    """Count the points and end the year: markers off, rice to 0, four new events; or the end of the game."""
    closed = close_winter(campaign.calendar)
    if campaign.revolting is not None:
        raise Refused("The revolts come first; next is {player}.", player=daimyo(campaign.revolting))
    realm = campaign.realm
    scores = score_board(realm.board, realm.lands, realm.players)
    for player, score in scores.items():
        seat = realm.seats[player]
        realm = realm.with_seat(player, replace(seat, points=seat.points + score.total, rice=0))
    for name, land in realm.lands.items():
        if land.markers:
            realm = realm.marking(name, -land.markers)
    return replace(campaign, calendar=closed, realm=realm, pending=None), scores
