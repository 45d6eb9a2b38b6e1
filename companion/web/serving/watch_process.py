"""A deck watched in a separate process, so that a bad deck cannot crash or stall the server."""

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Lock
from typing import Any, Self

from companion.data.decks.pictures import ASKING
from companion.errors import CompanionError, InputError
from companion.limit import LimitExceeded, describe_end, describe_out_of_memory, limit_deck, listeners, note_progress
from companion.sentences import ENGLISH
from companion.service.press.new_deck import create_deck
from companion.service.press.review import Finding
from companion.service.press.watch import DeckWatch, Stamps, WatchedDeck


class DeckWatchProcess:
    """A ``DeckWatch`` in a separate process, which the next request starts again if it has ended."""

    def __init__(self, path: str, language: str = "", reader: str = ENGLISH.code) -> None:
        self._source, self._reader, self.language = path, reader, language
        self.places: tuple[Path, ...] = (Path(path),)
        self._deck = WatchedDeck(Path(path).name)
        self._pictures: dict[str, str] = {}  # cached, also when the process has ended
        self._program: Popen[bytes] | None = None
        self._lock = Lock()
        self._editing: DeckWatchProcess | None = None
        if not path:  # a deck is begun on the page
            self.places = ()
            return
        try:
            self._ask("places")  # raises if there is no such deck
        except BaseException:
            self._stop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._stop()
        if self._editing is not None:
            self._editing._stop()
            self._editing = None

    def begin_deck(self, name: str, size: str, face: str, table: str) -> None:
        """Begin a deck beside the one that is watched, or in the current folder; it is watched from then on."""
        parent = Path(self._source).absolute().parent if self._source else Path.cwd()
        create_deck(parent, name, size, face, table, self._reader)
        with self._lock:
            self.__exit__()
            self._source, self.places, self._deck = str(parent / name), (parent / name,), WatchedDeck(name)

    def look(self, stamps: Stamps) -> WatchedDeck:
        """Lay out the deck as it is now; see ``DeckWatch``."""
        if not self._source:
            return self._deck
        try:
            self._deck, self.places = self._ask("look", stamps)
        except CompanionError as error:
            self._deck = replace(self._deck, mistakes=(Finding("deck", error.message),), card_count=0)
        names = {name for card in self._deck.cards for name in (card.front, card.back)}
        self._pictures = {name: svg for name, svg in self._pictures.items() if name in names}
        return self._deck

    def picture(self, name: str) -> str | None:
        """The SVG of a side of a card, by its fingerprint; see ``DeckWatch``."""
        if name not in self._pictures:
            try:
                picture = self._ask("picture", name)
            except CompanionError:  # the next `look` reports it
                picture = None
            if picture is None:
                return None
            self._pictures[name] = picture
        return self._pictures[name]

    def edit(self, action: str, *arguments: object) -> Any:
        """Call a method of the deck's editor, which has a process of its own: it answers while cards are laid out."""
        if not self._source:
            raise InputError("there is no deck yet; begin one.")
        if self._editing is None:
            self._editing = DeckWatchProcess(self._source, self.language, self._reader)
        self._editing.language = self.language
        return self._editing._ask("edit", action, *arguments)

    def _ask(self, *request: object) -> Any:
        """Send a request to the process, and return its answer.

        Raises:
            CompanionError: As in `DeckWatch`; also if the deck needs too much, or the process ends.
        """
        place: list[str] = ["", ""]
        with self._lock:
            try:
                program = self._program = self._program or self._start()
                assert program.stdin is not None
                assert program.stdout is not None
                pickle.dump((self.language, *request), program.stdin)
                while True:
                    program.stdin.flush()
                    kind, *details = pickle.load(program.stdout)  # trusted, as Companion wrote it
                    match kind:
                        case "at":
                            place = details
                        case "may":
                            pickle.dump(ASKING.agree(*details), program.stdin)
                        case "refused":
                            raise InputError(*details)
                        case "broken":
                            raise RuntimeError(*details)
                        case _:
                            return details[0]
            except (EOFError, OSError, pickle.UnpicklingError):
                self._stop()
                raise InputError(describe_end(*place)) from None

    def _start(self) -> Popen[bytes]:
        command = sys.executable, "-P", "-m", "companion.web.serving.watch_process"
        program = Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)  # Ctrl-C only reaches the server
        assert program.stdin is not None
        settings = ASKING.fetch, ASKING.offline
        pickle.dump((self._source, self._reader, settings), program.stdin)
        return program

    def _stop(self) -> None:
        if self._program is not None:
            if self._program.poll() is None and hasattr(os, "killpg"):
                os.killpg(self._program.pid, signal.SIGKILL)  # with the programs it has started
            self._program.kill()
            for stream in (self._program.stdin, self._program.stdout):
                with suppress(OSError):
                    stream.close()  # type: ignore[union-attr]
            self._program.wait()
            self._program = None


def main() -> None:
    """Lay out a deck and render its cards on request, until standard input ends or a limit is reached."""
    source, goal = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(*value: object) -> None:
        pickle.dump(value, goal)
        goal.flush()

    def may_fetch(address: str) -> bool:
        send("may", address)
        return bool(pickle.load(source))

    path, reader, (ASKING.fetch, ASKING.offline) = pickle.load(source)
    ASKING.agree = may_fetch
    listeners.append(lambda *place: send("at", *place))
    limit_deck()
    watch: DeckWatch | None = None
    with suppress(EOFError):
        while True:
            language, request, *arguments = pickle.load(source)
            note_progress()
            try:
                watch = watch or DeckWatch(path, reader=reader)
                watch.language = language
                match request:
                    case "look":
                        send("answer", (watch.look(*arguments), watch.places))
                    case "picture":
                        send("answer", watch.picture(*arguments))
                    case "edit":
                        send("answer", watch.edit(*arguments))
                    case _:
                        send("answer", watch.places)
            except CompanionError as error:
                send("refused", error.message)
            except MemoryError:
                send("refused", describe_out_of_memory())
                return
            except LimitExceeded as error:
                send("refused", error.sentence)
                return
            except Exception:
                send("broken", traceback.format_exc())


if __name__ == "__main__":
    main()
