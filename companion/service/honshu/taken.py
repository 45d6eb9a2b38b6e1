"""An evening's score as it is kept: a table of Honshu that is over, and the score pad filled in."""

from collections.abc import Sequence
from datetime import date

from companion.data.honshu.counts import Counts
from companion.data.honshu.map import map_of
from companion.data.vocabulary import game_words
from companion.errors import Refused
from companion.play.honshu import GAME
from companion.play.honshu.ending import EndGame
from companion.play.honshu.seating import BeginTable
from companion.play.honshu.state import SEATS, HonshuState
from companion.play.honshu.taking import TakeMap, TellCounts
from companion.play.honshu.views import view
from companion.rules.honshu.score.scoring import Land, parts
from companion.rules.rulings import Rulings
from companion.sentences import Language
from companion.service.honshu.scored import ScoredMap
from companion.service.kept_tables import unused_name
from companion.service.playing import play
from companion.service.remembered.keeping import note_end
from companion.service.session import Session
from companion.service.shelves import Keeping, shelf_of

_ROWS = ("forest", "town", "lake", "factory", "bonus")  # of the score pad, from the top


def begin_scores(
    store: Keeping, names: Sequence[str], card: int | None, rulings: Rulings, today: date
) -> Session[HonshuState]:
    """A table for a score that is taken today, named by the day."""
    with shelf_of(store) as shelf:
        name = unused_name(shelf, f"honshu-{today}")
    return Session(store, name, GAME, BeginTable(dict(zip(SEATS, names, strict=False)), card, dict(rulings)))


def keep_scores(here: Session[HonshuState], lands: Sequence[Land], today: date) -> None:
    """Keep the maps of all players at a table, and that they are finished; those kept before are changed."""
    with here.store.writing():
        if here.state.over:
            _done(here, EndGame(over=False))
        for (seat, map_), land in zip(view(here.state).maps.items(), lands, strict=True):
            asked = TellCounts(seat, land) if isinstance(land, Counts) else TakeMap(seat, tuple(land.grid))
            if map_.land != (land if isinstance(land, Counts) else map_of(land.symbols)):
                _done(here, asked)
        _done(here, EndGame())
    note_end(here, lambda: today)


def _done(here: Session[HonshuState], request: object) -> None:
    refused = play(here, request).refused
    if refused is not None:
        raise Refused(refused)


def pad_pdf(maps: Sequence[ScoredMap], language: Language, day: str) -> bytes:
    """The score pad with these maps filled in, as a PDF of one page."""
    from companion.press.frame.page import Page
    from companion.press.games.honshu.score_pad import filled_pad
    from companion.press.ink.pdf import pdf

    words = game_words("honshu", language.code)
    columns = []
    for each in maps:
        points = parts(each.score)
        told = [points[row] if row != "bonus" or each.card is not None else "" for row in _ROWS]
        fallow = "" if each.map.fallow is None else each.map.fallow
        columns.append([each.name, *map(str, (*told, each.score.total, fallow))])
    return pdf([Page(filled_pad(words, day, columns))], words["pad.title"], language.code)
