"""Who is here: every seat of a table with whoever sits on it, awake or asleep."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.play.game import Seat, game_of
from companion.sentences import Sentence, say, say_count
from companion.web.people import COLOUR_WORDS, Sitting, seat_name
from companion.web.visit import Visit


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the pages of joining show it."""

    seat: Seat
    sitting: Sitting | None
    mine: bool
    asleep: float | None  # for how many seconds nothing was heard of them; ``None`` while they are awake
    leaves: bool = False  # true where nobody came, and its player can still be taken out of the game

    @property
    def name(self) -> Sentence | str:
        """The name of whoever sits there."""
        return seat_name(self.seat, self.sitting)

    @property
    def listed(self) -> bool:
        """True where there is somebody to see, or to be taken out of the game."""
        return self.sitting is not None or self.leaves

    @property
    def state(self) -> Sentence:
        """The state of the seat: free, or taken by somebody awake or asleep."""
        if self.sitting is None:
            return say("free")
        if self.mine:
            return say("on this device")
        if self.asleep is None:
            return say("awake")
        if self.asleep == float("inf"):
            return say("asleep")
        return say_count("asleep for {count} minute[|s]", int(self.asleep // 60) + 1)


def names_at(sittings: Mapping[str, Sitting]) -> dict[Sentence, str]:
    """The names of those who sit there, by the words for their colours."""
    return {COLOUR_WORDS[seat]: who.name for seat, who in sittings.items() if seat in COLOUR_WORDS}


def named(value: Any, names: Mapping[Sentence, str]) -> Any:
    """The same sentence with names where it speaks of players by their colours."""
    if not isinstance(value, Sentence) or not value.fields or not names:
        return value

    def told(field: object) -> object:
        return names.get(field) or within(field) if isinstance(field, Sentence) else field

    def within(sentence: Sentence) -> Sentence:
        return replace(sentence, fields=tuple((key, told(each)) for key, each in sentence.fields))

    return within(value)


def chairs_of(visit: Visit) -> tuple[Chair, ...]:
    """The seats of the table that somebody asks about."""
    people = visit.house.people
    sittings = people.sittings(visit.table_name)
    game, state, found = game_of(visit.table), visit.table.state, []
    for seat in game.seats(state):
        sitting = sittings.get(seat.id)
        asleep = people.away(sitting.visitor) if sitting is not None else None
        mine = sitting is not None and visit.visitor is not None and sitting.visitor == visit.visitor.id
        leaves = sitting is None and game.standing_up(state, seat.id) is not None
        found.append(Chair(seat, sitting, mine, asleep, leaves))
    return tuple(found)
