"""Who plays which colour, and who may act for it."""

from companion.errors import Refused
from companion.rules.shogun.cubes import ARMIES, COLOURS, daimyo
from companion.sentences import Sentence
from companion.service.history import Reversal, last_done
from companion.web.visit import Visit


def called(visit: Visit, colour: str) -> str | Sentence:
    """The name of whoever plays a colour; the colour, where nobody gave one."""
    sitting = visit.house.people.sittings(visit.table_name).get(colour)
    return sitting.name if sitting is not None and sitting.name else daimyo(colour)


def may_act(visit: Visit, colour: str | None) -> bool:
    """True when whoever asks may act for a colour: it is theirs, or nobody sits there with a phone."""
    if colour is None or not visit.decides:
        return False
    return colour in visit.seats or colour not in visit.house.people.sittings(visit.table_name)


def check_turn(visit: Visit, colour: str | None) -> str:
    """The colour whose turn it is, if whoever asks may act for it."""
    if colour is None:
        raise Refused("It is nobody's turn now.")
    if not may_act(visit, colour):
        raise Refused("It is the turn of {player}, on another phone.", player=called(visit, colour))
    return colour


def own_last(visit: Visit) -> Reversal | None:
    """The event that whoever asks can take back now: their own last tap, and the host anybody's."""
    found = last_done(visit.table) if visit.decides else None
    return found if found is not None and found.open_to(visit.who.id, visit.host) else None


def out_of_tower(visit: Visit) -> dict[str, int] | None:
    """The tray of a real tower as it was typed; ``None`` where Companion's is thrown."""
    if not visit.form.has("out"):
        return None
    counts = {colour: visit.form.number(f"out-{colour}", 0, ARMIES, 0) for colour in COLOURS}
    return {colour: count for colour, count in counts.items() if count}
