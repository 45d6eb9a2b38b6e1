"""Honshu played from the phones: hands that no other sees, tricks card by card, cards taken and laid."""

from dataclasses import replace
from random import Random

import pytest

from companion.errors import InputError
from companion.play.honshu import GAME
from companion.play.honshu.changes import LayCard, PutBack, TakeBack
from companion.play.honshu.ending import EndGame, SitDown
from companion.play.honshu.hands import EnterHand, EnterNeighbour, PlayTrick, ShowHands, TakeTrickBack
from companion.play.honshu.laying import DecidePair, EnterPair, LayTrickCard, TakeCard, TakeCardBack
from companion.play.honshu.views import view
from companion.service.kept_tables import announce_whole_copy, build_public_copy, build_whole_copy
from companion.service.playing import play
from companion.table.archive import verify_log
from companion.table.history import Undo
from companion.table.shelf import MemoryShelf
from tests.play.honshu import moves
from tests.play.honshu.phones import game, other_world

NAMES = {"blue": "Aya", "red": "Bo", "yellow": "Chen", "purple": "Dai", "black": "Ena"}
AYA, BO = (2, 9, 11, 20, 31, 45), (1, 29, 33, 40, 50, 60)


def table(players: int):
    return moves.begin(MemoryShelf(), "friday", dict([*NAMES.items()][:players]))


@pytest.fixture
def here():
    return table(3)


def did(here, *requests: object) -> None:
    for request in requests:
        answer = play(here, request)
        assert answer.refused is None, (request, str(answer.refused))


def no(here, request: object) -> str:
    before = len(here.history)
    refused = play(here, request).refused
    assert refused is not None
    assert len(here.history) == before
    return str(refused)


def test_a_start_province_stays_once_a_card_is_played(here) -> None:
    """Also by a form that was drawn before; a log that was written when it could be is still read."""
    did(here, LayCard("blue", "A2", 0, 0), TakeBack("blue"), PutBack("blue"), LayCard("red", "A5", 0, 0))
    before = here.state
    did(here, EnterHand("blue", AYA), LayTrickCard("blue", 2))
    for seat in ("blue", "red"):
        assert no(here, TakeBack(seat)) == "A card is played already: the start province stays."
        assert view(here.state).maps[seat].last_change is None
    assert no(here, TakeBack("yellow")) == "There is nothing to undo on this map."
    kind = GAME.by_name["back"]
    assert kind.apply(here.state, TakeBack("red"), {}).state.maps["red"].pile != here.state.maps["red"].pile
    assert kind.apply(before, TakeBack("red"), None).state.maps["red"].undone_changes


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_from_hands_to_a_ranking_and_no_view_holds_anothers_hand(players: int) -> None:
    here, chance = table(players), Random(players)
    seats = tuple(here.state.names)
    for request in game(here, seats, chance):
        if isinstance(request, LayTrickCard | TakeCard):  # a round goes on until all have taken a card
            ended = len(here.state.tricks) - isinstance(request, TakeCard)
            assert str(GAME.chapter(here.state)) == f"Round {ended + 1} of 12"
        did(here, request)
        state = here.state
        for seat in (None, *seats):
            other = other_world(state, seat, chance)
            mine, theirs = view(state, seat), view(other, seat)
            assert replace(mine, private=None) == replace(theirs, private=None)
            assert mine.private == theirs.private
    assert here.state.is_over  # the card laid last ends the game
    assert GAME.chapter(here.state) is None
    assert len(GAME.final_ranks(here)) == players
    for thought in (seats[0], seats[-1]):  # a second thought after the end, whoever laid last: it ends again
        own = here.state.maps[thought]
        did(here, TakeBack(thought))
        assert not here.state.is_over
        assert view(here.state).maps[thought].waiting_cards == (int(own.changes[-1].request.card),)
        did(here, PutBack(thought) if thought == seats[0] else own.changes[-1].request)
        assert here.state.is_over
        assert here.state.maps[thought].pile == own.pile
    assert all(len(own.pile.cards) == 13 for own in here.state.maps.values())
    verdict = verify_log([step.event for step in here.history], GAME)
    assert verdict.is_valid
    assert verdict.history.state == here.state


def test_hands_are_passed_as_people_sit_and_nobody_types_them_again(here) -> None:
    for request in game(here, tuple(here.state.names), Random(1)):
        did(here, request)
        if len(here.state.tricks) in range(12) and not here.state.laid_plays and here.state.hands:
            told = [view(here.state, seat).private for seat in here.state.names]
            passing = len(here.state.tricks) == 3 and len(here.state.right_neighbours) < 2
            dealing = len(here.state.tricks) in (0, 6)
            assert passing or dealing or all(len(each.hand) == each.hand_size for each in told)
            asked = 3 - len(here.state.right_neighbours)
            assert not passing or sum(each.asks_neighbour for each in told) == asked


def test_trick_cards_can_be_laid_and_taken_back(here) -> None:
    did(here, LayCard("blue", "A1", 0, 0), EnterHand("blue", AYA), EnterHand("red", BO))
    assert no(here, LayTrickCard("blue", 1)) == "Card 1 is not in your hand as you entered it."
    cubes = here.state.maps["blue"].pile.cubes
    row, column = sorted(cubes)[0]
    did(here, LayTrickCard("red", 29))  # who lays first in the first round had order card 1
    did(here, LayTrickCard("blue", 11, f"{row}.{column}"))
    assert here.state.maps["blue"].pile.cubes == cubes - {(row, column)}
    assert "beside card 11" in no(here, TakeBack("blue"))
    assert "have played since" in no(here, TakeCardBack("red"))
    did(here, TakeCardBack("blue"))
    assert here.state.maps["blue"].pile.cubes == cubes
    did(here, LayTrickCard("blue", 11, f"{row}.{column}"))
    colour = here.state.laid_plays[1].cubes[0]
    other = next(letter for letter in "bngy" if not colour.value.startswith({"n": "br"}.get(letter, letter)))
    assert "all are of its colour" in no(here, LayTrickCard("yellow", 57, other))
    assert "played already" in no(here, LayTrickCard("yellow", 11))
    did(here, LayTrickCard("yellow", 57), TakeCardBack("yellow"), LayTrickCard("yellow", 58))
    seen = view(here.state)
    assert (seen.takers, set(seen.cards_to_take)) == (("blue", "yellow", "red"), {11, 29, 58})
    assert no(here, LayTrickCard("blue", 2)) == "It is Aya's turn."
    assert no(here, TakeCard("red", 29)) == "It is Aya's turn."
    did(here, TakeCard("blue", 29), TakeCardBack("blue"), TakeCard("blue", 58))
    assert no(here, TakeCard("yellow", 58)) == "Card 58 is not among those that can be taken."
    did(here, TakeCard("yellow", 11), TakeCardBack("yellow"), TakeCard("yellow", 29))
    # What is left comes to the last without a tap.
    assert [(each.seat, each.card) for each in here.state.taken_cards] == [("blue", 58), ("yellow", 29), ("red", 11)]
    assert view(here.state).maps["blue"].waiting_cards == (58,)
    assert view(here.state).maps["red"].waiting_cards == ()  # no map here: real cards alone
    did(here, LayCard("blue", "58", 2, 0))
    assert view(here.state).maps["blue"].waiting_cards == ()
    did(here, TakeBack("blue"))
    assert view(here.state).maps["blue"].waiting_cards == (58,)
    assert view(here.state).seats_to_lay == ("blue",)
    assert no(here, LayTrickCard("red", 1)) == "It is Aya's turn."


def test_one_phone_tells_a_whole_trick_and_each_takes_from_it(here) -> None:
    did(here, EnterHand("blue", AYA), PlayTrick(("11", "29+b", "57"), ("blue", "red", "yellow")))
    assert view(here.state, "blue").private.hand == (2, 9, 20, 31, 45)
    did(here, TakeCard("red", 57))
    did(here, PlayTrick(("33", "34", "35")))  # nobody who lays real cards has to say what they took
    did(here, TakeTrickBack())
    assert view(here.state).takers == ("yellow", "blue")
    did(here, TakeCard("yellow", 29), LayTrickCard("red", 30))
    assert "one by one" in no(here, PlayTrick(("33", "34", "35")))
    assert "undo them first" in no(here, TakeTrickBack())


def test_two_lay_together_and_the_lower_may_choose_a_pair() -> None:
    here = table(2)
    did(here, LayCard("blue", "A1", 0, 0), EnterPair((5, 33)), LayTrickCard("blue", 12))
    assert view(here.state, "red").laid_plays == (("blue", None),)
    assert view(here.state, "blue").laid_plays[0][1].card == 12
    line = GAME.line(here.history, here.history.steps[-1])
    assert str(line) == "Aya has laid a card face down."
    did(here, TakeCardBack("blue"), LayTrickCard("blue", 12), LayTrickCard("red", 47))
    assert here.history.undoable_event is None  # what was seen together stays
    assert "have played since" in no(here, TakeCardBack("red"))
    places = [f"{row}.{column}" for row, column in sorted(here.state.maps["blue"].pile.cubes)]
    assert (
        no(here, DecidePair("blue", tuple(places[:1]))) == "To choose, you must remove exactly two cubes of your own."
    )
    did(here, DecidePair("blue", tuple(places[:2])))
    did(here, TakeCardBack("blue"), DecidePair("blue", tuple(places[:2])))
    assert len(here.state.maps["blue"].pile.cubes) == len(places) - 2
    assert view(here.state).cards_to_take == (12, 47, 5, 33)
    did(here, TakeCard("blue", 33))
    assert (view(here.state).takers, view(here.state).cards_to_take) == (("red",), (12, 47))


def test_of_two_a_card_that_both_lay_tells_nothing_before_both_lie_open() -> None:
    """A refusal would tell what lies face down, as often as it was asked."""
    here = table(2)
    did(here, EnterPair((5, 33)), LayTrickCard("blue", 12), LayTrickCard("red", 12))
    assert (here.state.laid_plays, here.state.tricks) == ((), ())
    assert view(here.state, "red").seats_to_lay == ("blue", "red")
    said = str(GAME.line(here.history, here.history.steps[-1]))
    assert said == "Both have laid card 12: one of them is mistyped. Lay again."
    did(here, LayTrickCard("red", 13), LayTrickCard("blue", 12))
    assert [play.card for play in here.state.laid_plays] == [13, 12]
    assert verify_log([step.event for step in here.history], GAME).is_valid


def test_a_hand_is_told_again_where_it_was_told_wrongly(here) -> None:
    assert no(here, EnterHand("blue", AYA[:5])) == "Cards you hold now: 6; entered: 5."
    with pytest.raises(InputError, match="not a map card"):
        play(here, EnterHand("blue", (*AYA[:5], 61)))
    did(here, EnterHand("blue", AYA), EnterHand("blue", (*AYA[:5], 46)))
    assert view(here.state, "blue").private.hand == (*AYA[:5], 46)
    assert view(here.state, "red").private.hand is None
    did(here, EnterNeighbour("blue", "red"))
    assert "does not fit where others say they sit: Aya" in no(here, EnterNeighbour("red", "blue"))


def test_the_log_is_sealed_until_twelve_rounds_are_played_and_says_who_took_it_along(here) -> None:
    assert build_public_copy(here).refused is None
    did(here, EnterHand("blue", AYA), Undo())
    assert build_public_copy(here).refused is not None  # the log holds it still
    did(here, LayCard("blue", "A1", 0, 0), EndGame())
    assert build_public_copy(here).refused is not None
    assert build_whole_copy(here).refused is not None
    announce_whole_copy(here)
    assert isinstance(here.history.steps[-1].request, ShowHands)
    assert build_whole_copy(here).refused is None
    did(here, EndGame(over=False), EnterHand("blue", AYA))
    assert build_whole_copy(here).refused is not None  # a hand that was told since


def test_a_latecomer_and_too_few_players_lay_nothing() -> None:
    here = table(1)
    assert no(here, LayTrickCard("blue", 1)) == "No card is laid or taken now."
    assert no(here, EnterHand("blue", AYA)) == "No hand is held now."
    assert view(here.state, "blue").private.hand_size == 0
    did(here, SitDown("red", "Bo"), SitDown("yellow", "Chen"), LayTrickCard("yellow", 1))
    assert no(here, EnterPair((5, 33))) == "This is not the moment to turn up a pair from the draw pile."
