"""The winter round: rice, revolts one by one, points, and the year's end.

No event and no special card is in force; the fourth event card counts for its loss alone.
Source: Shogun booklet, Winter round; revolt table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.data.shogun import EventCard
from companion.data.vocabulary import told_of
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.rules.shogun.action import ActionResult, raise_revolt
from companion.rules.shogun.campaign import Campaign, Revolts, Thrower, TurnResult, fight_over
from companion.rules.shogun.realm import GREEN, Draws, armies, daimyo, not_on_turn, shuffled
from companion.rules.shogun.round.bids import NO_EVENT
from companion.rules.shogun.round.stages import Stage, close_winter, next_words
from companion.rules.shogun.rulings import DEFAULTS
from companion.rules.shogun.score import score_board
from companion.rules.shogun.tower import Tower
from companion.sentences import Sentence, listed, say

_told = partial(told_of, "shogun", "hunger")

REVOLT_TABLE = ((1, 1, 1, 1), (2, 2, 1, 2), (3, 4, 2, 2), (5, 6, 2, 3), (7, 45, 3, 3))
"""Missing rice from, to; provinces in revolt; green armies added to each."""


_TWELFTH = 12  # the event whose loss the booklet does not tell


@dataclass(frozen=True, slots=True)
class Hunger:
    """A player's winter in figures."""

    provinces: int
    rice: int  # before the loss
    loss: int  # to the fourth event card; never more than there is
    missing: int  # provinces without rice
    revolts: int  # provinces of them that revolt
    greens: int

    @property
    def left(self) -> int:
        """Rice left to eat, after the loss."""
        return self.rice - self.loss

    def lines(self, player: str, card: int | None = None) -> tuple[Sentence, ...]:
        """The reckoning in words; ``card`` is the loss printed on the event card, where that is known."""
        name = daimyo(player)
        told = {"player": name, "rice": self.rice, "provinces": self.provinces}
        if card is not None and card > self.rice:
            loss = _told("all", **told, card=card)
        else:
            loss = _told("loss", **told, loss=self.loss, left=self.left)
        if not self.missing:
            return loss, _told("nobody", player=name)
        more = armies({GREEN: self.greens})
        return loss, _told("hungry", self.revolts, player=name, missing=self.missing, more=more)


def rice_lost(card: EventCard, rulings: Rulings = DEFAULTS) -> int:
    """The rice that the fourth event card takes from everybody (ruling ``event-twelve``)."""
    return int(rulings["event-twelve"]) if card.number == _TWELFTH else card.winter_loss


def hunger(provinces: int, rice: int, loss: int) -> Hunger:
    """Reckon a player's winter: each province needs 1 rice, and nobody falls below 0."""
    lost = min(loss, rice)
    missing = max(provinces - (rice - lost), 0)
    for least, most, revolts, greens in REVOLT_TABLE:
        if least <= missing <= most:
            return Hunger(provinces, rice, lost, missing, revolts, greens)
    return Hunger(provinces, rice, lost, missing, 0, 0)


def draw_revolts(provinces: Sequence[str], count: int, draws: Draws, label: str) -> tuple[str, ...]:
    """Draw the provinces that revolt, as the left neighbour would from the player's hand."""
    return shuffled(sorted(provinces), draws, label)[:count]


def draw_winter(
    needs: Mapping[str, Hunger],
    hands: Mapping[str, Sequence[str]],
    draws: Draws,
    label: str,
    drawn: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, tuple[str, ...]]:
    """Draw the provinces that revolt from hands that are known, but for those players have ``drawn``."""
    given = drawn or {}
    found = {}
    for player, need in needs.items():
        hand = hands.get(player, ())
        if need.revolts and player in hands:
            by_hand = given.get(player)
            if by_hand is None:
                found[player] = draw_revolts(hand, need.revolts, draws, f"{label} {player}")
            elif len(set(by_hand)) == need.revolts and set(by_hand) <= set(hand):
                found[player] = tuple(by_hand)
    for player in given:
        if player not in found:
            raise wrong_draw(needs[player].revolts, player)
    return found


def wrong_draw(revolts: int, player: str) -> InputError:
    """The error of provinces drawn by hand: too many, too few, or not the player's."""
    return InputError(
        "So many different provinces of {player} are drawn: {count}.", count=revolts, player=daimyo(player)
    )


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
