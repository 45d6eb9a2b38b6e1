"""Pages of the tower: thrown, looked at, and proven."""

from companion.web.shogun.tower import phones, throwing, verifying

PAGES = (*throwing.PAGES, *phones.PAGES, *verifying.PAGES)  # every page of the tower
