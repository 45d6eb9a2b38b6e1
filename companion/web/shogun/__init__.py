"""Pages of Shogun: tower, rounds, winters, board; not its rules and events (`rules.shogun`, `play.shogun`)."""

from companion.web.shogun import page, rounds, setup, tower

due, make_drawer = page.due, rounds.make_drawer

PAGES = (*rounds.PAGES, *setup.PAGES, *tower.PAGES, *page.PAGES)
