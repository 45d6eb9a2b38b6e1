"""An event of a table of Shogun told as it would have been when it was made."""

from __future__ import annotations

from companion.answers import Answer
from companion.data.shogun import facts
from companion.play.shogun import requests
from companion.play.shogun.opening import RevealSeed
from companion.play.shogun.state import ShogunState
from companion.play.shogun.trust.declaring import Declare
from companion.play.shogun.trust.words import OpenWords, SayWords, SealWords
from companion.rules.shogun.round.bids import bid_named
from companion.service.shogun.table import by_hand, fights, log, opening, rounds, winters, words
from companion.service.shogun.table.opening import ShogunSession
from companion.table.history import Redo, Step, Undo


def retold(here: ShogunSession, step: Step[ShogunState]) -> Answer:
    """The answer to the request that made an event, from the event.

    Args:
        here: The table, at any time since.
        step: The event.
    """
    then, request = here.just_made(step), step.request
    match request:
        case requests.BeginTable():
            return opening.begun(then)
        case SealWords():
            return words.tell_sealed(then, step)
        case OpenWords() | SayWords():
            return words.tell_opened(then, step)
        case RevealSeed():
            return opening.reveal_seed(then)
        case requests.ThrowAttack() | requests.ThrowRevolt() | requests.ThrowCubes():
            return fights.tell_fight(then, step)
        case Declare():
            return fights.tell_declared(then, step)
        case requests.CorrectTray():
            return by_hand.change_tray(then, requests.ChangeTray(None))
        case requests.CorrectInside():
            return by_hand.change_inside(then, requests.ChangeInside(None, request.fell))
        case requests.ChooseTower():
            return by_hand.choose_tower(then, request)
        case Undo() | Redo():
            return log.undo(then, isinstance(request, Redo))
        case requests.SetUp():
            return rounds.set_up(then, request)
        case requests.DraftCard():
            return rounds.draft_card(then, request)
        case requests.CorrectBoard():
            return rounds.correct_board(then, request)
        case requests.RevealBids():
            names = {card.province for card in facts().cards}
            bids = {player: bid_named(bid, names) for player, bid in request.bids.items()}
            return rounds.reveal_bids(then, bids, request.chests)
        case requests.TakeSpecial():
            return rounds.take_special(then, request)
        case requests.LayCards() | requests.DrawEvent() | requests.NextAction():
            return rounds.play_round(then, request)
        case requests.EndRound():
            return rounds.play_round(then, requests.FinishRound(True))
        case requests.Act():
            return fights.take_turn(then, requests.TakeTurn(request.order))
        case requests.BeginWinter():
            return winters.begin_winter(then, requests.DrawWinter())
        case requests.CountPoints():
            return winters.count_points(then, request)
    return log.show(then)
