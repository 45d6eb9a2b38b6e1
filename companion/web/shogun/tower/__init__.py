"""Pages of the tower: thrown, looked at, and proven."""

from companion.web.shogun.tower import throwing, verifying

PAGES = (*throwing.PAGES, *verifying.PAGES)  # every page of the tower
