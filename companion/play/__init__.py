"""The events of each game: what they change, who sees it, how it is described; not the log, which is in ``table``."""
