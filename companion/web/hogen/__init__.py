"""Pages of Hogen: one's own seat, calls, the accusation, the deduction sheet."""

from companion.web.pages import Page

__all__ = ["PAGES"]

PAGES: tuple[Page, ...] = ()
"""Every page of Hogen."""
