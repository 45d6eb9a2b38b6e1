"""Pages of Hogen: one's own seat, calls, the accusation, the deduction sheet."""

from companion.web.hogen.table import PAGES, due

__all__ = ["PAGES", "due"]
