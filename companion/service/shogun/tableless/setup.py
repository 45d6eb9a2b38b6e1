"""The set-up to lay out for a game: cards that are out, chests, army groups, the fixed set-up."""

from functools import partial

from companion.answers import Answer, Told, answering
from companion.codec import encode
from companion.data.shogun import Side, StartingGroup, facts
from companion.data.vocabulary import told_of
from companion.play.shogun.set_up import doubtful_sea_routes
from companion.play.shogun.telling.figures import FixedSetup
from companion.rules.shogun.setup import Preparation, prepare
from companion.sentences import Sentence, listed

_told = partial(told_of, "shogun", "set-up")


@answering
def lay_out(side: Side, players: int, fixed: bool = False) -> Answer:
    """The things that players take and lay out."""
    preparation = prepare(facts(), side, players, fixed)
    routes = [
        {"a": border.a, "b": border.b, "confirmed": side == Side.SUN or border.moon_confirmed}
        for border in facts().borders
        if border.kind == "sea"
    ]
    data = {**encode(preparation), "sea_routes": routes}
    lines: list[Told] = [*_lines(preparation)]
    if fixed:
        begun: dict[str, tuple[StartingGroup, ...]] = {}
        for group in facts().fixed_setup(players):
            begun[group.player] = (*begun.get(group.player, ()), group)
        data["fixed"] = begun
        lines += [_told("fixed"), FixedSetup(begun)]
    return Answer(data, tuple(lines))


def _lines(preparation: Preparation) -> tuple[Sentence, ...]:
    sun = preparation.side == Side.SUN
    each, green = preparation.tower
    lines = [
        _told("sun" if sun else "moon", players=preparation.players),
        _told("cards", count=len(preparation.cards), numbers=" ".join(map(str, preparation.other_side))),
    ]
    if preparation.left_out:
        lines.append(_told("out", names=listed(preparation.left_out)))
        if not sun:
            lines.append(_told("no label"))
    lines += [
        _told("takes", chests=preparation.chests),
        _told("groups", groups=" ".join(map(str, preparation.groups)), left=preparation.stack),
        _told("draft"),
        _told("tower", each=each, green=green),
        _told("open"),
    ]
    return (*lines, *(() if sun else doubtful_sea_routes()))
