"""Pages that print: a game, paper, sides; what it will look like; the file."""

from companion.web.press import choosing, measuring, progress

PAGES = (*choosing.PAGES, *measuring.PAGES, *progress.PAGES)  # every page that prints
