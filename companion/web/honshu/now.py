"""What there is to do now from a seat, first on the page of its table; and the taps that do it."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from companion.data.honshu.map import COLOUR_LETTERS
from companion.data.vocabulary import said_of
from companion.errors import InputError, Refused
from companion.play.honshu.hands import TellHand, TellNeighbour, dealt
from companion.play.honshu.laying import DecidePair, LayTrickCard, TakeCard, TakeCardBack, TellPair
from companion.play.honshu.views import View
from companion.play.honshu.working import LayCard
from companion.rules.honshu.tricks import MAP_CARDS, PLAYERS
from companion.sentences import Sentence, say
from companion.web.honshu.squares import STARTS, face_of, grid, on_my_map, seen
from companion.web.visit import Due, Visit

_DEALT = 6  # cards that are held when a hand begins


def to_do(visit: Visit, now: View) -> Mapping[str, Any]:
    """What is to do from the seat in view, by its name, and what its form is drawn with."""
    what, sitting = _what(visit, now), visit.house.people.sittings(visit.table_name)
    waits = (seat for seat in _due_seats(now) if what == "wait" and seat not in sitting)
    absent = next((seat for seat in waits if _is_told_for(visit, now, seat)), None)
    cubes = now.map_of(absent or now.own or "")
    return {
        "what": what,
        "absent": absent,
        "missing": visit.missing if absent is None else None,
        "twice": visit.table.history.steps[-1].event.result.get("twice"),
        "starts": _starts(now),
        "card_numbers": card_numbers(now),
        "cubes": grid(cubes) if cubes.pile.cubes and (absent or what in ("lay", "decide")) else None,
        "fixed": next((cube for _, play in now.laid if play for cube in play.cubes), None),
        "letters": COLOUR_LETTERS,
        "face_of": face_of,
        "whose": {play.card: play.player for trick in now.tricks[-1:] for play in trick if play.player},
    }


def _due_seats(now: View) -> tuple[str, ...]:
    """The seats that the table waits for."""
    due = now.to_take[:1] or now.to_lay or ((now.decides,) if now.decides else now.filling)
    return tuple(dict.fromkeys((*_filling_first(now), *due)))


def _filling_first(now: View) -> tuple[str, ...]:
    """The seats that have a card for their map, before the next trick is begun."""
    return () if now.to_take or now.laid else now.filling


def _is_told_for(visit: Visit, now: View, seat: str) -> bool:
    """True where others tell what a seat without a phone does: no secret of it is needed."""
    if now.to_take or now.decides:
        return True
    return seat in now.to_lay and not dealt(visit.table.state, seat)


def due(visit: Visit) -> Due | None:
    """What there is to do now, for whoever asks."""
    now = seen(visit)
    what, seats = _what(visit, now), _due_seats(now)
    if now.over:
        return Due(say("All maps are finished."), (), "")
    if now.own is None:
        if scores_alone(now):
            return None
        waits = _filling_first(now)
        words = _wait_for(now, waits) if waits else _words(now, "watch")
        return Due(words, seats) if seats or what else None
    if what in ("", "wait", "watch"):
        return Due(_words(now, what), seats, None if what else "squares")
    return Due(_words(now, what), (now.own, *seats), "")


def scores_alone(now: View) -> bool:
    """True where maps are scored of a game that is played elsewhere."""
    grown = any(not each.pile.by_cards or len(each.pile.cards) > 1 for each in now.maps.values())
    return grown and not (now.tricks or now.laid or now.to_take)


def _words(now: View, what: str) -> Sentence:
    """What there is to do, in one sentence."""
    if what == "map":
        return say("Card {card} waits for your map", card=now.maps[now.own or ""].waiting[0])
    if what not in ("wait", "watch"):
        drawn = not what and now.maps[now.own or ""].land is not None
        return said_of("honshu", "due")["own-points" if drawn else what or "own-map"]
    if now.to_take:
        return say("{name} takes a card", name=now.names[now.to_take[0]])
    if now.decides:
        return say("{name} may choose the pair", name=now.names[now.decides])
    if len(now.to_lay) == 1 or (now.tricks and now.to_lay):
        return say("{name} lays a card", name=now.names[now.to_lay[0]])
    return _wait_for(now, now.to_lay or now.filling)


def _wait_for(now: View, seats: tuple[str, ...]) -> Sentence:
    return say("Wait for {names}", names=", ".join(now.names[seat] for seat in seats))


def _what(visit: Visit, now: View) -> str:
    if now.own is None or now.mine is None or now.over:  # a screen for all shows the trick that goes on
        return "watch" if not now.over and now.by_phones and (now.laid or now.to_take) else ""
    own, later = now.maps[now.own], visit.form.has("later")
    laid = now.tricks or own.seat in dict(now.laid)
    if own.waiting:
        return "map"
    if now.by_phones and own.pile.by_cards and not (own.squares or later or laid):
        return "start"
    if now.to_take[:1] == (own.seat,) and now.by_phones:
        return "take"
    if now.played and own.land is None:
        return "photo"
    if now.to_take or now.played:
        return "wait" if now.by_phones and (now.to_take or now.filling) else ""
    if not (now.by_phones and own.pile.by_cards and len(now.names) in PLAYERS):
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


def card_numbers(now: View) -> list[int]:
    """The numbers of the cards that were not played."""
    return [card for card in range(1, MAP_CARDS + 1) if card not in now.gone]


def _starts(now: View) -> list[str]:
    """The start provinces nobody has; of one side, once somebody has begun."""
    there = {name for each in now.maps.values() for name in each.pile.names}
    sides = {name[0] for name in there & {*STARTS}}
    return [start for start in STARTS if start not in there and (not sides or start[0] in sides)]


async def act_now(visit: Visit) -> Response:
    """Do what a tap on the first part of the table's page asks for."""
    whom = visit.form.text("for")

    def ask(seat: str) -> object:
        request = _asked(visit, whom or seat)
        if whom and whom not in visit.seats:
            secret = dealt(visit.table.state, whom) and not isinstance(request, TakeCard | DecidePair)
            if secret or whom in visit.house.people.sittings(visit.table_name):
                raise Refused("Whoever sits there does that from a phone of their own.")
        return request

    on_my_map(visit, ask)
    return visit.go("card") if seen(visit).maps[visit.seat or ""].waiting and not whom else visit.go()


def _asked(visit: Visit, seat: str) -> object:
    form = visit.form
    cards = tuple(int(text) for text in form.all("card") if text.isdecimal() and len(text) < 3)
    if form.has("start"):
        return LayCard(seat, form.choice("start", STARTS), 0, 0)
    if form.has("right"):
        return TellNeighbour(seat, form.text("right"))
    if form.has("take"):
        return TakeCard(seat, form.number("take", 1, MAP_CARDS))
    if form.has("back"):
        return TakeCardBack(visit.seat or "")
    if form.has("decide"):
        return DecidePair(seat, form.all("cube") if form.text("decide") == "choose" else ())
    if form.has("hand"):
        return TellHand(seat, cards)
    if form.has("lay"):
        cards = (form.number("lay", 1, MAP_CARDS),)
    if len(cards) != 1 + form.has("pair"):
        raise InputError("Tap the card first; of a pair both.")
    lays = LayTrickCard(seat, cards[0], form.text("cube"))
    return TellPair((cards[0], cards[-1])) if form.has("pair") else lays
