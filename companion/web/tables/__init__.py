"""Pages of all tables: their list, their history, what goes in and out."""

from companion.web.tables import keeping, listing, remembered

PAGES = (*listing.PAGES, *keeping.PAGES, *remembered.PAGES)  # every page about tables
