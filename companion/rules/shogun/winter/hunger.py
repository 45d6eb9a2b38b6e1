"""Winter: rice is lost, every province eats, and the hungry revolt.

Source: Shogun booklet, Winter round; revolt table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from companion.data.shogun import EventCard
from companion.data.vocabulary import told_of
from companion.errors import InputError
from companion.rules.rulings import Rulings
from companion.rules.shogun.chance import Draws, shuffled
from companion.rules.shogun.realm import GREEN, armies, daimyo
from companion.rules.shogun.rulings import DEFAULTS
from companion.sentences import Sentence

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
