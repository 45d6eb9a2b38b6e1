"""Text becomes a model here: frozen values from tables, decks and catalogues; one module opens files."""
