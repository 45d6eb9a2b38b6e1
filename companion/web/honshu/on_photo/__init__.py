"""What is drawn over a photo of a map: its squares, and the maps that it may be."""
