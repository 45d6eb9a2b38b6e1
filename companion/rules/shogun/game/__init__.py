"""The game as a whole: a campaign and the turns that change it."""
