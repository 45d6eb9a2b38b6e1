"""A second, slow way to deduce: every arrangement of the hidden cards, each played through the whole log.

Shares no code with the program but the shapes of cards and events, and is written from the rules alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from companion.data.hogen import CARDS, Accused, Answered, Call, Called, Opening, Passed, Samurai, Saw, SeatEvent

World = tuple[tuple[tuple[str, Samurai], ...], tuple[tuple[str, frozenset[Samurai]], ...]]


def list_arrangements(opening: Opening) -> Iterator[World]:
    """All ways to lay the unseen cards: seat by seat a rallied one and a set in hand."""
    seats = "ABCD"[: opening.players]
    others = [seat for seat in seats if seat != opening.own_seat]
    size = len(opening.hand)
    unseen = [c for c in CARDS if c not in opening.hand + opening.palace and c != opening.rallied]

    def lay(at: int, left: list[Samurai]) -> Iterator[tuple[tuple[str, Samurai, frozenset[Samurai]], ...]]:
        if at == len(others):
            assert not left
            yield ()
            return
        for chosen in permutations(left, size + 1):
            rallied, hand = chosen[0], chosen[1:]
            if list(hand) != sorted(hand, key=CARDS.index):
                continue
            for rest in lay(at + 1, [card for card in left if card not in chosen]):
                yield ((others[at], rallied, frozenset(hand)), *rest)

    for laid in lay(0, unseen):
        own = (opening.own_seat, opening.rallied, frozenset(opening.hand))
        rows = sorted((own, *laid), key=lambda row: row[0])
        yield tuple((s, r) for s, r, _ in rows), tuple((s, h) for s, _, h in rows)


def fits(call: Call, card: Samurai) -> bool:
    return (call.clan is None or call.clan == card.clan) and (call.rank is None or call.rank == card.rank)


def could_call(call: Call, rallied: Samurai) -> bool:
    if call.clan is None:
        return rallied.rank != call.rank
    if call.rank is None:
        return rallied.clan != call.clan
    return (rallied.clan == call.clan) != (rallied.rank == call.rank)


def apply_event(world: World, event: SeatEvent, call: Call | None) -> World | None:
    rallied, hands = dict(world[0]), dict(world[1])
    if isinstance(event, Called) and not could_call(event.call, rallied[event.seat]):
        return None
    if isinstance(event, Passed):
        assert call is not None
        if any(fits(call, card) for card in hands[event.seat]):
            return None
    if isinstance(event, Answered):
        if event.lays not in hands[event.seat]:
            return None
        hands[event.seat] = hands[event.seat] - {event.lays} | {event.takes}
    if isinstance(event, Accused) and event.is_right != all(rallied[s] == c for s, c in event.cards):
        return None
    if isinstance(event, Saw) and rallied[event.seat] != event.card:
        return None
    return world[0], tuple(sorted(hands.items()))


def list_worlds_after(opening: Opening, events: Sequence[SeatEvent]) -> list[World]:
    left = []
    for start in list_arrangements(opening):
        world: World | None = start
        call = None
        for event in events:
            assert world is not None
            world = apply_event(world, event, call)
            if world is None:
                break
            if isinstance(event, Called):
                call = event.call
        else:
            assert world is not None
            left.append(world)
    return left


def compute_expected_worlds(
    worlds: Sequence[World], me: str, palace: frozenset[Samurai], call: Call, *, take_back: bool
) -> Fraction:
    """The average number of worlds left after my call, over every answer and take with its chance."""
    chance: defaultdict[object, Fraction] = defaultdict(Fraction)
    fitting: defaultdict[object, int] = defaultdict(int)
    for _, hand_rows in worlds:
        hands = dict(hand_rows)
        order = sorted(hands)
        order = order[order.index(me) + 1 :] + order[: order.index(me)]
        answering = [seat for seat in order if any(fits(call, card) for card in hands[seat])]
        if not answering:
            seen: list[object] = ["nobody"]
        else:
            lays = [card for card in hands[answering[0]] if fits(call, card)]
            seen = [
                (answering[0], laid, taken) for laid in lays for taken in (palace | {laid} if take_back else palace)
            ]
        for each in seen:
            chance[each] += Fraction(1, len(seen) * len(worlds))
            fitting[each] += 1
    return sum((chance[each] * fitting[each] for each in chance), Fraction(0))
