"""What the squares of a bought copy look like, as players have told it: kept for the next evening's photo.

Of a map that was taken, the squares that its owner had named are kept: symbols and measures, no pictures.
"""

import json
from collections.abc import Iterable, Sized

from companion.answers import Answer
from companion.data.honshu.map import SQUARES
from companion.errors import TableError
from companion.sentences import Sentence, say, say_count
from companion.service.remembered.names import noted
from companion.service.session import Keeping, shelf_of
from companion.table.shelf import Shelf
from companion.vision.honshu.by_hand.likeness import Example

_COPY = "looks of a bought Honshu"  # the note of the house
_VERSION = [1, 13]  # of the note, and the measures of a square; what another one has written is passed over
_MOST = 240  # squares that are kept, the newest; four maps have as many


def copy_learned(notes: Shelf) -> tuple[Example, ...]:
    """The squares that were named on maps before; what a damaged note held is lost."""
    version, *rows = noted(notes, "", _COPY, list) or [None]
    try:
        found = [(symbol, tuple(map(float, looks))) for symbol, looks in rows if symbol in SQUARES]
    except (TypeError, ValueError):
        return ()
    return tuple(found) if version == _VERSION and all(len(each) == 13 for _, each in found) else ()


def learn_copy(shelf: Shelf, named: Iterable[Example]) -> None:
    """Keep squares that were named, with those before; of very many the oldest go."""
    rows = [(symbol, [round(each, 3) for each in looks]) for symbol, looks in named if symbol in SQUARES]
    shelf.write_note("", _COPY, json.dumps([_VERSION, *(*copy_learned(shelf), *rows)[-_MOST:]]))


def told_copy(learned: Sized) -> Sentence:
    """How much is known of the copy."""
    return say_count("Learned from {count} square[|s] of your copy", len(learned))


def forget_copy(store: Keeping) -> Answer:
    """Strike out what a store knows of the copy, and tell programs of how many squares that was."""
    if learned := copy_kept(store):
        with shelf_of(store) as shelf:
            shelf.write_note("", _COPY, None)
    return Answer({"forgotten": len(learned)}, (say("What was learned of your copy is forgotten."),))


def copy_kept(store: Keeping) -> tuple[Example, ...]:
    """What a store knows of the copy; nothing where there is none."""
    try:
        with shelf_of(store, create=False) as shelf:
            return copy_learned(shelf)
    except TableError:
        return ()
