"""Take the maps of a game player by player (counts, typed squares or a file), and save them as a table."""

import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from companion.answers import AnswerLine
from companion.data.files import read_input
from companion.data.honshu import map as notation
from companion.data.honshu.map import Counts, build_counts, build_map, parse_counts, parse_map
from companion.data.vocabulary import load_phrases, vocabulary
from companion.errors import InputError
from companion.play.honshu import GAME
from companion.play.honshu.changes import EnterCounts, TakeMap
from companion.play.honshu.ending import BeginTable, EndGame
from companion.play.honshu.state import SEATS, HonshuState
from companion.play.honshu.views import view
from companion.rules.honshu.board import DEFAULT_RULINGS
from companion.rules.honshu.score import FinalMap, check_counts, find_uncounted_fallow, score_map, sum_parts
from companion.rules.rulings import Rulings
from companion.sentences import Language, Sentence, join_sentences, join_with_commas, say
from companion.service.honshu.scoring import ScoredMap, build_scored_map
from companion.service.kept_tables import choose_free_name
from companion.service.playing import carry_out
from companion.service.results import note_end
from companion.service.session import Session, StoreOrShelf, open_shelf
from companion.table.shelf import SCORE

_LEFT_OUT = re.compile(r"(.+\.(?:jpe?g|png|webp|hei[cf]))\s+(?:[^\W\d]+\s+)?(\w+(?:,\s*\w+)*)", re.IGNORECASE)
"""A photo, and the cards in it that are not part of the map."""
_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")  # endings of photos
EXAMPLES = {"forest": "10", "town": "17", "lake": "5+1", "factory": "32423", "card": "2"}
"""An example of each count, as it is typed."""


def find_card_question(card: int | None) -> Sentence | None:
    """What must be counted for a scoring card; ``None`` if nothing more."""
    return load_phrases("honshu", "counts").get(str(card))


def describe_counts_input(card: int | None) -> tuple[Sentence, ...]:
    """Explain how each player's counts are typed, and in which order."""
    words = vocabulary("honshu", "count")
    slots = notation.list_asked_counts(card)
    return (
        say(
            "One line for each player: {counts}; such as {example}, or with the words.",
            counts=join_with_commas(map(words.word, slots)),
            example=" ".join(EXAMPLES[slot] for slot in slots),
        ),
        say("Town: the biggest. Lakes: 5+1 are two. Factories: the value for each cube delivered; 0 for none."),
        *filter(None, (find_card_question(card),)),
        say("Or the name of a map's file or photo, or the map itself, row by row, and an empty line."),
        say("An empty line goes back to the previous player; q exits."),
    )


@dataclass(slots=True)
class ScoreEntry:
    """The scoring of a game, entered line by line."""

    names: tuple[str, ...]
    card: int | None = None
    rulings: Rulings = DEFAULT_RULINGS
    lands: list[FinalMap] = field(default_factory=list)  # maps entered so far, in the order of players
    _rows: list[str] = field(default_factory=list)  # rows of the map being typed

    @property
    def maps(self) -> tuple[tuple[str, FinalMap], ...]:
        """The maps entered so far, each with its player's name."""
        return tuple(zip(self.names, self.lands, strict=False))

    @property
    def _tied_players(self) -> tuple[int, ...]:
        """Indices of tied players whose fallow is still missing; empty until every map is entered."""
        if len(self.lands) < len(self.names):
            return ()
        return find_uncounted_fallow(
            [(score_map(land, self.card, self.rulings).total, land.fallow) for land in self.lands]
        )

    @property
    def is_complete(self) -> bool:
        """True when every map is entered, and no tie needs a count of fallow."""
        return len(self.lands) == len(self.names) and not self._tied_players

    @property
    def question(self) -> Sentence:
        if self._rows:
            return say("row {row}", row=len(self._rows) + 1)
        if self.is_complete:
            return say("An empty line goes back, q exits")
        if self._tied_players:
            word = vocabulary("honshu", "count").word("fallow")
            return say("{name}, {what}", name=self.names[self._tied_players[0]], what=word)
        return say("{name}", name=self.names[len(self.lands)])

    def take_line(self, line: str) -> tuple[AnswerLine, ...]:
        """Process one line and describe its effect; an ``InputError`` changes nothing."""
        needs_map = len(self.lands) < len(self.names)  # for a map, not only for fallow
        if self._rows or (line and needs_map and all(notation.find_symbol(word) is not None for word in line.split())):
            return self._take_row(line)
        if not line:
            if not self.lands:
                return (say("There is nobody before {name}; q exits.", name=self.names[0]),)
            self.lands.pop()
            return (say("{name} again.", name=self.names[len(self.lands)]),)
        if self.is_complete:
            raise InputError("Every map is entered; an empty line goes back to the last player, q exits.")
        if self._tied_players:
            seat_index = self._tied_players[0]
            land = self.lands[seat_index]
            assert isinstance(land, Counts)
            (fallow,) = parse_counts(line, ("fallow",))["fallow"]
            check_counts(counts := replace(land, fallow=fallow))
            self.lands[seat_index] = counts
            return ()
        left_out = _LEFT_OUT.fullmatch(line)
        file, others = left_out.groups() if left_out else (line, "")
        ending = Path(file).suffix.lower()
        if ending in _PICTURES:
            from companion.service.honshu.photo import SeenMap, score_photo

            answer = score_photo(Path(file), self.card, self.rulings, without=re.findall(r"\w+", others))
            seen_map = next(each for each in answer.lines if isinstance(each, SeenMap))
            doubts = (*answer.notices, *answer.lines[answer.lines.index(seen_map) + 1 :])
            if "leave cards out" in answer.remedies:  # the photo may be read as several maps
                example = f"{file} 17,B1"
                refusal = say(
                    "It was not accepted: say which cards are not part of it, such as {example}.", example=example
                )
                return (*doubts, refusal)
            return (*self._add_map(seen_map.scored_map.map), *doubts)
        if ending[1:].isalpha() or os.path.lexists(line):
            return self._add_map(parse_map(read_input(line), line))
        return self._add_map(self._parse_counts(line))

    def _take_row(self, line: str) -> tuple[AnswerLine, ...]:
        """Take a typed row of a map, or the empty line that ends it."""
        if line:
            notation.check_row(self._rows, line)
            self._rows.append(line)
            return ()
        rows, self._rows = self._rows, []
        return self._add_map(parse_map("\n".join(rows)))

    def _parse_counts(self, line: str) -> Counts:
        slots = notation.list_asked_counts(self.card)
        parsed = parse_counts(line, (*slots, "fallow"))
        if missing := [vocabulary("honshu", "count").word(slot) for slot in slots if slot not in parsed]:
            raise InputError("Still missing: {what}; type 0 for none.", what=join_with_commas(missing))
        check_counts(counts := build_counts(parsed, self.card))
        return counts

    def _add_map(self, land: FinalMap) -> tuple[AnswerLine, ...]:
        result = build_scored_map(self.names[len(self.lands)], land, self.card, self.rulings)
        self.lands.append(land)
        points = join_sentences((say("{what} {points}", what=part, points=each) for part, each in result.table), ", ")
        odd = (say("Warning: {warning}", warning=warning) for warning in result.warnings)
        return (say("{name}: {what}", name=result.name, what=points), *odd)


_ROWS = ("forest", "town", "lake", "factory", "bonus")  # the rows of the score pad, from the top


def begin_score_table(
    store: StoreOrShelf, names: Sequence[str], card: int | None, rulings: Rulings, today: date
) -> Session[HonshuState]:
    """Begin a table for maps that are only scored; its name has today's date."""
    with open_shelf(store) as shelf:
        name = choose_free_name(shelf, f"honshu-{today}")
    players = dict(zip(SEATS, names, strict=False))
    table = Session(store, name, GAME, BeginTable(players, card, dict(rulings), secrets.token_hex(16)))
    table.store.write_note(name, SCORE, "yes")
    return table


def keep_scores(table: Session[HonshuState], lands: Sequence[FinalMap], today: date) -> None:
    """Write the maps of all players to a table and end its game; maps written before are replaced."""
    with table.store.transaction():
        if table.state.is_over:
            carry_out(table, EndGame(over=False))
        for (seat, map_), land in zip(view(table.state).maps.items(), lands, strict=True):
            request = EnterCounts(seat, land) if isinstance(land, Counts) else TakeMap(seat, tuple(land.grid))
            if map_.land != (land if isinstance(land, Counts) else build_map(land.symbols)):
                carry_out(table, request)
        carry_out(table, EndGame())
    note_end(table, lambda: today)


def render_score_pad(maps: Sequence[ScoredMap], language: Language, day: str) -> bytes:
    """Render the score pad with these maps filled in, as a PDF of one page."""
    from companion.press import score_pad

    columns = []
    for each in maps:
        points = sum_parts(each.score)
        column = [points[row] if row != "bonus" or each.card is not None else "" for row in _ROWS]
        fallow = "" if each.map.fallow is None else each.map.fallow
        columns.append([each.name, *map(str, (*column, each.score.total, fallow))])
    return score_pad.render_score_pad("honshu", columns, language, day)
