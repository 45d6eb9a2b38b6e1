"""A stand-in for Pillow where a browser prints: reportlab imports it, and never uses it.

Only the pocket's parcel for printing has it, under the name of the package; no computer imports it.
"""


class Image:
    """Stands for the module ``Image``, which opens no pictures."""

    class Image:
        """Stands for the class of pictures, of which there are none."""
