"""Use cases of Shogun that are no event: odds, luck, points, the map; not its events, which are in `play.shogun`."""
