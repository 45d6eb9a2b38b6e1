"""A substitute for Pillow, for printing in a browser: reportlab imports it there, but never uses it.

Only the pocket version has it, in its part for printing, under Pillow's name; no computer imports it.
"""


class Image:
    """Replaces the module ``Image``."""

    class Image:
        """Replaces the class of pictures, which has no instances."""
