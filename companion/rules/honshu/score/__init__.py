"""The final score: what scores on a map, told line by line, and who won."""
