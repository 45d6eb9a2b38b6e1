"""The winter round: rice, revolts one by one, points, and the year's end.

No event and no special card is in force; the fourth event card counts for its loss alone.
Source: Shogun booklet, Winter round; revolt table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.data.shogun.facts import EventCard
from companion.data.vocabulary import say_phrase
from companion.errors import InputError, Refused
from companion.rules.rulings import Rulings
from companion.rules.score import Score
from companion.rules.shogun import realm as realms
from companion.rules.shogun.action import ActionResult, raise_revolt
from companion.rules.shogun.campaign import Campaign, Revolts, Thrower, TurnResult, decide_clash
from companion.rules.shogun.score import score_board
from companion.rules.shogun.stages import NO_EVENT, Stage, close_winter, describe_next_stage
from companion.rules.shogun.tower import Tower
from companion.sentences import Sentence, join_with_commas, say

_say = partial(say_phrase, "shogun", "hunger")

REVOLT_TABLE = ((1, 1, 1, 1), (2, 2, 1, 2), (3, 4, 2, 2), (5, 6, 2, 3), (7, 45, 3, 3))
"""Missing rice from, to; provinces in revolt; green armies added to each."""

_TWELFTH = 12  # the event whose loss is not in the booklet


@dataclass(frozen=True, slots=True)
class Hunger:
    """How a player's winter goes, in numbers."""

    provinces: int
    rice: int  # before the loss
    loss: int  # rice lost to the fourth event card, never more than there is
    missing: int  # provinces without rice
    revolts: int  # how many of these provinces revolt
    greens: int

    @property
    def rice_left(self) -> int:
        """Rice left to eat, after the loss."""
        return self.rice - self.loss

    def describe(self, player: str, card: int | None = None) -> tuple[Sentence, ...]:
        """The winter in words; ``card`` is the loss printed on the event card, if that is known."""
        name = realms.name_player(player)
        fields = {"player": name, "rice": self.rice, "provinces": self.provinces}
        if card is not None and card > self.rice:
            loss = _say("all", **fields, card=card)
        else:
            loss = _say("loss", **fields, loss=self.loss, left=self.rice_left)
        if not self.missing:
            return loss, _say("nobody", player=name)
        armies = realms.describe_armies({realms.GREEN: self.greens})
        return loss, _say("hungry", self.revolts, player=name, missing=self.missing, more=armies)


def get_rice_loss(card: EventCard, rulings: Rulings = realms.DEFAULTS) -> int:
    """The rice that the fourth event card takes from every player (ruling ``event-twelve``)."""
    return int(rulings["event-twelve"]) if card.number == _TWELFTH else card.winter_loss


def compute_hunger(provinces: int, rice: int, loss: int) -> Hunger:
    """Compute a player's winter: each province needs 1 rice, and the loss leaves at least 0."""
    rice_lost = min(loss, rice)
    missing = max(provinces - (rice - rice_lost), 0)
    for least, most, revolts, greens in REVOLT_TABLE:
        if least <= missing <= most:
            return Hunger(provinces, rice, rice_lost, missing, revolts, greens)
    return Hunger(provinces, rice, rice_lost, missing, 0, 0)


def draw_revolts(provinces: Sequence[str], count: int, draws: realms.Draws, label: str) -> tuple[str, ...]:
    """Draw the provinces that revolt, as the neighbour on the left draws them from a player's hand."""
    return realms.shuffle_items(sorted(provinces), draws, label)[:count]


def draw_winter_revolts(
    needs: Mapping[str, Hunger],
    hands: Mapping[str, Sequence[str]],
    draws: realms.Draws,
    label: str,
    provinces: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, tuple[str, ...]]:
    """Draw the provinces that revolt from known hands; ``provinces`` are those that players drew by hand."""
    given = provinces or {}
    revolts = {}
    for player, need in needs.items():
        hand = hands.get(player, ())
        if need.revolts and player in hands:
            by_hand = given.get(player)
            if by_hand is None:
                revolts[player] = draw_revolts(hand, need.revolts, draws, f"{label} {player}")
            elif len(set(by_hand)) == need.revolts and set(by_hand) <= set(hand):
                revolts[player] = tuple(by_hand)
    for player in given:
        if player not in revolts:
            raise build_draw_error(needs[player].revolts, player)
    return revolts


def build_draw_error(revolts: int, player: str) -> InputError:
    """The error for provinces drawn by hand that are too many, too few, or not the player's."""
    return InputError(
        "Different provinces to draw for {player}: {count}.", count=revolts, player=realms.name_player(player)
    )


def compute_winter(
    campaign: Campaign, events: Sequence[EventCard], rulings: Rulings = realms.DEFAULTS
) -> dict[str, Hunger]:
    """The winter of each player, in autumn's turn order."""
    calendar, realm = campaign.calendar, campaign.realm
    if calendar.stage != Stage.WINTER:
        raise Refused("This is not the moment for winter. Next: {next}", next=describe_next_stage(calendar))
    loss = get_rice_loss(events[calendar.open_events[0] - 1], rulings)
    return {
        player: compute_hunger(len(realm.list_provinces(player)), realm.seats[player].rice, loss)
        for player in calendar.order or calendar.players
    }


def begin_winter(
    campaign: Campaign,
    events: Sequence[EventCard],
    provinces: Mapping[str, Sequence[str]],
    rulings: Rulings = realms.DEFAULTS,
) -> Campaign:
    """Take the rice that winter costs, and mark the provinces drawn to revolt."""
    realm = campaign.realm
    pending = {}
    for player, winter in compute_winter(campaign, events, rulings).items():
        left = max(winter.rice_left - winter.provinces, 0)
        realm = realm.with_seat(player, replace(realm.seats[player], rice=left))
        pending[player] = Revolts(tuple(provinces.get(player, ())), winter.greens)
    calendar = replace(campaign.calendar, stage=Stage.REVOLTS)
    return replace(campaign, calendar=calendar, realm=realm, revolts=pending)


def declare_revolt(campaign: Campaign, player: str, province: str, rulings: Rulings) -> tuple[Campaign, ActionResult]:
    """Choose which of a player's drawn provinces revolts next, before the tower decides."""
    turn = campaign.revolting_player
    if campaign.calendar.stage != Stage.REVOLTS or turn is None:
        raise Refused("There are no winter revolts left.")
    if player != turn:
        raise realms.build_turn_error(player, turn)
    assert campaign.revolts is not None  # somebody's revolts are pending
    provinces, greens = campaign.revolts[player]
    if province not in provinces:
        raise Refused(
            "{province} was not drawn; these were: {names}.", province=province, names=join_with_commas(provinces)
        )
    left = tuple(name for name in provinces if name != province)
    realm, clash = raise_revolt(campaign.realm, province, NO_EVENT, None, rulings, winter=greens)
    after = replace(campaign, realm=realm, revolts={**campaign.revolts, player: Revolts(left, greens)})
    line = say(
        "{province} of {player} revolts: {greens}.",
        province=province,
        player=realms.name_player(player),
        greens=realms.describe_armies({realms.GREEN: clash.forces.cubes.get(realms.GREEN, 0)}),
    )
    return after, ActionResult(realm, (line, *clash.forces.notes), clash=clash)


def throw_winter_revolt(
    campaign: Campaign, tower: Tower, player: str, province: str, rulings: Rulings, thrower: Thrower
) -> TurnResult:
    """Throw one of a player's winter revolts; the player chooses their order."""
    after, action = declare_revolt(campaign, player, province, rulings)
    return decide_clash(after, tower, action, rulings, thrower)


def score_winter(campaign: Campaign) -> tuple[Campaign, dict[str, Score[str]]]:
    """Score a winter and end the year: markers off, rice to 0, four new events; or the game ends."""
    calendar_after = close_winter(campaign.calendar)
    if campaign.revolting_player is not None:
        raise Refused("The revolts come first; next is {player}.", player=realms.name_player(campaign.revolting_player))
    realm = campaign.realm
    scores = score_board(realm.board, realm.lands, realm.players)
    for player, score in scores.items():
        seat = realm.seats[player]
        realm = realm.with_seat(player, replace(seat, points=seat.points + score.total, rice=0))
    for name, land in realm.lands.items():
        if land.markers:
            realm = realm.with_markers(name, -land.markers)
    return replace(campaign, calendar=calendar_after, realm=realm, revolts=None), scores
