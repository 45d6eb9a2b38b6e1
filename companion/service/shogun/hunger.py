"""A winter reckoned without a table: rice lost, provinces fed, revolts drawn and their green armies."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.errors import InputError
from companion.rules.shogun.chance import SeededDraws
from companion.rules.shogun.cubes import GREEN, armies
from companion.rules.shogun.winter.hunger import draw_revolts, hunger, wrong_draw
from companion.sentences import Sentence, say
from companion.service.answer import Answer, answering

__all__ = ["Larder", "check_owners", "reckon_winter"]


@dataclass(frozen=True, slots=True)
class Larder:
    """Whom a player feeds, and with what.

    Attributes:
        provinces: How many provinces.
        names: Their names, where they were said; only then revolts can be drawn.
        rice: The player's rice before the loss.
    """

    provinces: int
    names: tuple[str, ...]
    rice: int


def check_owners(larders: Mapping[str, Larder]) -> None:
    """Refuse a province that two players would feed.

    Raises:
        InputError: For the first of them.
    """
    named = [name for larder in larders.values() for name in larder.names]
    for province in named:
        if named.count(province) > 1:
            raise InputError("{province} was named for two players.", province=province)


@answering
def reckon_winter(
    larders: Mapping[str, Larder],
    loss: int,
    markers: Mapping[str, int],
    drawn_by_hand: Sequence[str],
    seed: str | None = None,
) -> Answer:
    """What winter means for each player.

    Args:
        larders: Provinces and rice by player.
        loss: Rice everybody loses.
        markers: Revolt markers by province.
        drawn_by_hand: Provinces the players drew themselves.
        seed: What the others are drawn from; a new text where none is given.

    Raises:
        InputError: When a province is not of those named, or the wrong number was drawn.
    """
    check_owners(larders)
    known = {name for larder in larders.values() for name in larder.names}
    for province in (*drawn_by_hand, *markers):
        if province not in known:
            raise InputError("Nobody owns {province}.", province=province)
    key = secrets.token_hex(16) if seed is None else seed
    players: dict[str, object] = {}
    lines: list[Sentence] = []
    chance = False
    for player, larder in larders.items():
        need = hunger(larder.provinces, larder.rice, loss)
        by_hand = [name for name in drawn_by_hand if name in larder.names]
        drawn: Sequence[str] = ()
        if need.revolts and larder.names:
            if by_hand and len(set(by_hand)) != need.revolts:
                raise wrong_draw(need.revolts, player)
            drawn = by_hand or draw_revolts(larder.names, need.revolts, SeededDraws(key), f"winter {player}")
            chance = chance or not by_hand
        greens = {name: need.greens + markers.get(name, 0) for name in drawn}
        players[player] = {
            "provinces": need.provinces,
            "rice": need.rice,
            "left": need.left,
            "missing": need.missing,
            "revolts": need.revolts,
            "greens": need.greens,
            "drawn": [{"province": name, "green": green} for name, green in greens.items()],
        }
        lines += need.lines(player)
        lines += [
            say(
                "  {province} revolts: thrown are {greens} with all armies there.",
                province=name,
                greens=armies({GREEN: green}),
            )
            for name, green in greens.items()
        ]
    data = {"loss": loss, "players": players, "seed": key if chance else None}
    if not chance or seed is not None:
        return Answer(data, tuple(lines))
    return Answer(data, (*lines, say("Drawn from the seed {seed}.", seed=key)), remedies=("seed",))
