"""What stands for Pillow where a browser prints: reportlab wants it there, and asks it for nothing.

Only the pocket's parcel for printing has it, under the name of the package; on a computer nothing imports it.
"""


class Image:
    """The module of pictures, which opens none."""

    class Image:
        """The class of pictures, of which there are none."""
