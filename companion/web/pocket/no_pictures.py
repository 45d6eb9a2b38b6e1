"""A stand-in for Pillow where a browser prints: reportlab and pypdf import it, and never use it.

Only the pocket's parcel for printing has it, under the name of the package; no computer imports it.
"""

__version__ = "0"


class Image:
    """Stands for the module ``Image``, which opens no pictures."""

    class Image:
        """Stands for the class of pictures, of which there are none."""
