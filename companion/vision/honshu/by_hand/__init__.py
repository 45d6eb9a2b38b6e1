"""Maps without seals: a grid is laid over the photo by hand, and what its squares look like is guessed."""
