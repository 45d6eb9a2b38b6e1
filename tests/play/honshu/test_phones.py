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
from tests.play.honshu.phones import build_other_world, play_game

NAMES = {"blue": "Aya", "red": "Bo", "yellow": "Chen", "purple": "Dai", "black": "Ena"}
AYA, BO = (2, 9, 11, 20, 31, 45), (1, 29, 33, 40, 50, 60)


def begin_table(players: int):
    return moves.begin(MemoryShelf(), "friday", dict([*NAMES.items()][:players]))


@pytest.fixture
def session():
    return begin_table(3)


def play_all(session, *requests: object) -> None:
    for request in requests:
        answer = play(session, request)
        assert answer.refused is None, (request, str(answer.refused))


def get_refusal(session, request: object) -> str:
    before = len(session.history)
    refused = play(session, request).refused
    assert refused is not None
    assert len(session.history) == before
    return str(refused)


def test_a_start_province_stays_once_a_card_is_played(session) -> None:
    """Also by a form that was drawn before; a log that was written when it could be is still read."""
    play_all(session, LayCard("blue", "A2", 0, 0), TakeBack("blue"), PutBack("blue"), LayCard("red", "A5", 0, 0))
    before = session.state
    play_all(session, EnterHand("blue", AYA), LayTrickCard("blue", 2))
    for seat in ("blue", "red"):
        assert get_refusal(session, TakeBack(seat)) == "A card has been played, so the start province stays."
        assert view(session.state).maps[seat].last_change is None
    assert get_refusal(session, TakeBack("yellow")) == "There is nothing to undo on this map."
    kind = GAME.by_name["back"]
    assert kind.apply(session.state, TakeBack("red"), {}).state.maps["red"].pile != session.state.maps["red"].pile
    assert kind.apply(before, TakeBack("red"), None).state.maps["red"].undone_changes


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_from_hands_to_a_ranking_and_no_view_holds_anothers_hand(players: int) -> None:
    session, chance = begin_table(players), Random(players)
    seats = tuple(session.state.names)
    for request in play_game(session, seats, chance):
        if isinstance(request, LayTrickCard | TakeCard):  # a round goes on until all have taken a card
            ended = len(session.state.tricks) - isinstance(request, TakeCard)
            assert str(GAME.chapter(session.state)) == f"Round {ended + 1} of 12"
        play_all(session, request)
        state = session.state
        for seat in (None, *seats):
            other = build_other_world(state, seat, chance)
            mine, theirs = view(state, seat), view(other, seat)
            assert replace(mine, private=None) == replace(theirs, private=None)
            assert mine.private == theirs.private
    assert session.state.is_over  # the card laid last ends the game
    assert GAME.chapter(session.state) is None
    assert len(GAME.final_ranks(session)) == players
    for thought in (seats[0], seats[-1]):  # a second thought after the end, whoever laid last: it ends again
        own = session.state.maps[thought]
        play_all(session, TakeBack(thought))
        assert not session.state.is_over
        assert view(session.state).maps[thought].waiting_cards == (int(own.changes[-1].request.card),)
        play_all(session, PutBack(thought) if thought == seats[0] else own.changes[-1].request)
        assert session.state.is_over
        assert session.state.maps[thought].pile == own.pile
    assert all(len(own.pile.cards) == 13 for own in session.state.maps.values())
    verdict = verify_log([step.event for step in session.history], GAME)
    assert verdict.is_valid
    assert verdict.history.state == session.state


def test_hands_are_passed_as_people_sit_and_nobody_types_them_again(session) -> None:
    for request in play_game(session, tuple(session.state.names), Random(1)):
        play_all(session, request)
        if len(session.state.tricks) in range(12) and not session.state.laid_plays and session.state.hands:
            hands = [view(session.state, seat).private for seat in session.state.names]
            passing = len(session.state.tricks) == 3 and len(session.state.right_neighbours) < 2
            dealing = len(session.state.tricks) in (0, 6)
            assert passing or dealing or all(len(each.hand) == each.hand_size for each in hands)
            asked = 3 - len(session.state.right_neighbours)
            assert not passing or sum(each.asks_neighbour for each in hands) == asked


def test_trick_cards_can_be_laid_and_taken_back(session) -> None:
    play_all(session, LayCard("blue", "A1", 0, 0), EnterHand("blue", AYA), EnterHand("red", BO))
    assert get_refusal(session, LayTrickCard("blue", 1)) == "Card 1 is not in your hand as you entered it."
    cubes = session.state.maps["blue"].pile.cubes
    row, column = sorted(cubes)[0]
    play_all(session, LayTrickCard("red", 29))  # who lays first in the first round had order card 1
    play_all(session, LayTrickCard("blue", 11, f"{row}.{column}"))
    assert session.state.maps["blue"].pile.cubes == cubes - {(row, column)}
    assert "beside card 11" in get_refusal(session, TakeBack("blue"))
    assert "have played since" in get_refusal(session, TakeCardBack("red"))
    play_all(session, TakeCardBack("blue"))
    assert session.state.maps["blue"].pile.cubes == cubes
    play_all(session, LayTrickCard("blue", 11, f"{row}.{column}"))
    colour = session.state.laid_plays[1].cubes[0]
    other = next(letter for letter in "bngy" if not colour.value.startswith({"n": "br"}.get(letter, letter)))
    assert "all others must be of its colour" in get_refusal(session, LayTrickCard("yellow", 57, other))
    assert "already been played" in get_refusal(session, LayTrickCard("yellow", 11))
    play_all(session, LayTrickCard("yellow", 57), TakeCardBack("yellow"), LayTrickCard("yellow", 58))
    seen = view(session.state)
    assert (seen.takers, set(seen.cards_to_take)) == (("blue", "yellow", "red"), {11, 29, 58})
    assert get_refusal(session, LayTrickCard("blue", 2)) == "It is Aya's turn."
    assert get_refusal(session, TakeCard("red", 29)) == "It is Aya's turn."
    play_all(session, TakeCard("blue", 29), TakeCardBack("blue"), TakeCard("blue", 58))
    assert get_refusal(session, TakeCard("yellow", 58)) == "Card 58 is not among those that can be taken."
    play_all(session, TakeCard("yellow", 11), TakeCardBack("yellow"), TakeCard("yellow", 29))
    # What is left comes to the last without a tap.
    assert [(each.seat, each.card) for each in session.state.taken_cards] == [("blue", 58), ("yellow", 29), ("red", 11)]
    assert view(session.state).maps["blue"].waiting_cards == (58,)
    assert view(session.state).maps["red"].waiting_cards == ()  # no map here: real cards alone
    play_all(session, LayCard("blue", "58", 2, 0))
    assert view(session.state).maps["blue"].waiting_cards == ()
    play_all(session, TakeBack("blue"))
    assert view(session.state).maps["blue"].waiting_cards == (58,)
    assert view(session.state).seats_to_lay == ("blue",)
    assert get_refusal(session, LayTrickCard("red", 1)) == "It is Aya's turn."


def test_one_phone_enters_a_whole_trick_and_each_player_takes_from_it(session) -> None:
    play_all(session, EnterHand("blue", AYA), PlayTrick(("11", "29+b", "57"), ("blue", "red", "yellow")))
    assert view(session.state, "blue").private.hand == (2, 9, 20, 31, 45)
    play_all(session, TakeCard("red", 57))
    play_all(session, PlayTrick(("33", "34", "35")))  # nobody who lays real cards has to say what they took
    play_all(session, TakeTrickBack())
    assert view(session.state).takers == ("yellow", "blue")
    play_all(session, TakeCard("yellow", 29), LayTrickCard("red", 30))
    assert "one by one" in get_refusal(session, PlayTrick(("33", "34", "35")))
    assert "undo them first" in get_refusal(session, TakeTrickBack())


def test_two_lay_together_and_the_lower_may_choose_a_pair() -> None:
    session = begin_table(2)
    play_all(session, LayCard("blue", "A1", 0, 0), EnterPair((5, 3)), EnterPair((5, 33)), LayTrickCard("blue", 12))
    assert view(session.state, "red").laid_plays == (("blue", None),)
    assert view(session.state, "blue").laid_plays[0][1].card == 12
    line = GAME.line(session.history, session.history.steps[-1])
    assert str(line) == "Aya has played a card face down."
    play_all(session, TakeCardBack("blue"), LayTrickCard("blue", 12), LayTrickCard("red", 47))
    assert session.history.undoable_event is None  # what was seen together stays
    assert "have played since" in get_refusal(session, TakeCardBack("red"))
    spots = [f"{row}.{column}" for row, column in sorted(session.state.maps["blue"].pile.cubes)]
    assert "must remove exactly two cubes of your own" in get_refusal(session, DecidePair("blue", tuple(spots[:1])))
    play_all(session, DecidePair("blue", tuple(spots[:2])))
    play_all(session, TakeCardBack("blue"), DecidePair("blue", tuple(spots[:2])))
    assert len(session.state.maps["blue"].pile.cubes) == len(spots) - 2
    assert view(session.state).cards_to_take == (12, 47, 5, 33)
    play_all(session, TakeCard("blue", 33))
    assert (view(session.state).takers, view(session.state).cards_to_take) == (("red",), (12, 47))


def test_a_card_that_two_lay_stays_hidden_until_both_are_open() -> None:
    """A refusal would tell what lies face down, as often as it was asked."""
    session = begin_table(2)
    play_all(session, EnterPair((5, 33)), LayTrickCard("blue", 12), LayTrickCard("red", 12))
    assert (session.state.laid_plays, session.state.tricks) == ((), ())
    assert view(session.state, "red").seats_to_lay == ("blue", "red")
    said = str(GAME.line(session.history, session.history.steps[-1]))
    assert said == "Both have played card 12: one of them is mistyped. Play again."
    play_all(session, LayTrickCard("red", 13), LayTrickCard("blue", 12))
    assert [play.card for play in session.state.laid_plays] == [13, 12]
    assert verify_log([step.event for step in session.history], GAME).is_valid


def test_a_wrongly_entered_hand_can_be_entered_again(session) -> None:
    assert get_refusal(session, EnterHand("blue", AYA[:5])) == "Cards you hold now: 6; entered: 5."
    with pytest.raises(InputError, match="not a map card"):
        play(session, EnterHand("blue", (*AYA[:5], 61)))
    play_all(session, EnterHand("blue", AYA), EnterHand("blue", (*AYA[:5], 46)))
    assert view(session.state, "blue").private.hand == (*AYA[:5], 46)
    assert view(session.state, "red").private.hand is None
    play_all(session, EnterNeighbour("blue", "red"))
    assert "does not fit where others say they sit: Aya" in get_refusal(session, EnterNeighbour("red", "blue"))


def test_the_log_is_sealed_until_twelve_rounds_are_played_and_says_who_took_it_along(session) -> None:
    assert build_public_copy(session).refused is None
    play_all(session, EnterHand("blue", AYA), Undo())
    assert build_public_copy(session).refused is not None  # the log holds it still
    play_all(session, LayCard("blue", "A1", 0, 0), EnterHand("red", BO))
    assert build_whole_copy(session).refused is not None
    announce_whole_copy(session)
    assert isinstance(session.history.steps[-1].request, ShowHands)
    assert build_whole_copy(session).refused is None
    play_all(session, EnterHand("blue", AYA))
    assert build_whole_copy(session).refused is not None  # a hand that was told since


def test_a_game_ended_early_is_saved_and_the_log_says_that_hands_are_known(session) -> None:
    play_all(session, EnterHand("blue", AYA), LayCard("blue", "A1", 0, 0), EndGame())
    assert build_public_copy(session).refused is None
    assert "shows every hand" in str(GAME.line(session.history, session.history.steps[-1]))
    play_all(session, EndGame(over=False))
    assert build_public_copy(session).refused is not None  # the game goes on
    assert build_whole_copy(session).refused is None  # but everybody knows that the hands may have been seen


def test_latecomers_and_too_few_players_lay_no_card() -> None:
    session = begin_table(1)
    assert get_refusal(session, LayTrickCard("blue", 1)) == "No card can be played or taken now."
    assert get_refusal(session, EnterHand("blue", AYA)) == "Nobody holds cards now."
    assert view(session.state, "blue").private.hand_size == 0
    play_all(session, SitDown("red", "Bo"), SitDown("yellow", "Chen"), LayTrickCard("yellow", 1))
    assert get_refusal(session, EnterPair((5, 33))) == "This is not the moment to turn up a pair from the pile."
