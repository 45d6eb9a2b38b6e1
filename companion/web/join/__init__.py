"""Pages of joining: the code, the seats, the curtain."""

from companion.web.join import code, seats

PAGES = (*code.PAGES, *seats.PAGES)  # every page of joining
