"""Pages of joining: the code, the seats, the curtain."""

from companion.web.join import code, lobby, seats

PAGES = (*code.PAGES, *lobby.PAGES, *seats.PAGES)  # every page of joining
