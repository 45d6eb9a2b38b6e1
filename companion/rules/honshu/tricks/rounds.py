"""The course of each of the twelve rounds: dealing, passing, who starts, when it ends."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.data.vocabulary import said_of
from companion.errors import InputError
from companion.sentences import Sentence, say, say_count

ROUNDS = range(1, 13)  # the rounds of a game
PLAYERS = range(2, 6)  # numbers of players
_HAND = 6
MAP_CARDS = 60


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a game."""

    round: int
    players: int
    before: str | None  # done before it: ``set-up``, ``pass-left``, ``deal``, ``pass-right``, or nothing
    after: str | None  # likewise after it; ``score`` after the last
    hand: int  # cards each holds when the round begins
    draw_pile: int

    for_programs = ("round", "players", "before", "after", "hand", "draw_pile", "starts", "text")

    @property
    def starts(self) -> str:
        """The one who plays first: ``order-card``, ``last-trick``, or ``together`` with two players."""
        if self.players == 2:
            return "together"
        return "order-card" if self.round == 1 else "last-trick"

    @property
    def text(self) -> tuple[Sentence, ...]:
        """The round in words, in the order things happen."""
        before, after = (
            "pass-across" if self.players == 2 and what and what.startswith("pass") else str(what)
            for what in (self.before, self.after)
        )
        told = [
            said_of("honshu", "done").get(before),
            say_count("Each player holds {count} card[|s].", self.hand),
        ]
        if self.players == 2:
            told.append(say("Two cards from the draw pile are laid out as the first pair."))
            told.append(say("Nobody starts: both players reveal a hand card together, the second pair."))
        elif self.round == 1:
            told.append(say("The player with order card 1 starts; order cards are dealt at random."))
        else:
            told.append(say("Whoever played the highest value in round {last} starts.", last=self.round - 1))
        return tuple(
            sentence for sentence in (*told, said_of("honshu", "coming").get(after)) if sentence is not None
        )


def round_of(number: int, players: int) -> Round:
    """The course of a round. Source: Honshu booklet, Rounds."""
    if number not in ROUNDS:
        raise InputError("'{value}' is not a round; a game has rounds 1 to 12.", value=number)
    if players not in PLAYERS:
        raise InputError("'{value}' is not a number of players; 2 to 5 play.", value=players)
    dealt = _HAND * (1 if number <= 6 else 2) * players
    drawn = 2 * (number - 1) if players == 2 else 0
    before, after = _BETWEEN.get(number - 1), _BETWEEN.get(number)
    return Round(number, players, before, after, _HAND - (number - 1) % _HAND, MAP_CARDS - dealt - drawn)


def half_of(number: int) -> int:
    """The half of a deal a round is in: 0 and 2 begin with six cards dealt, 1 and 3 with three passed."""
    return (number - 1) // 3


def giver(seat: str, half: int, right: Mapping[str, str]) -> str | None:
    """Who gave a seat the hand of a half; ``None`` where it was dealt, or nobody said who sits there."""
    if half == 1:  # it went to the left
        return right.get(seat)
    return next((each for each, other in right.items() if other == seat), None) if half == 3 else None


_BETWEEN = {0: "set-up", 3: "pass-left", 6: "deal", 9: "pass-right", 12: "score"}
"""Done after a round; after round 0 the game is set up."""
