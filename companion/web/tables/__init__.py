"""Pages of all tables: their list, their history, what goes in and out."""

from companion.web.tables import keeping, listing, remembered, story

__all__ = ["PAGES"]

PAGES = (*listing.PAGES, *keeping.PAGES, *story.PAGES, *remembered.PAGES)  # every page about tables
