"""The log of a table proven on the phone itself, throws looked at again, and luck."""

from weakref import WeakKeyDictionary

from starlette.responses import Response

from companion.answers import Answer
from companion.errors import InputError, Refused
from companion.play.game import game_of, shown_hash
from companion.play.shogun.start import RevealSeed
from companion.play.shogun.telling.figures import whole_percents
from companion.play.shogun.views import hash_told, records_told, view
from companion.sentences import Sentence
from companion.service.kept_tables import check_open
from companion.service.shogun.luck import tell_luck
from companion.service.shogun.session import ShogunSession
from companion.service.shogun.throws import throw_at
from companion.web.shogun.page import LARGEST_EVENT, falls_at, led_on, own_last, page
from companion.web.shogun.tower import Choice, again
from companion.web.visit import WATCHERS, Page, Visit

_verified: WeakKeyDictionary[ShogunSession, tuple[str, Answer]] = WeakKeyDictionary()


async def verify(visit: Visit) -> Response:
    """The whole log followed again; once for each last event, for everybody may ask."""
    here = visit.table
    typed = visit.form.text("head")
    head, answer = _verified.get(here, ("", Answer()))
    if head != here.head or typed:
        answer = check_open(here, typed or None)
    if not typed:
        _verified[here] = (here.head, answer)
    return page(
        visit,
        "verify",
        answer=answer,
        seen=view(here.state, visit.seat),
        head=shown_hash(hash_told(here.history.steps[-1]) or ""),
        typed=typed,
        may_open=_may_open(visit),
    )


async def open_seed(visit: Visit) -> Response:
    """The seed opened for all, at the end."""
    if not visit.form.has("sure"):
        raise InputError("Say that the throwing is over: nothing more is thrown from this seed.")
    if not _may_open(visit):
        raise Refused(
            "While the game goes on, only whoever opened the tables may open it; afterwards, everybody."
        )
    visit.play(RevealSeed)
    return visit.go("verify")


def _may_open(visit: Visit) -> bool:
    """True when whoever asks may end the throwing: it ends the game for all."""
    return visit.host or (visit.decides and bool(game_of(visit.table).final_ranks(visit.table)))


async def records(visit: Visit) -> Response:
    """The records that may be read by all, for a phone that reckons for itself."""
    here = visit.table
    return page(visit, "records", records=records_told(here.history))


async def thrown(visit: Visit) -> Response:
    """One throw; the last that stands, where none is named."""
    here = visit.table
    event = visit.form.number("event", 1, LARGEST_EVENT, 0)
    chosen = Choice.read(visit, here.state.real_tower).query if visit.form.has("who-attacks") else {}
    elsewhere = None if event else led_on(visit, "thrown", **chosen)
    if elsewhere is not None:
        return elsewhere
    told = throw_at(here, event or None)
    if told.refused is not None:
        return visit.go("tower")
    data = told.data
    odds = data.get("odds")
    back = own_last(visit) if data["last"] else None
    percents = None if odds is None else whole_percents((odds["win"], odds["tie"], odds["lose"]))
    return page(
        visit,
        "thrown",
        back=None if back is None else back.event,
        thrown=data,
        falls=falls_at(visit, data["event"]),
        fights=bool({*visit.seats} & {*(data["sides"] or {}).values()}),
        percents=percents,
        seen=view(here.state, visit.seat),
        again=again(visit),
        chosen=chosen,
        plain=[each for each in told.lines if isinstance(each, Sentence)],
    )


async def luck(visit: Visit) -> Response:
    """The luck of each player."""
    told = tell_luck(visit.table).data
    return page(visit, "luck", luck=told["players"], remarks=told["remarks"])


PAGES = (
    Page("/t/{table}/verify", verify, open_seed, who=WATCHERS, game="shogun"),
    Page("/t/{table}/records", records, who=WATCHERS, game="shogun"),
    Page("/t/{table}/thrown", thrown, who=WATCHERS, game="shogun", still=True),
    Page("/t/{table}/luck", luck, who=WATCHERS, game="shogun", still=True),
)
"""What proves a throw."""
