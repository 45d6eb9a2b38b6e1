"""The proof that throws were honest: by the log, and by what each phone reckons for itself."""

from weakref import WeakKeyDictionary

from starlette.responses import Response

from companion.answers import Answer
from companion.errors import InputError, Refused
from companion.play.checking import shown_hash
from companion.play.game import game_of
from companion.play.shogun.views import hash_told, records_told, view
from companion.service.checking import check_open
from companion.service.shogun.session import ShogunSession, reveal_seed
from companion.service.shogun.throws import proof_of
from companion.web.pages import WATCHERS, Page
from companion.web.shogun.page import page
from companion.web.visit import Visit

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
        proof=proof_of(here),
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
    visit.do(lambda: reveal_seed(visit.table))
    return visit.go("verify")


def _may_open(visit: Visit) -> bool:
    """True when whoever asks may end the throwing: it ends the game for all."""
    return visit.host or (visit.decides and bool(game_of(visit.table).final_ranks(visit.table)))


async def records(visit: Visit) -> Response:
    """The records that may be read by all, for a phone that reckons for itself."""
    here = visit.table
    return page(visit, "records", records=records_told(here.history))


PAGES = (
    Page("/t/{table}/verify", verify, open_seed, who=WATCHERS, game="shogun"),
    Page("/t/{table}/records", records, who=WATCHERS, game="shogun"),
)
"""The proof."""
