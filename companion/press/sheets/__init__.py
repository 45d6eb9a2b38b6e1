"""Sheets of paper, front and back: cards in a grid with marks, the first page, boards in tiles, calibration."""
