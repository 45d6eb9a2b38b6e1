"""Print jobs: one task after the other, each once, however many ask for it."""

import asyncio
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary, finalize

from companion.answers import Answer
from companion.errors import CompanionError, Refused
from companion.sentences import Sentence, say
from companion.service.press.printing import EditionOrder
from companion.web.app_state import AppState
from companion.web.press.work import Press, PressHere, Task

_MOST_WAITING_JOBS = 6
_MOST_KEPT_JOBS = 12  # finished jobs: looking at the same sheets again costs nothing
_MOST_ON_A_PHONE = 4  # whose memory holds all files: those of this order and of the one before


@dataclass(eq=False, slots=True)
class Job:
    """One task, and its progress."""

    task: Task
    done: int = 0
    of: int = 0  # the whole; 0 while it waits
    page: int = 0  # that is drawn; 0 while cards are laid out
    pages: int = 0
    answer: Answer | None = None
    problem: Sentence | None = None
    again: bool = False  # what went wrong is worth another try
    held: bool = False  # nothing comes of it while a page waits
    running: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """True where nothing more will come."""
        return self.answer is not None or self.problem is not None

    @property
    def files(self) -> tuple[Path, ...]:
        made = self.answer.files if self.answer is not None else ()
        return tuple(file for file in made if file.suffix == ".pdf")


class Jobs:
    """The jobs of one press, while the pages are served."""

    def __init__(self, press: Press, held: bool = False) -> None:
        self.loop = asyncio.get_running_loop()
        self._press, self._held = press, held
        self._kept: dict[str, Job] = {}
        self._turn = asyncio.Lock()
        self._made: Path | None = None

    def look(self, wish: EditionOrder) -> Job:
        """The job that draws a wish's sheets, small; refused when too much is waiting."""
        return self._start_job(f"look-{wish.fingerprint}", Task(wish))

    def draw_page(self, wish: EditionOrder, number: int) -> Job:
        """The job that draws one page of a wish, large; refused likewise."""
        return self._start_job(f"look-{wish.fingerprint}-{number}", Task(wish, page=number))

    def check(self, wish: EditionOrder) -> Job:
        """The job that checks the deck of a wish for faults; refused likewise."""
        return self._start_job(f"look-{wish.game}", Task(wish, checks=True))

    def print(self, wish: EditionOrder) -> Job:
        """The job that prints a wish; refused when too much is waiting."""
        return self._start_job(wish.fingerprint, Task(wish, self._folder / wish.fingerprint))

    def find_print(self, fingerprint: str) -> Job | None:
        """A job that prints, by the fingerprint of its wish."""
        return self._kept.get(fingerprint) if not fingerprint.startswith("look-") else None

    def find_look(self, fingerprint: str) -> Job | None:
        """A job that looks at sheets, by the fingerprint of its wish; asking keeps it for longer."""
        name = f"look-{fingerprint}"
        if name in self._kept:
            self._kept[name] = self._kept.pop(name)
        return self._kept.get(name)

    async def wait_for_all(self) -> None:
        """Wait until every job is over; raises what no page can tell of."""
        for running in [each.running for each in self._kept.values() if each.running and not each.is_over]:
            await asyncio.wait({running})
            running.result()

    def stop(self, fingerprint: str) -> None:
        job = self._kept.pop(fingerprint, None)
        if job is not None:
            self._forget(job)

    @property
    def _folder(self) -> Path:
        """The folder of files that lie there until the program ends."""
        if self._made is None:
            self._made = Path(tempfile.mkdtemp(prefix="companion-print-"))
            finalize(self, shutil.rmtree, self._made, ignore_errors=True)
        return self._made

    def _start_job(self, name: str, task: Task) -> Job:
        job = self._kept.pop(name, None)
        if job is None or job.again:
            self._make_room()
            job = Job(task, held=self._held)
            job.running = self.loop.create_task(self._run_job(job))
        self._kept[name] = job
        return job

    def _make_room(self) -> None:
        if sum(not job.is_over for job in self._kept.values()) >= _MOST_WAITING_JOBS:
            raise Refused("The press is busy; wait a moment, then try again.")
        over = [name for name, job in self._kept.items() if job.is_over]
        most = max(0, len(self._kept) + 1 - (_MOST_ON_A_PHONE if self._held else _MOST_KEPT_JOBS))
        for number, name in enumerate(over):
            if number < most or (self._held and self._kept[name].task.page is not None):  # a phone has it
                self._forget(self._kept.pop(name))

    def _forget(self, job: Job) -> None:
        if job.running is not None:
            job.running.cancel()
        if job.task.folder is not None:
            shutil.rmtree(job.task.folder, ignore_errors=True)

    async def _run_job(self, job: Job) -> None:
        def report(done: int, of: int, page: int = 0, pages: int = 0) -> None:
            job.done, job.of, job.page, job.pages = done, of, page, pages

        async with self._turn:
            try:
                if job.task.folder is not None:
                    job.task.folder.mkdir(exist_ok=True)
                job.answer = await self._press.work(job.task, report)
            except CompanionError as error:  # a look finds the same another time; a disk may be less full
                job.problem, job.again = error.whole, job.task.folder is not None
            except OSError:
                job.problem, job.again = say("The press has stopped; try again."), True


_PRESSES: WeakKeyDictionary[AppState | Press, Jobs] = WeakKeyDictionary()


def get_jobs(app_state: AppState) -> Jobs:
    """The jobs of an application's press, in the event loop that runs now."""
    whose = app_state.settings.press or app_state
    kept = _PRESSES.get(whose)
    if kept is None or kept.loop is not asyncio.get_running_loop():
        kept = _PRESSES[whose] = Jobs(app_state.settings.press or PressHere(), app_state.settings.pocket)
    return kept


async def wait_for_job(job: Job, seconds: float) -> bool:
    """Wait up to so many seconds for a job; true where it is over."""
    if job.running is not None and not job.held:
        await asyncio.wait({job.running}, timeout=seconds)
    return job.is_over
