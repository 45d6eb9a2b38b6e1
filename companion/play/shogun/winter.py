"""A winter begins: the hunger of every player, and the provinces that revolt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.answers import Answer, Told
from companion.codec import encode
from companion.data.shogun import facts
from companion.errors import InputError
from companion.play.game import event_data
from companion.play.shogun.keeping import calendar_for, draws_of
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.standing import game_data, next_lines
from companion.play.shogun.views import view
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.realm import GREEN, armies
from companion.rules.shogun.round.stages import Calendar, Stage
from companion.rules.shogun.winter.hunger import Hunger, draw_winter, rice_lost
from companion.rules.shogun.winter.winter_round import begin_winter, told_hunger, winter_hunger
from companion.sentences import Sentence, say
from companion.table.history import EventKind, Moment, Played, Step
from companion.table.log import Body


@dataclass(frozen=True, slots=True)
class Hand:
    """A player at the beginning of winter: names or number of the provinces, and the rice before the loss."""

    provinces: int | tuple[str, ...]
    rice: int


@dataclass(frozen=True, slots=True)
class BeginWinter:
    """Reckon the hunger of winter, and draw the provinces that revolt."""

    # provinces and rice of each player, where the board is not kept
    players: Mapping[str, Hand] = field(default_factory=dict)
    # the provinces that were drawn by hand, by player; ``None`` to draw them from the seed
    drawn: Mapping[str, tuple[str, ...]] | None = None
    event: int | None = None  # the open event card that was left, where several are open


@dataclass(frozen=True, slots=True)
class DrawWinter:
    """Begin a winter as ``BeginWinter`` does, the provinces drawn by hand without their owners."""

    players: Mapping[str, Hand] = field(default_factory=dict)
    drawn: tuple[str, ...] = ()
    event: int | None = None


def _play(state: ShogunState, request: BeginWinter, recorded: Body | None) -> Played[ShogunState]:
    calendar = calendar_for(state, Stage.WINTER)
    needs = _needs(state, calendar, request)
    for player in request.players:
        state.player(player)
    hands: Mapping[str, Sequence[str]] = {
        player: hand.provinces
        for player, hand in request.players.items()
        if not isinstance(hand.provinces, int)
    }
    if isinstance(state.game, Campaign):
        hands = {player: state.game.realm.owned(player) for player in state.players}
    given = request.drawn if recorded is None else recorded["drawn"]
    drawn = draw_winter(needs, hands, draws_of(state), calendar.label, given)
    result = encode({"needs": needs, "drawn": drawn})
    if isinstance(state.game, Campaign):
        return Played(
            result, replace(state, game=begin_winter(state.game, facts().events, drawn, state.rulings))
        )
    greens = {player: need.greens for player, need in needs.items() if need.revolts}
    after = replace(state, game=replace(calendar, stage=Stage.REVOLTS), greens=greens, hungry=drawn)
    return Played(result, after)


def _draw_winter(state: ShogunState, wish: DrawWinter) -> Played[ShogunState]:
    if isinstance(state.game, Campaign):
        if wish.players:
            raise InputError("This table keeps its board; provinces and rice are known.")
        if wish.event is not None:
            raise InputError("This table keeps its board; the fourth event card is known.")
    request = BeginWinter(wish.players, _by_owner(state, wish) if wish.drawn else None, wish.event)
    return replace(_play(state, request, None), written=request)


def _by_owner(state: ShogunState, wish: DrawWinter) -> dict[str, tuple[str, ...]]:
    """The provinces that were drawn by hand, by the player who owns them."""
    owners: dict[str, str] = {}
    for player in state.players:
        owned: int | tuple[str, ...] = ()
        if isinstance(state.game, Campaign):
            owned = state.game.realm.owned(player)
        elif player in wish.players:
            owned = wish.players[player].provinces
        owners |= {} if isinstance(owned, int) else dict.fromkeys(owned, player)
    found: dict[str, tuple[str, ...]] = {}
    for province in wish.drawn:
        if province not in owners:
            raise InputError("Nobody owns {province}.", province=province)
        found[owners[province]] = (*found.get(owners[province], ()), province)
    return found


def _needs(state: ShogunState, calendar: Calendar, request: BeginWinter) -> dict[str, Hunger]:
    """The hunger of each player: from the board, or from what they say."""
    if isinstance(state.game, Campaign):
        return winter_hunger(state.game, facts().events, state.rulings)
    hands = {
        player: (hand.provinces if isinstance(hand.provinces, int) else len(hand.provinces), hand.rice)
        for player, hand in request.players.items()
    }
    return told_hunger(calendar, facts().events, hands, request.event, state.rulings)


def tell_winter(here: Moment[ShogunState], step: Step[ShogunState]) -> Answer:
    """The hunger of every player, and the provinces drawn."""
    seen, result = view(step.after), step.event.result
    players = {
        player: {"green" if key == "greens" else key: value for key, value in need.items()}
        for player, need in result["needs"].items()
    }
    data = event_data(here, step, players=players, drawn=result["drawn"], game=game_data(seen))
    lines: list[Told] = []
    calendar = seen.calendar
    assert calendar is not None  # a draft has no winter
    left = step.request.event or calendar.open_events[0]
    card = rice_lost(facts().events[left - 1], step.after.rulings)
    for player in calendar.order or calendar.players:
        need = Hunger(**result["needs"][player])
        lines += need.lines(player, card)
        if not isinstance(seen.game, Campaign):
            lines += [
                say(
                    "  {province} revolts: {greens}, and one for each marker there.",
                    province=province,
                    greens=armies({GREEN: need.greens}),
                )
                for province in result["drawn"].get(player, ())
            ]
    remedies = () if isinstance(seen.game, Campaign) else ("points",)
    return Answer(data, (*lines, *next_lines(seen)), remedies=remedies)


def _line(step: Step[ShogunState]) -> Sentence:
    names = ", ".join(name for each in step.event.result["drawn"].values() for name in each)
    return say("Winter: {names} revolt.", names=names) if names else say("Winter: nobody revolts.")


KIND: EventKind[ShogunState] = EventKind("winter", BeginWinter, _play, tell_winter, _line)
"""The beginning of a winter; its revolts are throws like others."""

WISHES = ((DrawWinter, _draw_winter),)  # provinces drawn by hand: the table knows whose they are
