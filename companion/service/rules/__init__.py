"""What the rules say, and which questions they leave open."""
