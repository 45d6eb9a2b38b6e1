"""Winters and bids reckoned without a table: revolts that are drawn, ties that are drawn."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.answers import Answer, answering
from companion.codec import encode
from companion.errors import InputError
from companion.rules.rulings import Rulings
from companion.rules.shogun.chance import SeededDraws
from companion.rules.shogun.realm import GREEN, armies
from companion.rules.shogun.round.bids import Bid, rank_bids
from companion.rules.shogun.rulings import DEFAULTS
from companion.rules.shogun.winter import draw_revolts, hunger, wrong_draw
from companion.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Hand:
    """A player at the beginning of winter: names or number of the provinces, and the rice before the loss."""

    provinces: int | tuple[str, ...]
    rice: int


def check_owners(hands: Mapping[str, Hand]) -> None:
    """Refuse a province that two players would feed."""
    named = [name for hand in hands.values() for name in _names(hand)]
    for province in named:
        if named.count(province) > 1:
            raise InputError("{province} was named for two players.", province=province)


def _names(hand: Hand) -> tuple[str, ...]:
    """The names of the provinces, where they were said; only then revolts can be drawn."""
    return () if isinstance(hand.provinces, int) else hand.provinces


@answering
def reckon_winter(
    hands: Mapping[str, Hand],
    loss: int,
    markers: Mapping[str, int],
    drawn_by_hand: Sequence[str],
    seed: str | None = None,
) -> Answer:
    """The hunger of each player; of provinces with names, those in revolt are drawn."""
    check_owners(hands)
    known = {name for hand in hands.values() for name in _names(hand)}
    for province in (*drawn_by_hand, *markers):
        if province not in known:
            raise InputError("Nobody owns {province}.", province=province)
    key = secrets.token_hex(16) if seed is None else seed
    players: dict[str, object] = {}
    lines: list[Sentence] = []
    chance = False
    for player, hand in hands.items():
        names = _names(hand)
        count = hand.provinces if isinstance(hand.provinces, int) else len(names)
        need = hunger(count, hand.rice, loss)
        by_hand = [name for name in drawn_by_hand if name in names]
        drawn: Sequence[str] = ()
        if need.revolts and names:
            if by_hand and len(set(by_hand)) != need.revolts:
                raise wrong_draw(need.revolts, player)
            drawn = by_hand or draw_revolts(names, need.revolts, SeededDraws(key), f"winter {player}")
            chance = chance or not by_hand
        greens = {name: need.greens + markers.get(name, 0) for name in drawn}
        players[player] = {
            "provinces": need.provinces,
            "rice": need.rice,
            "left": need.left,
            "missing": need.missing,
            "revolts": need.revolts,
            "green": need.greens,
            "drawn": [{"province": name, "green": green} for name, green in greens.items()],
        }
        lines += need.lines(player, loss)
        lines += [
            say(
                "  {province} revolts: thrown are {greens} with all armies there.",
                province=name,
                greens=armies({GREEN: green}),
            )
            for name, green in greens.items()
        ]
    return _drawn({"loss": loss, "players": players}, lines, key if chance else None, seed)


@answering
def rank_revealed_bids(
    bids: Mapping[str, Bid], chests: Mapping[str, int], seed: str | None = None, rulings: Rulings = DEFAULTS
) -> Answer:
    """Rank bids without a table; ties are drawn from the seed, a new text by default."""
    key = secrets.token_hex(16) if seed is None else seed
    ranking = rank_bids(bids, SeededDraws(key), "bids", chests, rulings)
    return _drawn(encode(ranking), ranking.lines, key if ranking.drawn else None, seed)


def _drawn(
    data: Mapping[str, object], lines: Sequence[Sentence], key: str | None, given: str | None
) -> Answer:
    """An answer with the seed that it was drawn from, if any; told where nobody gave it."""
    told = () if key is None or given is not None else (say("Drawn from the seed {seed}.", seed=key),)
    return Answer({**data, "seed": key}, (*lines, *told), remedies=("seed",) if told else ())
