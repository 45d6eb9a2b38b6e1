"""Pages of Shogun: the tower, rounds, winters, the board."""

from companion.web.shogun import page, rounds, setup, tower

due, make_drawer = page.due, rounds.make_drawer

PAGES = (*rounds.PAGES, *setup.PAGES, *tower.PAGES, *page.PAGES)
