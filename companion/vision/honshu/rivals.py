"""Readings of one map of which only a person can say which holds: more lies there than makes a map."""

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import replace

from companion.data.honshu.cards import load_cards
from companion.errors import InputError
from companion.sentences import Sentence, say, say_count
from companion.vision.honshu.reading import Reading
from companion.vision.honshu.recovery.belonging import Faces, main_part, starts, ways
from companion.vision.honshu.recovery.sighting import upright
from companion.vision.honshu.telling import View, tell


def choose(view: View, cards: int, without: Collection[int]) -> Reading:
    """The reading of the likeliest map of so many cards, with its rivals; a person may have left faces out.

    What lies beside it is only told. Whatever rivals show otherwise is a doubt.
    """
    whole = upright(view.seen, without)
    if not whole.poses:
        raise InputError("No card of a map is left there without those that are to be left out.")
    main = main_part(whole.poses, cards)
    outs = ways(whole.poses, cards) or [Faces()]
    first, *others = found = [upright(view.seen, {*without, *out}) for out in outs]
    unsure = {
        cell
        for cell, top in first.layers.tops.items()
        for each in (*others, whole)
        if (other := each.layers.tops.get(cell)) is None or other[:2] != top[:2]
    }
    reading = tell(view, first, cards, unsure, tuple(_said(main, outs, cards)))
    rivals = [tell(view, each, cards) for each in found if len(found) > 1]
    apart = outs[0].intersection(*outs) - main
    lying = apart.union(view.seen.beside).difference(without)
    lost = Faces(without).difference(view.seen.poses, view.seen.beside)
    unseen = (say("Card {card} was to be left out, but was not found.", card=name) for name in _names(lost))
    return replace(
        reading,
        notes=(*_notes(lying, whole.poses.keys() - apart), *unseen, *reading.notes),
        without=_names(outs[0]),
        rivals=tuple(replace(each, without=_names(out)) for each, out in zip(rivals, outs, strict=False)),
    )


def _names(faces: Collection[int]) -> tuple[str, ...]:
    return tuple(load_cards()[face].name for face in sorted(faces))


def _said(main: Faces, outs: Sequence[Faces], cards: int) -> Iterator[Sentence]:
    """What is amiss with the cards found."""
    amiss = len(main) > cards or starts(main) > 1 or (not starts(main) and len(main) == cards)
    if len(main) > cards:
        yield say_count(
            "More than {count} [card lies|cards lie] there; look whether all of them belong to the map.",
            cards,
        )
    if starts(main) > 1:
        yield say("Two start provinces lie there; a map has one.")
    if not starts(main) and len(main) == cards:
        yield say("No start province is among the cards found; a map has one.")
    if len(outs) > 1 and not amiss:
        yield say_count(
            "Nothing seen joins card[|s] {cards} to the map; say whether [it belongs|they belong] to it.",
            len(outs[-1]),
            cards=", ".join(_names(outs[-1])),
        )


def _notes(beside: Faces, kept: Set[int]) -> Iterator[Sentence]:
    """What lies beside the map: other cards, and second ones of its own."""
    if others := _names(beside - kept):
        yield say_count(
            "Card[|s] {cards} lie[s|] beside the map and [is|are] left out.",
            len(others),
            cards=", ".join(others),
        )
    for name in _names(beside & kept):
        yield say("Card {card} lies there twice; the one beside the map is left out.", card=name)
