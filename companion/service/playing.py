"""One request at an open table: played, followed by what follows of itself, and told."""

from typing import TypeVar

from companion.answers import Answer, refusal
from companion.errors import Refused
from companion.play.game import game_of, told
from companion.service.remembered.evenings import note_end
from companion.service.session import Session

S = TypeVar("S")


def play(here: Session[S], request: object) -> Answer:
    """The answer to a request at a table: the outcome of the last event that it led to."""
    with here.held():
        try:
            step, game = here.do(request), game_of(here)
            while (following := game.next_request(step)) is not None:
                step = here.do(following)
            note_end(here)
        except Refused as no:
            return refusal(no)
        return told(here, step)
