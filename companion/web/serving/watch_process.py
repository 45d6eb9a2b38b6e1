"""A deck watched and edited in separate processes, so that a bad deck cannot crash or stall the server."""

import os
import pickle
import signal
import sys
import traceback
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Lock
from typing import Any, Self

from companion.data.decks.pictures import ASKING
from companion.errors import CompanionError, InputError
from companion.limit import LimitExceeded, describe_end, describe_out_of_memory, limit_deck, listeners, note_progress
from companion.sentences import ENGLISH
from companion.service.press.editing import DeckEditor
from companion.service.press.new_deck import create_deck
from companion.service.press.review import Finding
from companion.service.press.watch import DeckWatch, Stamps, WatchedDeck


class DeckProcess:
    """An object for a deck, such as a ``DeckWatch``, in a separate process, which is started again if it has ended."""

    def __init__(self, kind: type, *arguments: object) -> None:
        self.language = ""
        self._served = kind, arguments
        self._program: Popen[bytes] | None = None
        self._lock = Lock()

    def ask(self, request: str, *arguments: object) -> Any:
        """Call a method there, and return its answer.

        Raises:
            CompanionError: As the method does; also if the deck needs too much, or the process ends.
        """
        place: list[str] = ["", ""]
        with self._lock:
            try:
                program = self._program = self._program or self._start()
                assert program.stdin is not None
                assert program.stdout is not None
                pickle.dump((self.language, request, *arguments), program.stdin)
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
                self._end()
                raise InputError(describe_end(*place)) from None

    def _start(self) -> Popen[bytes]:
        command = sys.executable, "-P", "-m", "companion.web.serving.watch_process"
        program = Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)  # Ctrl-C only reaches the server
        assert program.stdin is not None
        pickle.dump((*self._served, (ASKING.fetch, ASKING.offline)), program.stdin)
        return program

    def stop(self) -> None:
        """End the process; a request that comes later starts it again."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._program is not None:
            if self._program.poll() is None and hasattr(os, "killpg"):
                os.killpg(self._program.pid, signal.SIGKILL)  # with the programs it has started
            self._program.kill()
            for stream in (self._program.stdin, self._program.stdout):
                with suppress(OSError):
                    stream.close()  # type: ignore[union-attr]
            self._program.wait()
            self._program = None


class DeckWatchProcess:
    """A deck that is watched in one process and edited in another, which answers while cards are laid out."""

    def __init__(self, path: str, language: str = "", reader: str = ENGLISH.code) -> None:
        self._reader, self.language = reader, language
        self.places: tuple[Path, ...] = ()
        self._open(path)
        if path:  # else a deck is begun on the page
            with ExitStack() as stack:
                stack.callback(self.__exit__)
                self.places = self._watch.ask("list_places")  # raises if there is no such deck
                stack.pop_all()

    def _open(self, path: str) -> None:
        self._source, self._deck = path, WatchedDeck(Path(path).name)
        self.places = (Path(path),) if path else ()
        self._pictures: dict[str, str] = {}  # cached, also when the process has ended
        self._watch = DeckProcess(DeckWatch, path, "", self._reader)
        self._editor = DeckProcess(DeckEditor, path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._watch.stop()
        self._editor.stop()

    def begin_deck(self, name: str, size: str, face: str, table: str) -> None:
        """Begin a deck beside the one that is watched, or in the current folder; it is watched from then on."""
        parent = Path(self._source).absolute().parent if self._source else Path.cwd()
        create_deck(parent, name, size, face, table, self._reader)
        self.__exit__()
        self._open(str(parent / name))

    def look(self, stamps: Stamps) -> WatchedDeck:
        """Lay out the deck as it is now; see ``DeckWatch``."""
        if not self._source:
            return self._deck
        try:
            self._watch.language = self.language
            self._deck, self.places = self._watch.ask("look", stamps), self._watch.ask("list_places")
        except CompanionError as error:
            self._deck = replace(self._deck, mistakes=(Finding("deck", error.message),), card_count=0)
        names = {name for card in self._deck.cards for name in (card.front, card.back)}
        self._pictures = {name: svg for name, svg in self._pictures.items() if name in names}
        return self._deck

    def picture(self, name: str) -> str | None:
        """The SVG of a side of a card, by its fingerprint; see ``DeckWatch``."""
        if name not in self._pictures:
            with suppress(CompanionError):  # the next `look` reports it
                if picture := self._watch.ask("picture", name):
                    self._pictures[name] = picture
        return self._pictures.get(name)

    def edit(self, action: str, *arguments: object) -> Any:
        """Call a method of the deck's editor."""
        if not self._source:
            raise InputError("there is no deck yet; begin one.")
        self._editor.language = self.language or self._reader
        return self._editor.ask(action, *arguments)


def main() -> None:
    """Call methods of an object for a deck on request, until standard input ends or a limit is reached."""
    source, goal = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(*value: object) -> None:
        pickle.dump(value, goal)
        goal.flush()

    def may_fetch(address: str) -> bool:
        send("may", address)
        return bool(pickle.load(source))

    kind, arguments, (ASKING.fetch, ASKING.offline) = pickle.load(source)
    ASKING.agree = may_fetch
    listeners.append(lambda *place: send("at", *place))
    limit_deck()
    served = None
    with suppress(EOFError):
        while True:
            language, request, *details = pickle.load(source)
            note_progress()
            try:
                served = served or kind(*arguments)
                served.language = language
                send("answer", getattr(served, request)(*details))
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
