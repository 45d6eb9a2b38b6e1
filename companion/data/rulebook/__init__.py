"""The rules of the games in our words, and how they are found."""
