"""Printing in a separate process: it needs a whole processor, and the pages must not wait for it."""

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
from companion.web.serving.subprocesses import read_message, send_message, start_program

_NICE = 10  # a lower priority than the server's


class PressProcess:
    """A press that starts a process for each task, and ends it with the task or when that is cancelled."""

    async def work(self, task: Task, report: Report) -> Answer:
        process = await start_program("companion.web.serving.press")
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(pickle.dumps(task))
            process.stdin.write_eof()
            while True:
                answer = pickle.loads(await read_message(process.stdout))  # trusted, as Companion wrote it
                if isinstance(answer, Answer):
                    return answer
                if isinstance(answer, Sentence):
                    raise Refused(answer)
                report(*answer)
        except asyncio.IncompleteReadError as error:
            raise OSError("the press has ended") from error
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def main() -> None:
    """Carry out the task that is sent on standard input, and send its progress and its answer."""
    with suppress(AttributeError, OSError):
        os.nice(_NICE)
    goal = sys.stdout.buffer
    sys.stdout = sys.stderr
    task: Task = pickle.loads(sys.stdin.buffer.read())
    last: tuple[int, ...] = ()

    def report(count: int, of: int, *page: int) -> None:
        nonlocal last
        if of and (count * 100 // of, *page) != last:  # a message for each percent and each page
            last = (count * 100 // of, *page)
            send_message(goal, (count, of, *page))

    if OWN.fullmatch(task.order.game):
        limit_deck()
    try:
        send_message(goal, run_task(task, report))
    except CompanionError as error:
        send_message(goal, error.message)
    except LimitExceeded as error:
        send_message(goal, error.sentence)
    except MemoryError:
        lift_limit()
        send_message(goal, describe_out_of_memory())


if __name__ == "__main__":
    main()
