"""Data: tables, decks and catalogues are parsed into frozen values; one module opens files."""
