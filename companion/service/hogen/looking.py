"""A look at a table of Hogen: all that lies open, a seat's own, the log a player could have kept."""

from dataclasses import dataclass
from pathlib import Path

from companion.answers import Answer, Figure, answering, written
from companion.codec import encode
from companion.data.files import write_text
from companion.data.hogen.log import in_words
from companion.data.outputs import MADE_TEXT
from companion.errors import Refused
from companion.play.game import table_data
from companion.play.hogen.looking import LookAtCards, looked_lines, looks_of
from companion.play.hogen.reversing import heard_event
from companion.play.hogen.telling import heard_words, own_lines, public_lines, seat_named
from companion.play.hogen.views import OVER, RALLYING, View, noted_by, phase_of, view
from companion.sentences import ENGLISH, Language, Sentence
from companion.service.hogen.beginning import HogenSession

Page = list[Sentence | None]  # the lines of a page of a screen that is passed on; ``None`` is an empty one


@dataclass(frozen=True, slots=True)
class KeptLog(Figure):
    """The log a player could have kept, in the notation that is deduced from."""

    text: str


def seen(here: HogenSession, seat: str | None = None) -> View:
    """The part of a table that lies open to all, or that a seat may see, by its letter or player's name."""
    state = here.state
    return view(state, None if seat is None else seat_named(state.players, seat))


def show(here: HogenSession, seat: str | None = None, history: bool = False) -> Answer:
    """All that lies open, or that one seat may see; with everything that was done before it.

    Whoever sits at the keyboard can ask for any seat, so all are told that somebody did.
    """
    with here.held():
        note_look(here, seat)
        now = seen(here, seat)
        done = [heard_event(here.history, step) for step in here.history] if history else []
    told = (line for event in done for line in event.lines)
    open_ = encode(now)
    data = table_data(here, players=open_.pop("names"), **open_, looked=looks_of(here.history))
    data |= {"history": done} if history else {}
    looked = looked_lines(here.history, now)
    return Answer(data, (*told, *looked, *public_lines(now), *own_lines(now)))


def note_look(here: HogenSession, seat: str | None) -> None:
    """Write down that somebody looks at a seat's own cards, while they are a secret.

    Whoever sits there looks at their own cards all the time, on their phone or behind the curtain of a
    screen that is passed on: that is no look. This is for everybody who may be another.
    """
    if seat is not None and phase_of(here.state) != OVER:
        here.do(LookAtCards(seat_named(here.state.players, seat)))


@answering
def seat_log(
    here: HogenSession,
    seat: str,
    output: Path | None = None,
    overwrite: bool = False,
    language: Language = ENGLISH,
) -> Answer:
    """The log a player could have kept: their cards, and all they heard and saw.

    It is refused before all have rallied, where Companion does not hold the cards, and at a table that
    has agreed to deduce without help, until the game is over.
    """
    who = seat_named(here.state.players, seat)
    if not here.state.deduction and phase_of(here.state) != OVER:
        raise Refused("This table deduces without help; its logs are told when the game is over.")
    head, noted = f"{MADE_TEXT}{here.name}, {who}\n", noted_by(here.state, who)
    note_look(here, who)
    data, log = {"seat": who, "log": head + noted}, head + in_words(noted).said(language)
    if output is None:
        return Answer(data, (KeptLog(log),))
    write_text(output, log, overwrite=overwrite, private=True)
    return Answer(data, written((output,)), files=(output,))


def waits_for(here: HogenSession) -> tuple[str, str] | None:
    """The phase of the game, and the seat that has to act or is asked first; ``None`` when all is over."""
    now = seen(here)
    if now.phase == OVER:
        return None
    seat = now.active if now.asked is None else now.asked
    if now.phase == RALLYING:
        seat = next(seat for seat in now.names if seat not in now.laid)
    assert seat is not None
    return now.phase, seat


def common_page(here: HogenSession, new: int) -> Page:
    """All that was heard since the last page, at least the last thing, then the open table."""
    with here.held():
        now = seen(here)
        return [*_heard(here, max(new, 1)), *looked_lines(here.history, now), *public_lines(now)]


def own_page(here: HogenSession, seat: str) -> Page:
    """A seat's own page; only for its player's eyes."""
    with here.held():
        now = seen(here, seat)
        return [*_heard(here, 6), *public_lines(now), None, *own_lines(now), None]


def accuser_page(here: HogenSession, seat: str) -> Page:
    """The page of a player who has just accused wrongly."""
    with here.held():
        return [*_heard(here, 1), *own_lines(seen(here, seat)), None]


def heard(here: HogenSession, last: int | None = None) -> list[Sentence]:
    """Everything the whole table has heard, in order, or the last so many things."""
    state = here.state
    return [heard_words(event, state.players) for event in state.heard[-last if last else None :]]


def _heard(here: HogenSession, last: int) -> Page:
    said = heard(here, last)
    return [*said, *([None] if said else [])]
