"""Files read and written, and their contents as checked values; not what follows from these, which is in ``rules``."""
