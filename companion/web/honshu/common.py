"""Shared by the pages of a table of Honshu: who works on which map, and where a form leads back to."""

from collections.abc import Callable

from companion.answers import Answer
from companion.play.honshu.seating import SitDown
from companion.play.honshu.views import MapView, View, view
from companion.service.playing import play
from companion.web.visit import Visit


def seen(visit: Visit) -> View:
    """The table as whoever asks sees it."""
    return view(visit.table.state, visit.seat)


def mine(visit: Visit, now: View) -> MapView:
    """The map of whoever asks; an empty one before they have done anything."""
    assert visit.seat is not None
    return now.map_of(visit.seat)


def looked_at(visit: Visit, now: View) -> MapView | None:
    """The map a page is about: the one asked for, one's own, else the first."""
    asked = visit.form.text("of") or visit.seat or next(iter(now.maps), "")
    if asked in now.maps:
        return now.maps[asked]
    return mine(visit, now) if asked == visit.seat and asked else None


def on_my_map(
    visit: Visit,
    ask: Callable[[str], object | None],
    then: Callable[[Visit], Answer] = lambda visit: Answer(),
) -> None:
    """Change one's own map by the request that ``ask`` gives, if any; a newcomer sits down first.

    What ``then`` does follows of it.
    """
    seat, table = visit.seat, visit.table
    assert seat is not None

    def do() -> Answer:
        if seat not in table.state.names:
            sitting = visit.house.people.sittings(table.name).get(seat)
            name = (sitting.name if sitting else "") or seat.capitalize()
            seated = play(table, SitDown(seat, name))
            if seated.refused is not None:
                return seated
        request = ask(seat)
        told = Answer() if request is None else play(table, request)
        return told if told.refused is not None else then(visit)

    visit.do(do, stale=True)
