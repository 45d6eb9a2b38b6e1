"""Pages of Hogen: one's own seat, calls, the accusation, the deduction sheet."""

from companion.web.hogen import accusing, beginning, knowing, table
from companion.web.pages import Page

__all__ = ["LAPTOP_PAGES", "PAGES"]

PAGES: tuple[Page, ...] = (*table.PAGES, *accusing.PAGES, *knowing.PAGES, *beginning.PAGES)
"""Every page of Hogen."""

LAPTOP_PAGES: tuple[str, ...] = ()
"""No page of it needs a camera or the press."""
