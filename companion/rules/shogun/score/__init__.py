"""The points of a winter and of the end."""
