"""Nets to cut out, fold and glue, and the tuck box; not nets of a single game, which are in `press.games`."""
