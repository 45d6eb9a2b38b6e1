"""The set-up: what each player gets, fixed provinces, and the draft.

The draft: players in turn take one of two open province cards, or the top of the pile, and place a group
of armies. A player who finds the same two open cards again puts them under the pile and opens two new
ones. Source: Shogun booklet, Dividing the provinces; Set-up; annex, fixed set-ups.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.data.shogun.facts import Board, Border, Facts, Side, shares
from companion.errors import InputError, Refused
from companion.rules.shogun import realm
from companion.rules.shogun.tower import FILL_ARMIES, FILL_GREENS
from companion.sentences import join_with_commas, say_count

PILE = "pile"  # typed to take the top card of the pile unseen
OPEN = 2


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft between two turns."""

    players: tuple[str, ...]  # in order of turns, the oldest player first
    turn: int  # cards that have been taken
    pile: tuple[str, ...]  # province cards face down, the top one first
    open: tuple[str, ...]
    groups: Mapping[str, tuple[int, ...]]  # army groups that each player has not placed yet
    lands: Mapping[str, realm.Land]
    seen: Mapping[str, tuple[str, ...]]  # the open cards that each player found at their last turn
    buried: tuple[str, ...] = ()
    """Cards put under the pile at the start of this turn, because its player found them open twice."""

    json_fields = ("player", "open", "buried", "groups")

    @property
    def player(self) -> str | None:
        """The player on turn; ``None`` when all groups are placed."""
        player = self.players[self.turn % len(self.players)]
        return player if self.groups[player] else None


def shuffle_provinces(provinces: Collection[str], draws: realm.Draws) -> tuple[str, ...]:
    """Shuffle the province cards in play, the top one first."""
    return realm.shuffle_items(sorted(provinces), draws, "draft")


def begin_draft(cards: Sequence[str], players: Sequence[str]) -> Draft:
    """Open two of the shuffled cards, the top one first; the first player looks at them."""
    groups = dict.fromkeys(players, shares()[len(players)].groups)
    return _look_at_cards(Draft(tuple(players), 0, tuple(cards[OPEN:]), tuple(cards[:OPEN]), groups, {}, {}))


def _look_at_cards(draft: Draft) -> Draft:
    """Let the player on turn look at the open cards; those they saw last time go under the pile.

    This happens once a turn, as the new cards differ from those; with fewer than two in the pile, never.
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
        raise realm.build_turn_error(player, draft.player)
    if group not in draft.groups[player]:
        raise Refused(
            "{player} has no group of {group} left; these are left: {groups}.",
            player=realm.name_player(player),
            group=group,
            groups=" ".join(map(str, draft.groups[player])),
        )
    pile, open_cards = draft.pile, draft.open
    if card == PILE:
        if not pile:
            raise Refused("The pile is empty.")
        card, pile = pile[0], pile[1:]
    elif card in open_cards:
        cards = tuple(name for name in open_cards if name != card)
        open_cards, pile = cards + pile[:1], pile[1:]
    else:
        raise Refused("{card} is not open; open are {open}.", card=card, open=join_with_commas(open_cards))
    left = list(draft.groups[player])
    left.remove(group)
    groups = {**draft.groups, player: tuple(left)}
    lands = {**draft.lands, card: realm.Land(player, group)}
    return _look_at_cards(replace(draft, turn=draft.turn + 1, pile=pile, open=open_cards, groups=groups, lands=lands))


class Fill(NamedTuple):
    """The cubes that go into the tower: from each player, and green."""

    each: int
    green: int


@dataclass(frozen=True, slots=True)
class Preparation:
    """The pieces to lay out for a game."""

    side: Side
    players: int
    left_out: tuple[str, ...]
    cards: tuple[int, ...]  # numbers of the province cards to keep
    other_side: tuple[int, ...]  # numbers of the province cards that are for the other side only
    chests: int
    groups: tuple[int, ...]
    stack: int  # province cards that are left after the set-up
    tower: Fill


LETTERS = "ABCDE"  # the fixed set-ups, one for each player, in any seating order
DRAWN = "drawn"  # typed in place of letters, to draw them


def shuffle_letters(players: int, draws: realm.Draws) -> str:
    """Draw which fixed set-up each player has, in seating order."""
    return "".join(realm.shuffle_items(LETTERS[:players], draws, "letters"))


def prepare_game(game_facts: Facts, side: Side, players: int, fixed: bool = False) -> Preparation:
    """The pieces to lay out; with ``fixed`` the armies stand as in the annex."""
    if fixed and side != Side.SUN:
        raise Refused("The fixed set-up is for the Sun side only.")
    share = shares().get(players)
    if share is None:
        raise InputError("Shogun is for 3, 4 or 5 players, not {players}.", players=players)
    board = game_facts.board(side)
    playing = board.list_provinces_in_play(players)
    return Preparation(
        side,
        players,
        tuple(sorted(set(board.provinces) - playing)),
        tuple(sorted(board.provinces[name].card for name in playing)),
        tuple(card.number for card in game_facts.cards if side not in card.sides),
        share.chests,
        share.groups,
        len(playing) - players * len(share.groups),
        Fill(FILL_ARMIES, FILL_GREENS),
    )


def build_fixed_lands(box: Facts, players: Sequence[str], letters: str = LETTERS) -> dict[str, realm.Land]:
    """The fixed set-up of the Sun side; ``letters`` are those of the players, in seating order."""
    seats = dict(zip(letters, players, strict=False))
    return {
        place.province: realm.Land(seats[place.player], place.armies) for place in box.get_fixed_setup(len(players))
    }


def build_realm(
    board: Board,
    players: Sequence[str],
    lands: Mapping[str, realm.Land],
    lodged: Mapping[str, int],
    seats: Mapping[str, realm.Belongings] | None = None,
) -> realm.Realm:
    """The table with its provinces occupied; all other pieces are in the supplies and the stock.

    ``lodged`` are the cubes in tower and tray. ``seats`` hold chests, rice and points of each player in a
    game under way; their supplies are computed here.
    """
    playing = board.list_provinces_in_play(len(players))
    for name in lands:
        if name not in playing:
            raise Refused("{province} is out with three players and may not be entered.", province=name)
        if lands[name].owner is not None and not lands[name].armies:
            raise Refused("{province} has an owner without an army, or the reverse.", province=name)
        if len(lands[name].buildings) > board.provinces[name].sites:
            raise Refused("{province} has more buildings than sites.", province=name)
    all_lands = {name: lands.get(name, realm.Land()) for name in sorted(playing)}
    labels = {}
    for player in players:
        armies = sum(land.armies for land in all_lands.values() if land.owner == player)
        supply = realm.ARMIES - armies - lodged.get(player, 0)
        if supply < 0:
            raise Refused(
                say_count(
                    "{player} has {count} [army|armies] on the board: with those in tower and tray more than {all}.",
                    armies,
                    player=realm.name_player(player),
                    all=realm.ARMIES,
                )
            )
        seat = (seats or {}).get(player) or realm.Belongings(0, shares()[len(players)].chests)
        labels[player] = replace(seat, supply=supply)
    stock = realm.Stock().with_fewer("green", lodged.get(realm.GREEN, 0))
    stock = stock.with_fewer("chests", sum(seat.chests for seat in labels.values()))
    stock = stock.with_fewer("markers", sum(land.markers for land in all_lands.values()))
    for land in all_lands.values():
        for kind in land.buildings:
            stock = stock.with_tile(kind, -1)
            if stock.count_tiles(kind) < 0:
                raise Refused("There are more tiles of one kind on the board than in the box.")
    return realm.Realm(board, tuple(players), all_lands, labels, stock)


def with_routes(board: Board, added: Sequence[tuple[str, str]], removed: Sequence[tuple[str, str]]) -> Board:
    """The board with a table's own sea routes; those of the Moon side are not confirmed."""
    borders = list(board.borders)
    for pair in (*added, *removed):
        for name in pair:
            if name not in board.provinces:
                raise InputError("'{name}' is not a province of this board.", name=name)
    for pair in removed:
        a, b = sorted(pair)
        route = next((each for each in borders if (each.a, each.b, each.kind) == (a, b, "sea")), None)
        if route is None:
            raise InputError("No sea route joins {a} and {b}.", a=a, b=b)
        borders.remove(route)
    for pair in added:
        a, b = sorted(pair)
        if a == b or any((each.a, each.b) == (a, b) for each in borders):
            raise InputError("{a} and {b} are neighbours already.", a=a, b=b)
        borders.append(Border(a, b, "sea", True))
    return replace(board, borders=tuple(borders))
