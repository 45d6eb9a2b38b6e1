"""The remarkable things of a game of Hogen that is over, found in its log and told in a sentence each."""

from collections import Counter
from collections.abc import Iterator

from companion.data.hogen.events import Accused, Answered, Called, Passed
from companion.data.hogen.log import read_log
from companion.play.hogen.state import HogenState
from companion.play.hogen.views import OVER, noted_by, phase_of
from companion.rules.hogen.deduction import follow
from companion.rules.hogen.turn import said_call
from companion.sentences import Sentence, say, say_count
from companion.table.history import Moment


def remarkable(here: Moment[HogenState]) -> tuple[Sentence, ...]:
    """What was remarkable in a game that is over; of several alike the earliest, and none twice."""
    state = here.state
    if phase_of(state) != OVER or state.first is None:
        return ()
    known = _known(state) if state.dealt and state.first.turn.palace is not None else ()
    return (*known, *_near(state), *_counted(state))


def _known(state: HogenState) -> Iterator[Sentence]:
    """The call that told its caller most, and who could have known all first; where Companion dealt.

    What the right accusation itself opened was known to nobody before it.
    """
    most, told, first, knower = 1.0, None, len(state.heard) + 1, ""
    for seat in state.seats:
        log = read_log(noted_by(state, seat), "")
        before, *moments = follow(log)
        left, call, heard = len(before.worlds), None, 0
        for each, now in zip(log.events, moments, strict=True):
            if isinstance(each.event, Accused) and each.event.right:
                break
            heard += each.event in state.heard  # what one seat alone saw was not heard
            if isinstance(each.event, Called):
                call, left = (each.event, len(now.worlds)) if each.event.seat == seat else (None, 0)
            elif call is not None and isinstance(each.event, Passed | Answered):
                after = len(now.worlds)
                if left / after > most:
                    most, told = left / after, (call, left, after)
            open_to = heard < first and seat not in now.turn.wrong
            if open_to and len(now.certain_rallied()) == len(now.others):
                first, knower = heard, seat
    if told is not None:
        called, left, after = told
        yield say(
            "The call that told most: {name} called {call}, and of {before} ways in which the cards could "
            "lie {after} were left.",
            name=state.players[called.seat],
            call=said_call(called.call),
            before=left,
            after=after,
        )
    calls = sum(isinstance(event, Called) for event in state.heard[:first])
    if knower and calls:
        yield say_count(
            "{name} could have known every rallied samurai first, after {count} call[|s].",
            calls,
            name=state.players[knower],
        )


def _near(state: HogenState) -> Iterator[Sentence]:
    """The first accusation that was wrong in one samurai alone."""
    for event in state.heard:
        if isinstance(event, Accused) and not event.right:
            missed = [seat for seat, card in event.named if state.game.rallied[seat] != card]
            if len(missed) == 1:
                names = state.players
                yield say(
                    "{name} accused rightly in all but the samurai of {other}.",
                    name=names[event.seat],
                    other=names[missed[0]],
                )
                return


def _counted(state: HogenState) -> Iterator[Sentence]:
    """The samurai that wandered most, and who passed most often."""
    laid = Counter(event.lays for event in state.heard if isinstance(event, Answered) and event.lays)
    passed = Counter(event.seat for event in state.heard if isinstance(event, Passed))
    for card, count in laid.most_common(1):
        if count > 1:
            yield say("{card} was laid most often: {count} times.", card=card.read, count=count)
    for seat, count in passed.most_common(1):
        if count > 1:
            yield say("{name} passed most often: {count} times.", name=state.players[seat], count=count)
