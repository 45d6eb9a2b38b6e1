"""Use cases at a table of Shogun: a session and values in, an answer out."""
