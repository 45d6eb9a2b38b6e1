"""Printing in a process of its own: it takes a whole processor, and the table must not wait for it."""

import asyncio
import os
import pickle
import sys
from contextlib import suppress

from companion.answers import Answer
from companion.errors import CompanionError, Refused
from companion.limit import LimitExceeded, describe_out_of_memory, lift_limit, limit_deck
from companion.sentences import Sentence
from companion.service.press.own_decks import OWN
from companion.web.press import Report, Task, run_task
from companion.web.serving.beside import read_message, send_message, start_program

_NICE = 10  # what the table does comes first


class PressProcess:
    """A press that is a new process for each task, and ends when nobody waits for it any more."""

    async def work(self, task: Task, told: Report) -> Answer:
        """Carry a task out; see ``Press``."""
        process = await start_program("companion.web.serving.press")
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(pickle.dumps(task))
            process.stdin.write_eof()
            while True:
                heard = pickle.loads(await read_message(process.stdout))  # nobody but our own program speaks here
                if isinstance(heard, Answer):
                    return heard
                if isinstance(heard, Sentence):
                    raise Refused(heard)
                told(*heard)
        except asyncio.IncompleteReadError as error:
            raise OSError("the press has ended") from error
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def main() -> None:
    """Carry out the task that is sent, and report on it."""
    with suppress(AttributeError, OSError):
        os.nice(_NICE)
    goal = sys.stdout.buffer
    sys.stdout = sys.stderr
    task: Task = pickle.loads(sys.stdin.buffer.read())
    last: tuple[int, ...] = ()

    def report(done: int, of: int, *page: int) -> None:
        nonlocal last
        if of and (done * 100 // of, *page) != last:  # a message for each hundredth, and each page
            last = (done * 100 // of, *page)
            send_message(goal, (done, of, *page))

    if OWN.fullmatch(task.order.game):
        limit_deck()
    try:
        send_message(goal, run_task(task, report))
    except CompanionError as error:
        send_message(goal, error.whole)
    except LimitExceeded as error:
        send_message(goal, error.sentence)
    except MemoryError:
        lift_limit()
        send_message(goal, describe_out_of_memory())


if __name__ == "__main__":
    main()
