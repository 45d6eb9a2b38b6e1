"""The work of the press: drawing sheets to look at, and printing them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.answers import Answer
from companion.service.press.printing import Advance, EditionOrder, Work, print_decks
from companion.service.press.review import check_deck
from companion.service.press.sheet_pictures import PictureListener, forget_sheets, render_page, render_sheets

Report = Callable[..., object]  # told how much is done, of how much, and the page that is drawn, of how many

_ROUNDS = 3  # the times each piece is counted: laid out, composed and inked


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of work."""

    order: EditionOrder
    folder: Path | None = None  # of the file; none to look at the sheets only
    page: int | None = None  # the one to be looked at
    checks: bool = False  # the deck is looked over, and nothing is drawn


class Press(Protocol):
    """Does the work without holding up the pages; it stops when cancelled."""

    async def work(self, task: Task, report: Report) -> Answer:
        """Carry a task out."""


class PressHere:
    """Does the work at once, where the pages have one reader and nobody else waits."""

    async def work(self, task: Task, report: Report) -> Answer:
        """Carry a task out; see ``Press``."""
        return run_task(task, report)


def run_task(task: Task, report: Report, report_picture: PictureListener = lambda name, picture, of: None) -> Answer:
    """Carry a task out; `report_picture` gets the pictures of sheets one by one."""
    if task.checks:
        return check_deck(task.order.game)
    if task.page is not None:
        return render_page(task.order, task.page)
    if task.folder is None:
        return render_sheets(task.order, each=report_picture)
    forget_sheets()
    drawn = 0

    @contextmanager
    def watch(work: Work) -> Iterator[Advance]:
        def step(count: int, _name: str, *page: int) -> None:
            nonlocal drawn
            drawn += count
            report(min(drawn, work.pieces * _ROUNDS), work.pieces * _ROUNDS, *page)

        yield step

    return print_decks(task.order.order, task.folder, watch, overwrite=True)
