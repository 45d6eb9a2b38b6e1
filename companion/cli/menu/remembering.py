"""The question that is asked once, when the first evening ends: may results be remembered?"""

from pathlib import Path
from typing import Any

from companion.cli.answers import tell
from companion.cli.menu.wishes import asks
from companion.cli.prompt import Prompt
from companion.cli.voice import said, speak
from companion.errors import CompanionError
from companion.play.game import game_of
from companion.sentences import say
from companion.service.remembered.evenings import TakenScore, agreed, note_end, remember, remember_score
from companion.service.session import Keeping, Session, shelf_of

_YES, _NO = ("y", "o", "j"), ("n",)  # what an answer begins with, in any of our languages


def may_remember(store: Keeping) -> bool:
    """True when results are remembered; at a terminal it is asked, once."""
    kept = agreed(store)
    if kept is None and asks():
        question = said(say("Remember results on this laptop? (y or n; Enter: ask another time) "))
        typed = (Prompt(lambda before: ()).ask(question) or "").casefold()
        if typed.startswith((*_YES, *_NO)):
            kept = typed.startswith(_YES)
            tell(remember(store, kept))
    return bool(kept)


def ask_at_end(here: Session[Any]) -> None:
    """Ask when a game is over and nobody was asked yet, and note its day."""
    if game_of(here).final_ranks(here) and agreed(here.store) is None and may_remember(here.store):
        note_end(here)


def remember_taken(taken: TakenScore, store: Path | None) -> None:
    """Write a score down that was taken without a table, if results are remembered; what fails is told."""
    try:
        if may_remember(store):
            with shelf_of(store, create=False) as shelf:
                remember_score(shelf, taken)
            speak("The result is remembered; 'companion history' shows all.", err=True)
    except CompanionError as no:
        speak(no.whole, err=True)
