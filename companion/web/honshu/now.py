"""What a seat has to do now, first on its table's page, and the taps that do it."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from companion.data.honshu.map import COLOUR_LETTERS
from companion.data.vocabulary import load_phrases
from companion.errors import InputError, Refused
from companion.play.honshu.hands import TellHand, TellNeighbour, has_secret_cards
from companion.play.honshu.views import DecidePair, LayTrickCard, TakeCard, TakeCardBack, TellPair, View
from companion.play.honshu.working import LayCard
from companion.rules.honshu.tricks import MAP_CARDS, PLAYERS
from companion.sentences import Sentence, say
from companion.web.context import Due, PageContext
from companion.web.honshu.squares import STARTS, build_grid, change_own_map, face_of, get_view

_DEALT = 6  # cards that are held when a hand begins


def build_action_values(context: PageContext, now: View) -> Mapping[str, Any]:
    """Build the template values for what the seat in view has to do: its name, and its form."""
    what, sitting = _find_action(context, now), context.app_state.people.sittings(context.table_name)
    waits = (seat for seat in _list_due_seats(now) if what == "wait" and seat not in sitting)
    absent = next((seat for seat in waits if _can_others_enter(context, now, seat)), None)
    cubes = now.get_map(absent or now.own or "")
    return {
        "what": what,
        "absent": absent,
        "missing": context.abandoned_seat if absent is None else None,
        "twice": context.table.history.steps[-1].event.result.get("twice"),
        "starts": _list_starts(now),
        "card_numbers": list_unplayed_cards(now),
        "cubes": build_grid(cubes) if cubes.pile.cubes and (absent or what in ("lay", "decide")) else None,
        "fixed": next((cube for _, play in now.laid if play for cube in play.cubes), None),
        "letters": COLOUR_LETTERS,
        "face_of": face_of,
        "whose": {play.card: play.player for trick in now.tricks[-1:] for play in trick if play.player},
    }


def _list_due_seats(now: View) -> tuple[str, ...]:
    due = now.to_take[:1] or now.to_lay or ((now.decides,) if now.decides else now.waiting_seats)
    return tuple(dict.fromkeys((*_list_filling_seats(now), *due)))


def _list_filling_seats(now: View) -> tuple[str, ...]:
    """The seats that put a card on their map before the next trick begins."""
    return () if now.to_take or now.laid else now.waiting_seats


def _can_others_enter(context: PageContext, now: View, seat: str) -> bool:
    """True where others may enter the move of a seat without a phone: it needs no secret."""
    if now.to_take or now.decides:
        return True
    return seat in now.to_lay and not has_secret_cards(context.table.state, seat)


def due(context: PageContext) -> Due | None:
    """What there is to do now, as the visitor reads it."""
    now = get_view(context)
    what, seats = _find_action(context, now), _list_due_seats(now)
    if now.over:
        return Due(say("All maps are finished."), (), "")
    if now.own is None:
        if is_scoring_only(now):
            return None
        waits = _list_filling_seats(now)
        words = _describe_wait(now, waits) if waits else _describe_action(now, "watch")
        return Due(words, seats) if seats or what else None
    if what in ("", "wait", "watch"):
        return Due(_describe_action(now, what), seats, None if what else "squares")
    return Due(_describe_action(now, what), (now.own, *seats), "")


def is_scoring_only(now: View) -> bool:
    """True where the table only scores maps of a game that is played elsewhere."""
    grown = any(not each.pile.has_only_cards or len(each.pile.cards) > 1 for each in now.maps.values())
    return grown and not (now.tricks or now.laid or now.to_take)


def _describe_action(now: View, what: str) -> Sentence:
    """What there is to do, in one sentence."""
    if what == "map":
        return say("Card {card} waits for your map", card=now.maps[now.own or ""].waiting[0])
    if what not in ("wait", "watch"):
        drawn = not what and now.maps[now.own or ""].land is not None
        return load_phrases("honshu", "due")["own-points" if drawn else what or "own-map"]
    if now.to_take:
        return say("{name} takes a card", name=now.names[now.to_take[0]])
    if now.decides:
        return say("{name} may choose the pair", name=now.names[now.decides])
    if len(now.to_lay) == 1 or (now.tricks and now.to_lay):
        return say("{name} lays a card", name=now.names[now.to_lay[0]])
    return _describe_wait(now, now.to_lay or now.waiting_seats)


def _describe_wait(now: View, seats: tuple[str, ...]) -> Sentence:
    return say("Wait for {names}", names=", ".join(now.names[seat] for seat in seats))


def _find_action(context: PageContext, now: View) -> str:
    if now.own is None or now.mine is None or now.over:  # a screen for all shows the trick that goes on
        return "watch" if not now.over and now.by_phones and (now.laid or now.to_take) else ""
    own, later = now.maps[now.own], context.form.has("later")
    laid = now.tricks or own.seat in dict(now.laid)
    if own.waiting:
        return "map"
    if now.by_phones and own.pile.has_only_cards and not (own.squares or later or laid):
        return "start"
    if now.to_take[:1] == (own.seat,) and now.by_phones:
        return "take"
    if now.has_played_all and own.land is None:
        return "photo"
    if now.to_take or now.has_played_all:
        return "wait" if now.by_phones and (now.to_take or now.waiting_seats) else ""
    if not (now.by_phones and own.pile.has_only_cards and len(now.names) in PLAYERS):
        return ""
    if now.mine.asks_neighbour:
        return "neighbour"
    if now.mine.hand is None and now.mine.held == _DEALT and not later:
        return "hand"
    if len(now.names) == 2 and not now.pair:
        return "pair"
    if now.decides == own.seat:
        return "decide"
    return "lay" if own.seat in now.to_lay else "wait"


def list_unplayed_cards(now: View) -> list[int]:
    """The numbers of the map cards that were not played."""
    return [card for card in range(1, MAP_CARDS + 1) if card not in now.gone]


def _list_starts(now: View) -> list[str]:
    """The start provinces that nobody has; of one side only, once somebody has begun."""
    there = {name for each in now.maps.values() for name in each.pile.names}
    sides = {name[0] for name in there & {*STARTS}}
    return [start for start in STARTS if start not in there and (not sides or start[0] in sides)]


async def act_now(context: PageContext) -> Response:
    """Carry out a tap on the first part of the table's page."""
    whom = context.form.text("for")

    def ask(seat: str) -> object:
        request = _build_request(context, whom or seat)
        if whom and whom not in context.seats:
            secret = has_secret_cards(context.table.state, whom) and not isinstance(request, TakeCard | DecidePair)
            if secret or whom in context.app_state.people.sittings(context.table_name):
                raise Refused("Whoever sits there does that from a phone of their own.")
        return request

    change_own_map(context, ask)
    return (
        context.redirect("card")
        if get_view(context).maps[context.seat or ""].waiting and not whom
        else context.redirect()
    )


def _build_request(context: PageContext, seat: str) -> object:
    form = context.form
    cards = tuple(int(text) for text in form.texts("card") if text.isdecimal() and len(text) < 3)
    if form.has("start"):
        return LayCard(seat, form.choice("start", STARTS), 0, 0)
    if form.has("right"):
        return TellNeighbour(seat, form.text("right"))
    if form.has("take"):
        return TakeCard(seat, form.number("take", 1, MAP_CARDS))
    if form.has("back"):
        return TakeCardBack(context.seat or "")
    if form.has("decide"):
        return DecidePair(seat, form.texts("cube") if form.text("decide") == "choose" else ())
    if form.has("hand"):
        return TellHand(seat, cards)
    if form.has("lay"):
        cards = (form.number("lay", 1, MAP_CARDS),)
    if len(cards) != 1 + form.has("pair"):
        raise InputError("Tap the card first; of a pair both.")
    lays = LayTrickCard(seat, cards[0], form.text("cube"))
    return TellPair((cards[0], cards[-1])) if form.has("pair") else lays
