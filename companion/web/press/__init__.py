"""Pages that print: a game, paper, sides; what it will look like; the file."""

from companion.web.press.choosing import PAGES

__all__ = ["PAGES"]
