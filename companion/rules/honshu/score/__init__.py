"""The final score of maps, told line by line, and who won."""
