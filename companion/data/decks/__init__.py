"""The parts of a deck: rows from several kinds of files, and the expressions in its texts."""
