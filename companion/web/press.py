"""Tasks of the press: checking a deck, previewing sheets, and printing them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.answers import Answer
from companion.service.press.edition_order import EditionOrder
from companion.service.press.printing import Advance, Work, print_decks
from companion.service.press.review import check_deck
from companion.service.press.sheet_pictures import PictureListener, forget_sheets, render_sheet_page, render_sheets

Report = Callable[..., object]  # called with the amount done, the whole amount, the page and the number of pages

_ROUNDS = 3  # how often each piece is counted: laid out, composed and written


@dataclass(frozen=True, slots=True)
class Task:
    order: EditionOrder
    folder: Path | None = None  # for the printed files; ``None`` for a preview
    page: int | None = None  # the page to show large
    checks: bool = False  # only check the deck


class Press(Protocol):
    """Does tasks while pages are served; a task stops when it is cancelled."""

    async def work(self, task: Task, report: Report) -> Answer:
        """Carry out a task."""


class PressHere:
    """Does tasks in this process, for pages with only one visitor."""

    async def work(self, task: Task, report: Report) -> Answer:
        return run_task(task, report)


def run_task(task: Task, report: Report, report_picture: PictureListener | None = None) -> Answer:
    """Carry out a task; `report_picture` is called with each picture of a sheet."""
    if task.checks:
        return check_deck(task.order.game)
    if task.page is not None:
        return render_sheet_page(task.order, task.page)
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
