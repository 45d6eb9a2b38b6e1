"""Pages of all tables: their list, their history, what goes in and out."""

from companion.web.tables import keeping, listing, story

__all__ = ["PAGES"]

PAGES = (*listing.PAGES, *keeping.PAGES, *story.PAGES)  # every page about tables
