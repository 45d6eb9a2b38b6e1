"""Pages of joining: the code, the seats, the curtain."""

from companion.web.join import code, curtain, lobby, seats

PAGES = (*code.PAGES, *lobby.PAGES, *seats.PAGES, *curtain.PAGES)  # every page of joining
