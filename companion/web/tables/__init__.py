"""Pages of all tables: their list, their history, what goes in and out."""

from companion.web.tables import listing

__all__ = ["PAGES"]

PAGES = (*listing.PAGES,)
"""Every page about tables."""
