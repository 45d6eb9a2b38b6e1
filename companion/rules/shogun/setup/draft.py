"""The draft: players in turn take one of two open province cards, or the top of the pile, and place a group.

Whoever finds the same two open cards again puts them under the pile and opens two new ones.
Source: Shogun booklet, Dividing the provinces.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.data.shogun.facts import shares
from companion.errors import Refused
from companion.rules.shogun.chance import Draws, shuffled
from companion.rules.shogun.realm import Land, daimyo, not_on_turn
from companion.sentences import listed

PILE = "pile"  # the word of a player who takes the top card of the pile unseen
OPEN = 2


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft between two turns."""

    players: tuple[str, ...]  # in order of turns, the oldest player first
    turn: int  # cards that have been taken
    pile: tuple[str, ...]  # province cards face down, the top one first
    open: tuple[str, ...]
    groups: Mapping[str, tuple[int, ...]]  # army groups that each player has not placed yet
    lands: Mapping[str, Land]
    seen: Mapping[str, tuple[str, ...]]  # the open cards each player faced at their last turn
    buried: tuple[str, ...] = ()
    """Put under the pile at the beginning of this turn, because they were faced twice."""

    for_programs = ("player", "open", "buried", "groups")

    @property
    def player(self) -> str | None:
        """The one in turn; ``None`` when all groups are placed."""
        player = self.players[self.turn % len(self.players)]
        return player if self.groups[player] else None


def shuffle_provinces(provinces: Collection[str], draws: Draws) -> tuple[str, ...]:
    """Shuffle the province cards in play, the top one first."""
    return shuffled(sorted(provinces), draws, "draft")


def begin_draft(cards: Sequence[str], players: Sequence[str]) -> Draft:
    """Open two of the shuffled cards, the top one first; the first of the players looks at them."""
    groups = dict.fromkeys(players, shares()[len(players)].groups)
    return _face(Draft(tuple(players), 0, tuple(cards[OPEN:]), tuple(cards[:OPEN]), groups, {}, {}))


def _face(draft: Draft) -> Draft:
    """Let the player in turn look at the open cards; those they faced the last time go under the pile.

    Once is enough: the new ones are not what was faced before, and too small a pile is left as it is.
    """
    player = draft.player
    draft = replace(draft, buried=())
    if player is None:
        return draft
    if set(draft.seen.get(player, ())) == set(draft.open) and len(draft.pile) >= OPEN:
        pile = (*draft.pile, *draft.open)
        draft = replace(draft, buried=draft.open, open=pile[:OPEN], pile=pile[OPEN:])
    return replace(draft, seen={**draft.seen, player: draft.open})


def take_province(draft: Draft, player: str, card: str, group: int) -> Draft:
    """Take an open card, or the top of the ``PILE``, and place a group of that size on its province."""
    if draft.player is None:
        raise Refused("All groups are placed; the draft is over.")
    if player != draft.player:
        raise not_on_turn(player, draft.player)
    if group not in draft.groups[player]:
        raise Refused(
            "{player} has no group of {group} left; these are left: {groups}.",
            player=daimyo(player),
            group=group,
            groups=" ".join(map(str, draft.groups[player])),
        )
    pile, opened = draft.pile, draft.open
    if card == PILE:
        if not pile:
            raise Refused("The pile is empty.")
        card, pile = pile[0], pile[1:]
    elif card in opened:
        kept = tuple(name for name in opened if name != card)
        opened, pile = kept + pile[:1], pile[1:]
    else:
        raise Refused("{card} is not open; open are {open}.", card=card, open=listed(opened))
    left = list(draft.groups[player])
    left.remove(group)
    groups, lands = {**draft.groups, player: tuple(left)}, {**draft.lands, card: Land(player, group)}
    return _face(replace(draft, turn=draft.turn + 1, pile=pile, open=opened, groups=groups, lands=lands))
