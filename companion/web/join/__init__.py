"""Pages of joining: the code, the seats, the curtain."""

from companion.web.join import code

__all__ = ["PAGES"]

PAGES = (*code.PAGES,)
"""Every page of joining."""
