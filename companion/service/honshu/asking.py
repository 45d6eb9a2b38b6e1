"""An evening's maps, asked for a player at a time, counted, typed or from a file; then kept as a table."""

import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from companion.answers import Told
from companion.data.files import read_given
from companion.data.honshu.map import (
    Counts,
    check_row,
    counts_of,
    map_of,
    read_counts,
    read_map,
    read_symbol,
    wanted,
)
from companion.data.vocabulary import game_words, said_of, vocabulary
from companion.errors import InputError, Refused
from companion.play.honshu import GAME
from companion.play.honshu.ending import BeginTable, EndGame
from companion.play.honshu.state import SEATS, HonshuState
from companion.play.honshu.views import view
from companion.play.honshu.working import TakeMap, TellCounts
from companion.rules.honshu.rulings import DEFAULT_RULINGS
from companion.rules.honshu.score import Land, check_counts, fallow_wanted, parts, score
from companion.rules.rulings import Rulings
from companion.sentences import Language, Sentence, joined, listed, say
from companion.service.honshu.scoring import ScoredMap, scored
from companion.service.kept_tables import unused_name
from companion.service.playing import play
from companion.service.remembered import note_end
from companion.service.session import Keeping, Session, shelf_of

_LEFT_OUT = re.compile(r"(.+\.(?:jpe?g|png|webp|hei[cf]))\s+(?:[^\W\d]+\s+)?(\w+(?:,\s*\w+)*)", re.IGNORECASE)
"""A photo and the cards on it that are not of the map."""
_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")  # endings of the names of photos
EXAMPLES = {"forest": "10", "town": "17", "lake": "5+1", "factory": "32423", "card": "2"}
"""Of each count one as it is typed."""


def asked_by(card: int | None) -> Sentence | None:
    """What a scoring card asks for, if it asks for something."""
    return said_of("honshu", "counts").get(str(card))


def asked_of(card: int | None) -> tuple[Sentence, ...]:
    """What is asked of each player, and in which order it is typed."""
    words = vocabulary("honshu", "count")
    slots = wanted(card)
    return (
        say(
            "A line a player: {counts}; such as {example}, or with the words.",
            counts=listed(map(words.word, slots)),
            example=" ".join(EXAMPLES[slot] for slot in slots),
        ),
        say(
            "Town: the biggest. Lakes: 5+1 are two. Factories: the value for each cube delivered; 0 for none."
        ),
        *filter(None, (asked_by(card),)),
        say("Or the name of a map's file or photo, or the map itself, row by row, and an empty line."),
        say("An empty line goes back to the player before; q leaves."),
    )


@dataclass(slots=True)
class Asking:
    """An evening that is being scored."""

    names: tuple[str, ...]
    card: int | None = None
    rulings: Rulings = DEFAULT_RULINGS
    lands: list[Land] = field(default_factory=list)  # of the first players, as far as they have told it
    _rows: list[str] = field(default_factory=list)  # the rows of a map that is being typed

    @property
    def maps(self) -> tuple[tuple[str, Land], ...]:
        """The maps that were told, with the names of their players."""
        return tuple(zip(self.names, self.lands, strict=False))

    @property
    def _tied(self) -> tuple[int, ...]:
        """Whose fallow is still to be told; nobody's before everybody has told their map."""
        if len(self.lands) < len(self.names):
            return ()
        return fallow_wanted(
            [(score(land, self.card, self.rulings).total, land.fallow) for land in self.lands]
        )

    @property
    def done(self) -> bool:
        """True when nothing is asked any more."""
        return len(self.lands) == len(self.names) and not self._tied

    @property
    def question(self) -> Sentence:
        """Whom the next line is asked of, and for what."""
        if self._rows:
            return say("row {row}", row=len(self._rows) + 1)
        if self.done:
            return say("An empty line goes back, q leaves")
        if self._tied:
            what = vocabulary("honshu", "count").word("fallow")
            return say("{name}, {what}", name=self.names[self._tied[0]], what=what)
        return say("{name}", name=self.names[len(self.lands)])

    def take(self, line: str) -> tuple[Told, ...]:
        """Take a line in, and tell what came of it; an ``InputError`` leaves all as it was."""
        asked = len(self.lands) < len(self.names)  # for a map, and not for fallow alone
        if self._rows or (line and asked and all(read_symbol(word) is not None for word in line.split())):
            return self._row(line)
        if not line:
            if not self.lands:
                return (say("There is nobody before {name}; q leaves.", name=self.names[0]),)
            self.lands.pop()
            return (say("{name} again.", name=self.names[len(self.lands)]),)
        if self.done:
            raise InputError("Every map is told; an empty line goes back to the last player, q leaves.")
        if self._tied:
            at = self._tied[0]
            land = self.lands[at]
            assert isinstance(land, Counts)
            (fallow,) = read_counts(line, ("fallow",))["fallow"]
            check_counts(counts := replace(land, fallow=fallow))
            self.lands[at] = counts
            return ()
        left_out = _LEFT_OUT.fullmatch(line)
        file, others = left_out.groups() if left_out else (line, "")
        ending = Path(file).suffix.lower()
        if ending in _PICTURES:
            from companion.service.honshu.photo import SeenMap, score_photo

            answer = score_photo(Path(file), self.card, self.rulings, without=re.findall(r"\w+", others))
            seen = next(each for each in answer.lines if isinstance(each, SeenMap))
            doubts = (*answer.notices, *answer.lines[answer.lines.index(seen) + 1 :])
            if "leave cards out" in answer.remedies:  # several maps may be meant
                how = f"{file} 17,B1"
                again = say("It is not taken: say which cards are not of it, such as {example}.", example=how)
                return (*doubts, again)
            return (*self._told(seen.scored.map), *doubts)
        if ending[1:].isalpha() or os.path.lexists(line):
            return self._told(read_map(read_given(line), line))
        return self._told(self._counted(line))

    def _row(self, line: str) -> tuple[Told, ...]:
        """A row of a map that is typed; the empty line behind the last one."""
        if line:
            check_row(self._rows, line)
            self._rows.append(line)
            return ()
        rows, self._rows = self._rows, []
        return self._told(read_map("\n".join(rows)))

    def _counted(self, line: str) -> Counts:
        slots = wanted(self.card)
        told = read_counts(line, (*slots, "fallow"))
        if missing := [vocabulary("honshu", "count").word(slot) for slot in slots if slot not in told]:
            raise InputError("What is missing: {what}; 0 for none.", what=listed(missing))
        check_counts(counts := counts_of(told, self.card))
        return counts

    def _told(self, land: Land) -> tuple[Told, ...]:
        """Keep a player's map, and tell what it brings."""
        found = scored(self.names[len(self.lands)], land, self.card, self.rulings)
        self.lands.append(land)
        points = joined((say("{what} {points}", what=what, points=each) for what, each in found.table), ", ")
        odd = (say("Warning: {warning}", warning=warning) for warning in found.warnings)
        return (say("{name}: {what}", name=found.name, what=points), *odd)


_ROWS = ("forest", "town", "lake", "factory", "bonus")  # of the score pad, from the top


def begin_scores(
    store: Keeping, names: Sequence[str], card: int | None, rulings: Rulings, today: date
) -> Session[HonshuState]:
    """A table for a score that is taken today, named by the day."""
    with shelf_of(store) as shelf:
        name = unused_name(shelf, f"honshu-{today}")
    players = dict(zip(SEATS, names, strict=False))
    return Session(store, name, GAME, BeginTable(players, card, dict(rulings), secrets.token_hex(16)))


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
    from companion.press.frame.frame import Page
    from companion.press.games.honshu.scored import filled_pad
    from companion.press.ink.pdf import pdf

    words = game_words("honshu", language.code)
    columns = []
    for each in maps:
        points = parts(each.score)
        told = [points[row] if row != "bonus" or each.card is not None else "" for row in _ROWS]
        fallow = "" if each.map.fallow is None else each.map.fallow
        columns.append([each.name, *map(str, (*told, each.score.total, fallow))])
    return pdf([Page(filled_pad(words, day, columns))], words["pad.title"], language.code)
