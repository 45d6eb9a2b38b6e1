"""The parts of a deck: rows from several kinds of files, and the language that fills its texts."""
