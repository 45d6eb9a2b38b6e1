"""Rounds and tricks: hand sizes, who chooses first, and the new player order.

For a whole game: the order of players in each round, and the cards still to come.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.data.honshu.cards import Colour
from companion.data.honshu.placements import Play
from companion.data.vocabulary import load_phrases
from companion.errors import InputError, Refused
from companion.sentences import Sentence, join_sentences, join_with_commas, say, say_count

ROUNDS = range(1, 13)  # the rounds of a game
PLAYERS = range(2, 6)  # how many players a game can have
_HAND = 6
MAP_CARDS = 60


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a game."""

    round: int
    players: int
    before: str | None  # done before it: ``set-up``, ``pass-left``, ``deal``, ``pass-right``, or nothing
    after: str | None  # likewise after it; ``score`` after the last
    hand: int  # cards each holds when the round begins
    draw_pile: int

    json_fields = ("round", "players", "before", "after", "hand", "draw_pile", "starts", "text")

    @property
    def starts(self) -> str:
        """Who plays first: ``order-card``, ``last-trick``, or ``together`` with two players."""
        if self.players == 2:
            return "together"
        return "order-card" if self.round == 1 else "last-trick"

    @property
    def text(self) -> tuple[Sentence, ...]:
        """The round described in the order things happen."""
        before, after = (
            "pass-across" if self.players == 2 and step and step.startswith("pass") else str(step)
            for step in (self.before, self.after)
        )
        rows = [load_phrases("honshu", "done").get(before), say_count("Each player holds {count} card[|s].", self.hand)]
        if self.players == 2:
            rows.append(say("Two cards from the pile are laid out as the first pair."))
            rows.append(say("Nobody starts: both players reveal a hand card together, the second pair."))
        elif self.round == 1:
            rows.append(say("The player with order card 1 starts; order cards are dealt at random."))
        else:
            rows.append(say("Whoever played the highest value in round {last} starts.", last=self.round - 1))
        return tuple(
            sentence for sentence in (*rows, load_phrases("honshu", "coming").get(after)) if sentence is not None
        )


def get_round(number: int, players: int) -> Round:
    """A round of a game for so many players. Source: Honshu booklet, Rounds."""
    if number not in ROUNDS:
        raise InputError("'{value}' is not a round; a game has rounds 1 to 12.", value=number)
    if players not in PLAYERS:
        raise InputError("the number of players must be 2 to 5, not '{value}'.", value=players)
    cards = _HAND * (1 if number <= 6 else 2) * players
    cards_drawn = 2 * (number - 1) if players == 2 else 0
    before, after = _BETWEEN.get(number - 1), _BETWEEN.get(number)
    return Round(number, players, before, after, _HAND - (number - 1) % _HAND, MAP_CARDS - cards - cards_drawn)


def compute_half(number: int) -> int:
    """The half of a deal that a round is in: 0 and 2 begin with six cards dealt, 1 and 3 with three passed on."""
    return (number - 1) // 3


def find_giver(seat: str, half: int, right: Mapping[str, str]) -> str | None:
    """The seat that passed on a seat's hand in a half; ``None`` if the hand was dealt, or that seat is unknown."""
    if half == 1:  # a hand passed to the left came from the right
        return right.get(seat)
    return next((each for each, other in right.items() if other == seat), None) if half == 3 else None


_BETWEEN = {0: "set-up", 3: "pass-left", 6: "deal", 9: "pass-right", 12: "score"}
"""What is done after each round; after round 0, the set-up."""

CUBES_TO_CHOOSE = 2  # cubes, of any colours, that let the lower card of two players choose


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick, in player order."""

    plays: tuple[Play, ...]
    colour: Colour | None  # fixed by the first cube; ``None`` when nobody added one

    @property
    def order(self) -> tuple[int, ...]:
        """The new player order, as indices of ``plays``: the highest value first."""
        return tuple(sorted(range(len(self.plays)), key=lambda index: -self.plays[index].value))


def resolve_trick(plays: Sequence[Play]) -> Trick:
    """Judge a trick of three to five plays, in player order. Source: Honshu booklet, Tricks."""
    reasons: list[Sentence] = []
    if not 3 <= len(plays) <= 5:
        reasons.append(say("A trick has three to five players, not {players}.", players=len(plays)))
    colour: Colour | None = None
    for play in plays:
        if len(play.cubes) > 1:
            fields = {"name": play.subject, "cubes": len(play.cubes), "card": play.card}
            reasons.append(say("{name} adds {cubes} cubes to card {card}; one at most.", **fields))
        for cube in play.cubes[:1]:
            colour = colour or cube
            if cube is not colour:
                fault = say(
                    "{name} adds a {colour} cube, but the first cube of this trick is {first}; "
                    "all cubes of a trick are of one colour.",
                    name=play.subject,
                    colour=cube.word,
                    first=colour.word,
                )
                reasons.append(fault)
    _refuse(reasons, remedy="two players" if len(plays) == 2 else "")
    return Trick(tuple(plays), colour)


def _refuse(reasons: Sequence[Sentence], remedy: str = "") -> None:
    message = join_sentences(reasons, "\n")
    if message:
        raise Refused(message, remedy=remedy)


@dataclass(frozen=True, slots=True)
class PairTrick:
    """A trick of two players: who has the higher card and who chooses a pair, as indices."""

    higher_card: int
    chooser: int


def resolve_pair_trick(plays: Sequence[Play], pile: tuple[int, int] | None = None) -> PairTrick:
    """Judge a trick of two players. Source: Honshu booklet, the game for two.

    Two cards from the draw pile are the first pair, a card from each hand the second. The higher hand card
    chooses a pair, unless the other player first removes any two of their cubes: those beside the card. The
    other pair goes to the opponent; each keeps one card of their pair, the other leaves the game.
    """
    first, second = plays
    higher = 0 if first.card > second.card else 1
    winner, loser = plays[higher], plays[1 - higher]
    reasons: list[Sentence] = []
    if winner.cubes:
        reasons.append(say("{name} has the higher card and chooses without removing cubes.", name=winner.subject))
    if loser.cubes and len(loser.cubes) != CUBES_TO_CHOOSE:
        fields = {"name": loser.subject, "cubes": len(loser.cubes)}
        reasons.append(say("{name} removes {cubes}; it takes exactly two cubes of their own to choose.", **fields))
    for number in pile or ():
        if pile and (number in (first.card, second.card) or pile[0] == pile[1]):
            reasons.append(say("Card {number} appears twice; there is only one.", number=number))
            break
    _refuse(reasons)
    return PairTrick(higher, 1 - higher if loser.cubes else higher)


def assign_plays(players: Sequence[str], plays: Sequence[Play]) -> tuple[Play, ...]:
    """The plays with their players' names; with two players the pair from the pile may follow."""
    if len(plays) != len(players) and (len(players), len(plays)) != (2, 4):
        raise Refused(
            "A trick of {players} has one card each, not {cards}.", players=join_with_commas(players), cards=len(plays)
        )
    for play in plays[len(players) :]:
        if play.cubes:
            raise Refused("Card {card} is from the pile and cannot have a cube.", card=play.card)
    return tuple(replace(play, player=name) for play, name in zip(plays, (*players, "", ""), strict=False))


def compute_player_order(players: Sequence[str], plays: Sequence[Play]) -> tuple[str, ...]:
    """The player order after a trick; with two players it stays. Source: Honshu booklet, Tricks; the game for two."""
    trick = assign_plays(players, plays)
    if len(players) == 2:
        pile = (trick[2].card, trick[3].card) if len(trick) == 4 else None
        resolve_pair_trick((trick[0], trick[1]), pile)
        return tuple(players)
    return tuple(players[index] for index in resolve_trick(trick).order)


def check_trick(players: Sequence[str], tricks: Sequence[Sequence[Play]], plays: Sequence[Play]) -> None:
    """Refuse a trick that cannot follow those played; ``players`` are in the order of their order cards."""
    if len(tricks) == len(ROUNDS):
        raise Refused("All twelve rounds are played.")
    order = tuple(players)
    for number, trick in enumerate(tricks, start=1):
        order = compute_player_order(order, trick)
        for play in trick:
            if play.card in {other.card for other in plays}:
                raise Refused(
                    "Card {card} was played in round {round}; there is only one.", card=play.card, round=number
                )
    compute_player_order(order, plays)


def list_takers(players: Sequence[str], plays: Sequence[Play]) -> tuple[str, ...]:
    """Who takes a card, in order; empty for two players without a known pair from the pile."""
    if len(players) > 2:
        return compute_player_order(players, plays)
    if len(plays) < 4:
        return ()
    chooser = resolve_pair_trick((plays[0], plays[1]), (plays[2].card, plays[3].card)).chooser
    return players[chooser], players[1 - chooser]


def list_cards_to_take(players: Sequence[str], plays: Sequence[Play], cards_taken: Sequence[int]) -> tuple[int, ...]:
    """The cards the next player may take; with two players, the second takes from the pair that the first left."""
    cards = [play.card for play in plays]
    if len(players) == 2 and cards_taken:
        cards = cards[2:] if cards.index(cards_taken[0]) < 2 else cards[:2]
    return tuple(card for card in cards if card not in cards_taken)
