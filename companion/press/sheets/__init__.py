"""Sheets of paper, front and back: cards, the first page, boards in tiles, nets to fold, calibration."""
