"""Decks on paper and screen: looking them over, printing them, exporting their faces, measuring printers."""
