"""The set-up to lay out for a game: cards that are out, chests, army groups, the fixed set-up."""

from companion.answers import Answer, Told, answering
from companion.codec import encode
from companion.data.shogun import Side, StartingGroup, facts
from companion.play.shogun.set_up import doubtful_sea_routes
from companion.play.shogun.telling.figures import FixedSetup
from companion.rules.shogun.setup.setup import Preparation, prepare
from companion.sentences import Sentence, listed, say


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
        lines += [say("The fixed set-up, armies in each province:"), FixedSetup(begun)]
    return Answer(data, tuple(lines))


def _lines(preparation: Preparation) -> tuple[Sentence, ...]:
    sun = preparation.side == Side.SUN
    each, green = preparation.tower
    lines = [
        say("Sun side, {players} players.", players=preparation.players)
        if sun
        else say("Moon side, {players} players.", players=preparation.players),
        say(
            "Province cards to keep: {count}; those of the other side go back: {numbers}.",
            count=len(preparation.cards),
            numbers=" ".join(map(str, preparation.other_side)),
        ),
    ]
    if preparation.left_out:
        lines.append(say("Out with three players: {names}.", names=listed(preparation.left_out)))
        if not sun:
            lines.append(
                say("The booklet does not label that list; it is the Moon's by elimination: see your board.")
            )
    lines += [
        say(
            "Each player takes 62 armies, five chest cards, and {chests} in chests.",
            chests=preparation.chests,
        ),
        say(
            "Army groups of each player: {groups}; {left} province cards are left as the stack.",
            groups=" ".join(map(str, preparation.groups)),
            left=preparation.stack,
        ),
        say(
            "Draft: the oldest begins; in turn each takes one of two open cards, or the top of the pile "
            "unseen, and places one group there. Whoever faces the two open cards of their last turn again "
            "puts them under the pile and opens two others."
        ),
        say(
            "Into the tower: {each} armies of each player, {green} green; "
            "what falls out goes to the supplies.",
            each=each,
            green=green,
        ),
        say("Open four event cards; rice and points stand at 0."),
    ]
    return (*lines, *(() if sun else doubtful_sea_routes()))
