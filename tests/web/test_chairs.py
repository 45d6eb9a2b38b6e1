"""Who sits where is told in words: free, awake, or for how long asleep."""

import pytest

from companion.play.game import Seat
from companion.web.join import SeatChoice
from companion.web.people import Sitting

SEAT, AYA = Seat("B", "", "blue"), Sitting("somebody", "Aya")


@pytest.mark.parametrize(
    ("sitting", "mine", "asleep", "told"),
    [
        (None, False, None, "free"),
        (AYA, True, 90.0, "on this device"),
        (AYA, False, None, "awake"),
        (AYA, False, 59.9, "asleep for 1 minute"),
        (AYA, False, 60.0, "asleep for 2 minutes"),
        (AYA, False, float("inf"), "asleep"),
    ],
)
def test_a_seat_choice_describes_who_sits_there(
    sitting: Sitting | None, mine: bool, asleep: float | None, told: str
) -> None:
    assert SeatChoice(SEAT, sitting, mine, asleep).state.translate() == told
