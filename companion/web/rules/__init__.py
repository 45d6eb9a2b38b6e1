"""The pages of the rules."""

from companion.web.rules import pages

__all__ = ["PAGES"]

PAGES = pages.PAGES
