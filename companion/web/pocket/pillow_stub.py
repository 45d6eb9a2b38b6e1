"""A substitute for Pillow, for printing in a browser: reportlab and pypdf import it there, but never use it.

Only the pocket version has it, in its part for printing, under Pillow's name; no computer imports it.
"""

__version__ = "0"


class Image:
    """Replaces the module ``Image``."""

    class Image:
        """Replaces the class of pictures, which has no instances."""
