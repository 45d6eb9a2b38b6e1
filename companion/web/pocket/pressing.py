"""The pages that print, in a phone's browser: beside the tables, in a Python of their own.

While it prints, that Python answers nothing: what is asked of it is answered first, and then it works.
"""

import asyncio
from collections.abc import Callable

from companion.answers import Answer
from companion.web import press
from companion.web.pocket.inside import Pocket
from companion.web.press.jobs import jobs_of
from companion.web.press.work import Report, Task, carry_out


class HeldPress:
    """A press that works only when it is let."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.told: Callable[[int, int], object] = lambda done, of: None  # how far it has come

    async def work(self, task: Task, told: Report) -> Answer:
        """Carry a task out when it is let; see ``Press``."""
        await self.free.wait()

        def both(done: int, of: int) -> None:
            told(done, of)
            self.told(done, of)

        return carry_out(task, both)


class PressPocket(Pocket):
    """The pages that print, over the same rows; opened anew, it goes on with what it has begun."""

    pages = press.PAGES
    press = HeldPress()

    async def work(self, told: Callable[[int, int], object]) -> None:
        """Do what was asked for and not yet done; `told` hears of its steps."""
        self.press.told = told
        self.press.free.set()
        await jobs_of(self._app.state.house).rest()
        self.press.free.clear()
