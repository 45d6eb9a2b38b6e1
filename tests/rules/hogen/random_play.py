"""Random games of Hogen, played by the rules to the end or for a while, with what each seat could note."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.data.hogen import CALLS, CARDS, Accused, Answered, Called, Opening, Samurai, Saw, SeatEvent, sort_cards
from companion.errors import Refused
from companion.rules.hogen.game import RULINGS, HiddenGame, PublicEvent, PublicGame, deal, find_matches
from companion.rules.rulings import Rulings


@dataclass
class PlayedGame:
    """A game that was played.

    Attributes:
        first: The game when all had rallied.
        events: What the table heard.
        last: The game at the end.
    """

    first: HiddenGame
    events: list[PublicEvent]
    last: HiddenGame

    def build_opening(self, seat: str) -> Opening:
        assert self.first.hands is not None
        assert self.first.turn.palace is not None
        return Opening(
            len(self.first.turn.seats),
            seat,
            sort_cards(self.first.hands[seat]),
            self.first.rallied[seat],
            sort_cards(self.first.turn.palace),
            tuple(self.first.turn.rulings.items()),
        )

    def list_seat_log(self, seat: str) -> list[SeatEvent]:
        """The log of a seat: what all heard, and what it saw itself."""
        lines: list[SeatEvent] = []
        for event in self.events:
            lines.append(event)
            if isinstance(event, Accused) and event.seat == seat and not event.is_right:
                lines += [Saw(other, card) for other, card in self.first.rallied.items() if other != seat]
        return lines


def deal_game(players: int, chance: Random, **rulings: str) -> HiddenGame:
    set_up = deal(players, chance)
    chosen = Rulings(RULINGS, {name.replace("_", "-"): value for name, value in rulings.items()})
    turn = PublicGame.begin(players, frozenset(set_up.palace), set_up.first_seat, chosen)
    game = HiddenGame(turn, {seat: frozenset(cards) for seat, cards in set_up.hands.items()})
    for seat, cards in set_up.hands.items():
        game = game.with_rallied(seat, chance.choice(cards))
    return game


def is_allowed(game: HiddenGame, event: PublicEvent) -> bool:
    try:
        game.check_event(event)
    except Refused:
        return False
    return True


def choose_events(game: HiddenGame, chance: Random, accuse: float) -> list[PublicEvent]:
    turn = game.turn
    assert game.hands is not None
    if turn.asked_seat is not None:
        assert turn.call is not None
        lays = chance.choice(find_matches(turn.call, game.hands[turn.asked_seat]))
        options: list[Samurai] = [card for card in CARDS if card in (turn.palace or ())]
        if turn.rulings["take-back"] == "yes":
            options.append(lays)
        return [Answered(turn.asked_seat, lays, chance.choice(options))]
    assert turn.active is not None
    if chance.random() < accuse:
        others = [seat for seat in turn.seats if seat != turn.active]
        right = {seat: game.rallied[seat] for seat in others}
        guessed = right if chance.random() < 0.1 else dict(zip(others, chance.sample(CARDS, len(others)), strict=True))
        return [game.judge_accusation(turn.active, guessed)]
    calls = [call for call in CALLS if is_allowed(game, Called(turn.active, call))]
    return list(game.announce_call(turn.active, chance.choice(calls)))


def play_at_random(players: int, chance: Random, steps: int, accuse: float = 0.1, **rulings: str) -> PlayedGame:
    """Play so many steps at random, or until the game is over."""
    first = game = deal_game(players, chance, **rulings)
    events: list[PublicEvent] = []
    for _ in range(steps):
        if game.turn.is_over:
            break
        for event in choose_events(game, chance, accuse):
            game.check_event(event)
            game = game.apply(event)
            events.append(event)
    return PlayedGame(first, events, game)
