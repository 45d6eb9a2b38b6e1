"""Pages of all tables: their list, their history, what goes in and out."""

from companion.web.tables import keeping, listing

PAGES = (*listing.PAGES, *keeping.PAGES)  # every page about tables
