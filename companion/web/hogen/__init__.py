"""Pages of Hogen: one's own seat, calls, the accusation, the deduction sheet."""

from companion.web.hogen import beginning, replay, table
from companion.web.visit import Page

due = table.due

PAGES: tuple[Page, ...] = (*table.PAGES, *beginning.PAGES, *replay.PAGES)
"""Every page of Hogen."""
