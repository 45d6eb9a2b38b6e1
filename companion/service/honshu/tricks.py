"""Tricks judged, for two players and for more, and rounds told: by themselves, and at a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.answers import Answer, Figure, answering
from companion.codec import encode
from companion.data.honshu.placements import Play
from companion.play.honshu.views import View
from companion.rules.honshu.tricks import PLAYERS, ROUNDS, round_of, take_pairs, take_trick
from companion.sentences import Sentence, listed, say


@dataclass(frozen=True, slots=True)
class PlayerOrder(Figure):
    """The new player order, the first first: each player's name, and the worth of their play."""

    plays: tuple[tuple[Sentence | str, Sentence], ...]


@answering
def judge_trick(plays: Sequence[Play]) -> Answer:
    """Judge a trick of three to five players: who chooses first, and the new player order."""
    taken = take_trick(plays)
    ordered = [plays[at] for at in taken.order]
    data = {
        "legal": True,
        "why": None,
        "colour": taken.colour,
        "order": [play.player for play in ordered],
        "cards": [play.card for play in ordered],
        "plays": plays,
    }
    order = PlayerOrder(tuple((play.named, _worth(play)) for play in ordered))
    new = say("New player order: {names}.", names=listed(play.named for play in ordered))
    taking = say(
        "In this order each takes one of the cards played and lays it; cubes used go to the pool first."
    )
    return Answer(data, (order, new, taking))


def _worth(play: Play) -> Sentence:
    value = f"{play.value:>3}"
    if not play.cubes:
        return say("worth {value}", value=value)
    told = {"value": value, "card": play.card, "colour": play.cubes[0].word}
    return say("worth {value} (card {card} and 60 for a {colour} cube)", **told)


@answering
def judge_pairs(plays: tuple[Play, Play], pile: tuple[int, int] | None = None) -> Answer:
    """Judge a trick of two players: who chooses a pair of cards.

    Args:
        plays: The two hand cards; cubes beside one are those its owner removes to choose.
        pile: The two cards from the draw pile; ``None`` where they are not known.
    """
    taken = take_pairs(plays, pile)
    hands = plays[0].card, plays[1].card
    data = {
        "legal": True,
        "why": None,
        "higher": plays[taken.higher].player,
        "chooser": plays[taken.chooser].player,
        "pairs": {"pile": pile, "hands": hands},
        "plays": [{**encode(play), "value": play.card} for play in plays],
    }
    higher, lower = plays[taken.higher], plays[1 - taken.higher]
    told = [say("{name} has the higher card, {card}.", name=higher.subject, card=higher.card)]
    if taken.chooser != taken.higher:
        told.append(say("{name} removes two cubes and chooses a pair.", name=lower.subject))
    else:
        names = {"name": higher.subject, "other": lower.named}
        told.append(
            say("{name} chooses a pair, unless {other} first removes two cubes of their own.", **names)
        )
    if pile:
        cards = dict(zip(("first", "second", "third", "fourth"), (*pile, *hands), strict=True))
        pairs = say(
            "The pairs: {first} and {second} from the draw pile, {third} and {fourth} from the hands.",
            **cards,
        )
        told.append(pairs)
    told.append(
        say("The other pair goes to the opponent. Each keeps one card of a pair; the other leaves the game.")
    )
    return Answer(data, tuple(told))


def judge_played(plays: Sequence[Play], players: int) -> Answer:
    """Judge a trick of any number of players; of two the pair from the pile may follow."""
    if players != 2:
        return judge_trick(plays)
    pile = (plays[2].card, plays[3].card) if len(plays) == 4 else None
    return judge_pairs((plays[0], plays[1]), pile)


def tell_round(number: int, players: int) -> Answer:
    """Tell what happens in a round: hands, dealing, passing, who starts."""
    found = round_of(number, players)
    heading = say("Round {number} of 12, {players} players", number=number, players=players)
    return Answer(found, (heading, *found.text))


def last_trick(seen: View) -> Answer:
    """The trick played last, judged; there must be one."""
    plays = [replace(play, player=seen.names.get(play.player, play.player)) for play in seen.tricks[-1]]
    return judge_played(plays, len(seen.order))


def round_now(seen: View) -> Answer:
    """The round that is played now."""
    if seen.round not in ROUNDS:
        return Answer({"round": None}, (say("All twelve rounds are played: now the maps are scored."),))
    if len(seen.order) not in PLAYERS:
        return Answer({"round": seen.round}, (say("Tricks are for 2 to 5 players."),))
    return tell_round(seen.round, len(seen.order))
